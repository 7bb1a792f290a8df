import { parseJson } from '@fxlog/json';
import type { UsageSidecar } from '../../internal.js';
import type { DurableBytes } from '../../scalars.js';
import type { ConversationUsage } from './generated/types.js';

/** The snapshot in the form that the formats share; the numbers mean the same. */
export function toUsageSidecar({ session_id, snapshot }: ConversationUsage): UsageSidecar {
  const { pending, publication_backlog: backlog, incidents, models, ...totals } = snapshot;
  return {
    schema_version: 1,
    session_id: textOf(session_id),
    snapshot: {
      ...totals,
      schema_version: 2,
      models: models.map((model) => ({ ...model, model: textOf(model.model) })),
      pending: parseJson(pending),
      publication_backlog: parseJson(backlog),
      incidents: parseJson(incidents),
    },
  } as unknown as UsageSidecar;
}

function textOf(value: DurableBytes): string {
  return typeof value === 'string' ? value : Buffer.from(value).toString('latin1');
}
