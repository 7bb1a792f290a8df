/**
 * The small files of a session directory, byte for byte as fx writes them (session-directory §2 to §5): compact, keys in fx's order,
 * a trailing newline only where fx writes one.
 */
import type { Uint64 } from '@fxlog/format';
import type {
  CommitIntent,
  CommitWatermark,
  DisplayMetadata,
  LogPosition,
  SessionAuthority,
  SessionManifest,
  UsageSnapshot,
} from '@fxlog/format/internal';
import { type JsonValue, stringifyJson } from '@fxlog/json';
import { quoteJson } from '@fxlog/json/internal';
import type { LogBoundary } from './event-encoder.js';

/** The 21 keys of a manifest in their order (session-directory §2). */
const MANIFEST_KEYS = [
  'schema_version',
  'storage_format',
  'id',
  'authority_id',
  'log_generation',
  'created_at_ms',
  'updated_at_ms',
  'origin_workspace_root',
  'workspace_root',
  'conversation_language',
  'history_len',
  'total_input_tokens',
  'total_output_tokens',
  'last_event_seq',
  'event_log_bytes',
  'event_log_stat_fingerprint',
  'generation_base_seq',
  'generation_base_bytes',
  'checkpoint_seq',
  'checkpoint_sha256',
] as const satisfies readonly (keyof SessionManifest)[];

/** `session.json`, without a trailing newline. */
export function encodeManifest(manifest: SessionManifest): Uint8Array {
  const members = MANIFEST_KEYS.map((key) => `${quoteJson(key)}:${stringifyJson(manifest[key])}`);
  const { model, effort, fast_mode, provider } = manifest.preferences;
  const preferences = stringifyJson({ model, effort, fast_mode, provider: provider ?? 'gateway' });
  return Buffer.from(`{${members.join(',')},"preferences":${preferences}}`);
}

/** `authority.json`, with its newline (session-directory §3.1). */
export function encodeAuthority(authority: SessionAuthority): Uint8Array {
  const { session_id, authority_id, storage_format, source } = authority;
  return line({ schema_version: 1, session_id, authority_id, storage_format, source });
}

/** `commit.<generation>.json`, with its newline (session-directory §3.2). */
export function encodeWatermark(watermark: CommitWatermark): Uint8Array {
  return line({ schema_version: 1, session_id: watermark.session_id, ...positionOf(watermark) });
}

/** `commit.pending.json`, with its newline (session-directory §3.3). */
export function encodeCommitIntent(intent: CommitIntent): Uint8Array {
  const { session_id, operation_id, kind, prior, proposed } = intent;
  return line({
    schema_version: 1,
    session_id,
    operation_id,
    kind,
    prior: positionOf(prior),
    proposed: positionOf(proposed),
  });
}

/** `checkpoint.json` around an encoded state document, without a trailing newline (session-directory §4.1). */
export function encodeCheckpoint(sessionId: string, boundary: LogBoundary, state: Uint8Array): Uint8Array {
  const head = stringifyJson({ schema_version: 1, session_id: sessionId, ...toPosition(boundary) });
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"state":`), state, Buffer.from('}')]);
}

/** `display.json`, without a trailing newline (session-directory §4.3). */
export function encodeDisplay(display: DisplayMetadata): Uint8Array {
  const { title, preview, origin_workspace_root } = display;
  return Buffer.from(stringifyJson({ schema_version: 1, title, preview, origin_workspace_root }));
}

/** `usage-v2.json`, without a trailing newline; the snapshot is written in the rich form (session-directory §4.2). */
export function encodeUsageSidecar(sessionId: string, snapshot: UsageSnapshot): Uint8Array {
  return Buffer.from(stringifyJson({ schema_version: 1, session_id: sessionId, snapshot: toRichUsage(snapshot) }));
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

/** A boundary under the names a watermark has for it. */
export function toPosition(boundary: LogBoundary): { [Key in keyof LogPosition]: LogPosition[Key] } {
  return {
    log_generation: boundary.generation,
    through_seq: boundary.seq,
    through_event_id: boundary.eventId,
    through_event_log_bytes: boundary.offset,
  };
}

// The 23 keys of session-directory §4.2; what the plain form does not say is null or empty (event-log §3.5).
function toRichUsage(usage: UsageSnapshot): JsonValue {
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

// Only the four members, in fx's order.
function positionOf(position: LogPosition): { [Key in keyof LogPosition]: LogPosition[Key] } {
  const { log_generation, through_seq, through_event_id, through_event_log_bytes } = position;
  return { log_generation, through_seq, through_event_id, through_event_log_bytes };
}

function line(value: JsonValue): Uint8Array {
  return Buffer.from(`${stringifyJson(value)}\n`);
}
