/**
 * The small files of a session directory, byte for byte as fx writes them (session-directory §2 to §5): compact, keys in fx's order,
 * a trailing newline only where fx writes one.
 */
import type {
  CommitIntent,
  CommitWatermark,
  DisplayMetadata,
  LogPosition,
  SessionAuthority,
  SessionManifest,
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

/** The pieces of `checkpoint.json` around those of a state document, without a trailing newline (session-directory §4.1). */
export function encodeCheckpoint(sessionId: string, boundary: LogBoundary, state: readonly Uint8Array[]): Uint8Array[] {
  const head = stringifyJson({ schema_version: 1, session_id: sessionId, ...toPosition(boundary) });
  return [Buffer.from(`${head.slice(0, -1)},"state":`), ...state, Buffer.from('}')];
}

/** `display.json`, without a trailing newline (session-directory §4.3). */
export function encodeDisplay(display: DisplayMetadata): Uint8Array {
  const { title, preview, origin_workspace_root } = display;
  return Buffer.from(stringifyJson({ schema_version: 1, title, preview, origin_workspace_root }));
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

// Only the four members, in fx's order.
function positionOf(position: LogPosition): { [Key in keyof LogPosition]: LogPosition[Key] } {
  const { log_generation, through_seq, through_event_id, through_event_log_bytes } = position;
  return { log_generation, through_seq, through_event_id, through_event_log_bytes };
}

function line(value: JsonValue): Uint8Array {
  return Buffer.from(`${stringifyJson(value)}\n`);
}
