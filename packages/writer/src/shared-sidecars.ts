/** The small files that several formats of a session directory have in common, byte for byte as fx writes them. */
import type { Uint64 } from '@fxlog/format';
import type { UsageSnapshot } from '@fxlog/format/internal';
import { type JsonValue, stringifyJson } from '@fxlog/json';

/** `usage-v2.json`, without a trailing newline; the snapshot is written in the rich form (session-directory §4.2). */
export function encodeUsageSidecar(sessionId: string, snapshot: UsageSnapshot): Uint8Array {
  return Buffer.from(stringifyJson({ schema_version: 1, session_id: sessionId, snapshot: richUsage(snapshot) }));
}

/**
 * A pointer to the latest session of a workspace, without a trailing newline (session-directory §5.2): ready, or pending where there is
 * no time yet.
 */
export function encodeLatestPointer(workspaceRoot: string, sessionId: string, updatedAtMs: Uint64 | null): Uint8Array {
  return Buffer.from(
    stringifyJson({
      schema_version: 2,
      status: updatedAtMs === null ? 'pending' : 'ready',
      workspace_root: workspaceRoot,
      session_id: sessionId,
      updated_at_ms: updatedAtMs,
    }),
  );
}

/** A usage snapshot in its rich form, the 23 keys of session-directory §4.2: what the plain form does not say is null or empty (event-log §3.5). */
export function richUsage(usage: UsageSnapshot): JsonValue {
  const rich = 'schema_version' in usage ? usage : null;
  return {
    schema_version: 2,
    billing: usage.billing,
    api_duration_complete: usage.api_duration_complete,
    wall_duration_complete: usage.wall_duration_complete,
    code_complete: usage.code_complete,
    next_sequence: usage.next_sequence,
    settled_through_sequence: usage.settled_through_sequence,
    api_duration_ms: usage.api_duration_ms,
    wall_duration_ms: usage.wall_duration_ms,
    total_cost: usage.total_cost,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cache_read_tokens: usage.cache_read_tokens,
    cache_write_tokens: usage.cache_write_tokens,
    reasoning_tokens: rich?.reasoning_tokens ?? null,
    request_count: rich?.request_count ?? null,
    billable_web_search_calls: usage.billable_web_search_calls,
    lines_added: usage.lines_added,
    lines_removed: usage.lines_removed,
    models: usage.models.map((model) => ({
      model: model.model,
      first_sequence: model.first_sequence,
      total_cost: model.total_cost,
      input_tokens: model.input_tokens,
      output_tokens: model.output_tokens,
      cache_read_tokens: model.cache_read_tokens,
      cache_write_tokens: model.cache_write_tokens,
      reasoning_tokens: 'reasoning_tokens' in model ? model.reasoning_tokens : null,
      request_count: 'request_count' in model ? model.request_count : null,
      billable_web_search_calls: model.billable_web_search_calls,
    })),
    pending: usage.pending.map((entry) => ({
      id: entry.id,
      sequence: entry.sequence,
      origin: entry.origin,
      team: entry.team,
      observed_at_ms: 'observed_at_ms' in entry ? entry.observed_at_ms : null,
    })),
    publication_backlog: (rich?.publication_backlog ?? []).map((fact) => ({
      id: fact.id,
      created_at_ms: fact.created_at_ms,
      model: fact.model,
      input_tokens: fact.input_tokens,
      output_tokens: fact.output_tokens,
      cache_read_tokens: fact.cache_read_tokens,
      cache_write_tokens: fact.cache_write_tokens,
      reasoning_tokens: fact.reasoning_tokens,
      billable_web_search_calls: fact.billable_web_search_calls ?? 0,
      total_cost: fact.total_cost,
    })),
    incidents: (rich?.incidents ?? []).map((incident) => ({
      occurred_at_ms: incident.occurred_at_ms,
      completeness: incident.completeness,
    })),
  };
}
