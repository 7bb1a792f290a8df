import { createHash } from 'node:crypto';
import type { UsageSnapshot } from '@fxlog/format/internal';
import type { TextRewriter } from './text-rewriter.js';

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
  const models = usage.models.map((one) => ({ ...one, model: rewriter.model(one.model) }));
  if (!('publication_backlog' in usage)) return { ...usage, models, pending };
  const backlog = usage.publication_backlog.map((fact) => ({
    ...fact,
    id: rewriteGenerationId(fact.id, rewriter),
    model: rewriter.model(fact.model),
  }));
  return { ...usage, models, pending, publication_backlog: backlog };
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function rewriteGenerationId(id: string, rewriter: TextRewriter): string {
  const changed = rewriter.id(id);
  if (changed === id) return id;
  const digest = createHash('sha256').update(changed).digest();
  return `gen_${[...digest.subarray(0, 26)].map((byte) => BASE32[byte % 32]).join('')}`;
}
