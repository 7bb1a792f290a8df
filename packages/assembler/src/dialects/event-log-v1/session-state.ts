import type { StateDocument } from '@fxlog/format';
import type { PendingTurn, SessionState } from '../../session-state.js';

/** fx's own state as the neutral one. */
export function toSessionState(state: StateDocument): SessionState {
  const { model, effort, fast_mode: fastMode, provider = 'gateway' } = state.preferences;
  return {
    id: state.id,
    createdAtMs: state.created_at_ms,
    updatedAtMs: state.updated_at_ms,
    originWorkspaceRoot: state.origin_workspace_root,
    workspaceRoot: state.workspace_root,
    language: state.conversation_language,
    preferences: { provider, model, effort, fastMode },
    totals: { totalInputTokens: state.total_input_tokens, totalOutputTokens: state.total_output_tokens },
    contextHistoryStart: state.context_history_start ?? 0,
    usage: state.usage ?? null,
    permissionRules: state.permission_state?.rules.length ?? 0,
    pending: pendingOf(state),
    native: { dialect: 'event-log-v1', state },
  };
}

function pendingOf({ recovery_checkpoint: checkpoint }: StateDocument): PendingTurn | null {
  if (checkpoint === undefined) return null;
  const { user, execution, cause } = checkpoint;
  return { prompt: user.text, steps: execution.tool_steps.length, cause };
}
