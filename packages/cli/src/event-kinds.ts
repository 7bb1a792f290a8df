import type { EventKind } from '@fxlog/format';

/** The ten kinds, in the order of the format description (event-log §2). */
export const eventKinds = [
  'session_started',
  'preferences_changed',
  'workspace_rebound',
  'history_turn_committed',
  'usage_checkpointed',
  'recovery_checkpoint_set',
  'recovery_checkpoint_cleared',
  'state_replacement_started',
  'state_replacement_chunk',
  'state_replacement_committed',
] as const satisfies readonly EventKind[];
