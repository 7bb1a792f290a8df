import { createHash } from 'node:crypto';
import type { StateDocument } from '@fxlog/format';
import type { PermissionRule, PermissionState, UsageSnapshot } from '@fxlog/format/internal';
import { rewriteDurable } from './rewrite-durable.js';
import type { TurnRewriter } from './rewrite-turn.js';
import type { TextRewriter } from './text-rewriter.js';

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

/**
 * What a session cost, with other names of those who paid and were paid. The numbers and models stay; the ids of requests, which a provider could
 * look up, are others of the same form where the rewriter gives others (event-log §3.5.7).
 */
export function rewriteUsage<T extends UsageSnapshot>(usage: T, rewriter: TextRewriter): T {
  const pending = usage.pending.map((entry) => ({
    ...entry,
    id: rewriteGenerationId(entry.id, rewriter),
    origin: rewriter.path(entry.origin),
    team: entry.team === null ? null : rewriter.text(entry.team),
  }));
  if (!('publication_backlog' in usage)) return { ...usage, pending };
  const backlog = usage.publication_backlog.map((fact) => ({ ...fact, id: rewriteGenerationId(fact.id, rewriter) }));
  return { ...usage, pending, publication_backlog: backlog };
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function rewriteGenerationId(id: string, rewriter: TextRewriter): string {
  const changed = rewriter.id(id);
  if (changed === id) return id;
  const digest = createHash('sha256').update(changed).digest();
  return `gen_${[...digest.subarray(0, 26)].map((byte) => BASE32[byte % 32]).join('')}`;
}
