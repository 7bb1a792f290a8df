import type { Int64 } from '@fxlog/format';
import type { SessionState } from '../../session-state.js';
import type { ConversationLogState } from './native.js';

/** What the lines say of the session; who it is stands in the files beside the log. */
export function toSessionState(createdAtMs: Int64, updatedAtMs: Int64, native: ConversationLogState): SessionState {
  return {
    id: null,
    createdAtMs,
    updatedAtMs,
    originWorkspaceRoot: null,
    workspaceRoot: null,
    language: null,
    preferences: null,
    totals: null,
    contextHistoryStart: 0,
    usage: null,
    permissionRules: null,
    pending: null,
    native,
  };
}
