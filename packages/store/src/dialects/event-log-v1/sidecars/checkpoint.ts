/** `checkpoint.json`, decoded (session-directory §4.1). */
import { createHash } from 'node:crypto';
import { type HistoryTurn, type StateDocument, StateDocumentReader } from '@fxlog/format';
import { FILE_LIMITS, type LogPosition, StateDocumentError } from '@fxlog/format/internal';
import { parseJson } from '@fxlog/json';
import { UnbuiltJson } from '@fxlog/json/internal';
import { type ControlFile, readControlFile } from '../../../paths/control-file.js';
import { exactObject, hex16, oneOf, ShapeError, satisfying, sessionId, u64 } from '../../../paths/shape.js';

/** A checkpoint, read. The history stands beside the state, as elsewhere. */
export interface CheckpointContent extends LogPosition {
  readonly session_id: string;
  readonly state: StateDocument;
  readonly turns: readonly HistoryTurn[];
  /** SHA-256 of the file's bytes, as the manifest refers to it. */
  readonly sha256: string;
}

/** How much of the state is read at a time, in bytes. */
const PART_BYTES = 262_144;

const head = exactObject({
  schema_version: oneOf(1),
  session_id: sessionId,
  log_generation: hex16,
  through_seq: u64(1),
  through_event_id: hex16,
  through_event_log_bytes: u64(1),
  state: satisfying('an object', (value) => value instanceof UnbuiltJson),
});

type Head = LogPosition & { readonly session_id: string };

/** How fx begins the document, up to its state. */
const CANONICAL_HEAD =
  /^\{"schema_version":1,"session_id":"[A-Za-z0-9._-]{1,255}","log_generation":"[0-9a-f]{32}","through_seq":\d{1,15},"through_event_id":"[0-9a-f]{32}","through_event_log_bytes":\d{1,15},"state":/;
const HEAD_BYTES = 1024;
const CLOSE_OBJECT = 0x7d;

/** Decodes `checkpoint.json`, its state in document order; throws `JsonError` or `ShapeError`. */
function decodeCheckpoint(bytes: Uint8Array): CheckpointContent {
  const canonical = findCanonicalState(bytes);
  if (canonical !== null) {
    try {
      return decodeState(canonical.head, bytes, canonical.start, bytes.length - 1);
    } catch (error) {
      // What is wrong, and where, the exact way says.
      if (!(error instanceof ShapeError)) throw error;
    }
  }
  const value = parseJson(bytes, { maxDepth: 1 });
  head(value, '');
  const { state, ...rest } = value as unknown as Head & { state: UnbuiltJson };
  return decodeState(rest, bytes, state.start, state.end);
}

/**
 * The head of a document that fx wrote, and where its state begins, without looking at the state: most of it is history, which is judged when it
 * is decoded. The state ends before the last byte.
 */
function findCanonicalState(bytes: Uint8Array): { readonly head: Head; readonly start: number } | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', 0, HEAD_BYTES);
  const start = CANONICAL_HEAD.exec(text)?.[0].length;
  if (start === undefined || bytes[bytes.length - 1] !== CLOSE_OBJECT) return null;
  const value: unknown = JSON.parse(`${text.slice(0, start)}{}}`);
  const { session_id, log_generation, through_seq, through_event_id, through_event_log_bytes } = value as Head;
  const found = { session_id, log_generation, through_seq, through_event_id, through_event_log_bytes };
  const hasPlace = through_seq > 0 && through_event_log_bytes > 0;
  return hasPlace ? { head: found, start } : null;
}

function decodeState(rest: Head, bytes: Uint8Array, start: number, end: number): CheckpointContent {
  const turns: HistoryTurn[] = [];
  const reader = new StateDocumentReader(({ turn }) => turns.push(turn));
  try {
    for (let at = start; at < end; at += PART_BYTES) reader.push(bytes.subarray(at, Math.min(at + PART_BYTES, end)));
    const state = reader.end();
    if (state.id !== rest.session_id) throw new ShapeError('/state/id', 'state.id is not session_id');
    // Schema 1 passes in a log, not here.
    if (state.permission_state?.schema_version === 1)
      throw new ShapeError('/state/permission_state/schema_version', 'the permission state has schema 1');
    return { ...rest, state, turns, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    if (error instanceof StateDocumentError) throw new ShapeError(`/state${error.path}`, error.message);
    throw error;
  }
}

/** Reads the checkpoint of a session. */
export function readCheckpoint(dir: string): ControlFile<CheckpointContent> {
  return readControlFile(`${dir}/checkpoint.json`, FILE_LIMITS.checkpoint, decodeCheckpoint);
}
