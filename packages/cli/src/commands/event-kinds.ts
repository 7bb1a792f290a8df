import type { EventKind } from '@fxlog/format';
import { CONVERSATION_TAGS, type ConversationTag, LINE_KINDS, type LineKind } from '@fxlog/format/internal';

/** The ten kinds of an event log, in the order of the format description (event-log §2), the tags of a conversation log, and the kinds of a session log. */
export const eventKinds: readonly (EventKind | ConversationTag | LineKind)[] = [
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
  ...CONVERSATION_TAGS,
  ...LINE_KINDS,
];
