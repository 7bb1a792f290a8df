import type { StateDocument } from '@fxlog/format';
import type { PermissionRule, PermissionState } from '@fxlog/format/internal';
import { rewriteDurable } from '../../rewrite/rewrite-durable.js';
import { rewriteUsage } from '../../rewrite/rewrite-usage.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';
import type { TurnRewriter } from './rewrite-turn.js';

/** A whole state with other text (event-log §3.13). */
export async function rewriteState(
  state: StateDocument,
  rewriter: TextRewriter,
  turns: TurnRewriter,
): Promise<StateDocument> {
  const history = [];
  for (const turn of state.history) history.push(await turns.turn(turn));
  const { permission_state, usage, last_subagent_work_id, recovery_checkpoint } = state;
  return {
    ...state,
    id: rewriter.sessionId(state.id),
    origin_workspace_root: rewriter.path(state.origin_workspace_root),
    workspace_root: rewriter.path(state.workspace_root),
    history,
    preferences: { ...state.preferences, model: rewriter.model(state.preferences.model) },
    ...(permission_state === undefined ? {} : { permission_state: rewritePermissions(permission_state, rewriter) }),
    ...(usage === undefined ? {} : { usage: rewriteUsage(usage, rewriter) }),
    ...(last_subagent_work_id === undefined ? {} : { last_subagent_work_id: rewriter.id(last_subagent_work_id) }),
    ...(recovery_checkpoint === undefined ? {} : { recovery_checkpoint: await turns.checkpoint(recovery_checkpoint) }),
  };
}

/** event-log §3.13.1: two rules of a kind must not say the same. */
function rewritePermissions(state: PermissionState, rewriter: TextRewriter): PermissionState {
  const seen = new Set<string>();
  const rules = state.rules.map((rule): PermissionRule => {
    let canonical = rewriteDurable(rule.canonical, rewriter);
    while (typeof canonical === 'string' && seen.has(`${rule.kind} ${canonical}`)) canonical = `${canonical}~`;
    seen.add(`${rule.kind} ${String(canonical)}`);
    return { ...rule, canonical, display_identity: rewriteDurable(rule.display_identity, rewriter) };
  });
  return { ...state, rules };
}
