import type { StateDocument } from '@fxlog/format';
import type { PlainUsageSnapshot } from '@fxlog/format/internal';
import type { EventDraft, LogItem, ReplacementReason } from './log-item.js';

/** The usage of a session in which nothing was asked yet (event-log §10). */
const FRESH_USAGE: PlainUsageSnapshot = {
  billing: 'complete',
  api_duration_complete: true,
  wall_duration_complete: true,
  code_complete: true,
  next_sequence: 1,
  settled_through_sequence: 0,
  api_duration_ms: 0,
  wall_duration_ms: 0,
  total_cost: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  billable_web_search_calls: 0,
  lines_added: 0,
  lines_removed: 0,
  models: [],
  pending: [],
};

/**
 * A whole state as the items of a log of its own: a start with the state's values, then one replacement. The start differs with the
 * reason as it does in fx: a migrated session begins when it was created, a recovered one with fresh usage, and a compacted one repeats
 * the state (event-log §10, session-directory §3.6, §6.5, §7.3).
 */
export function stateItems(state: StateDocument, reason: ReplacementReason): LogItem[] {
  const { id, created_at_ms, origin_workspace_root, workspace_root, conversation_language, preferences } = state;
  const usage = reason === 'recovery' && state.usage !== undefined ? FRESH_USAGE : state.usage;
  const start: EventDraft = {
    kind: 'session_started',
    timestamp_ms: reason === 'migration' ? created_at_ms : state.updated_at_ms,
    payload: {
      id,
      created_at_ms,
      origin_workspace_root,
      workspace_root,
      conversation_language,
      preferences,
      ...(usage === undefined ? {} : { usage }),
    },
  };
  return [start, { replacement: state, reason }];
}
