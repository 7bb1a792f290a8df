import type { StateDocument } from '../generated/types.js';
import { StateDocumentError } from './state-document-error.js';
import { findStateFault } from './validate-state.js';

/**
 * Puts together what was read of a complete document, with the defaults of event-log §3.13, and validates it.
 *
 * @throws StateDocumentError
 */
export function buildState(
  values: ReadonlyMap<string, unknown>,
  preferences: ReadonlyMap<string, unknown>,
  turns: number,
  length: number,
): StateDocument {
  // The reader has seen every required key, in order, with a value of its type.
  const entries = Object.fromEntries(values) as Partial<StateDocument>;
  const state = {
    id: entries.id,
    origin_workspace_root: entries.origin_workspace_root,
    workspace_root: entries.workspace_root,
    created_at_ms: entries.created_at_ms,
    updated_at_ms: entries.updated_at_ms,
    conversation_language: entries.conversation_language,
    preferences: { ...Object.fromEntries(preferences), provider: preferences.get('provider') ?? 'gateway' },
    history: [],
    total_input_tokens: entries.total_input_tokens,
    total_output_tokens: entries.total_output_tokens,
    context_history_start: entries.context_history_start ?? 0,
    permission_state: entries.permission_state ?? { schema_version: 2, next_generation: 1, rules: [] },
    ...(entries.usage === undefined ? {} : { usage: entries.usage }),
    ...(entries.last_subagent_work_id === undefined ? {} : { last_subagent_work_id: entries.last_subagent_work_id }),
    ...(entries.recovery_checkpoint === undefined ? {} : { recovery_checkpoint: entries.recovery_checkpoint }),
  } as unknown as StateDocument;
  const fault = findStateFault(state, { turns, allowPermissionSchema1: true });
  if (fault !== null) {
    const message = `The state is not valid at ${fault.path}.`;
    throw new StateDocumentError({
      rule: fault.rule,
      fxError: fault.fxError,
      message,
      offset: length,
      noticedAt: length,
      path: fault.path,
    });
  }
  return state;
}
