/** `checkpoint.json`: when fx uses it, and whether it tells the truth (session-directory §4.1). */
import { createHash } from 'node:crypto';
import {
  FILE_LIMITS,
  type HistoryTurn,
  type LogPosition,
  type StateDocument,
  StateDocumentError,
  StateDocumentReader,
} from '@fxlog/format';
import { parseJson, UnbuiltJson } from '@fxlog/json';
import { type ControlFile, fxErrorOf, readControlFile } from '../../../paths/control-file.js';
import { fingerprintOf } from '../sidecars/fingerprint.js';
import { exactObject, hex16, oneOf, ShapeError, satisfying, sessionId, u64 } from '../sidecars/shape.js';
import type { LogJudge } from './log-judge.js';
import { matchesState } from './manifest-state.js';
import { ReferenceCollector, type References } from './references.js';
import type { SessionScene } from './session-scene.js';

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
export function decodeCheckpoint(bytes: Uint8Array): CheckpointContent {
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
export const readCheckpoint = (dir: string): ControlFile<CheckpointContent> =>
  readControlFile(`${dir}/checkpoint.json`, FILE_LIMITS.checkpoint, decodeCheckpoint);

/** Would a writable open take its state from the checkpoint? */
export type BoundCheckpoint =
  | {
      readonly usable: true;
      readonly turns: number;
      readonly references: References;
      readonly content: CheckpointContent;
    }
  | { readonly usable: false; readonly reason: string };

const equal = (a: number | bigint, b: number | bigint): boolean => BigInt(a) === BigInt(b);

/** Is the manifest one that a writable open believes, for a log that ends at this position (session-directory §2.3, steps 1 and 2)? */
export function isManifestBound(scene: SessionScene, log: LogJudge, position: LogPosition): string | null {
  const { manifest, authority } = scene;
  if (manifest.state !== 'ok') return fxErrorOf(manifest, 'FileNotFound')?.reason ?? 'there is no manifest';
  const m = manifest.value;
  if (m.id !== scene.id) return 'the manifest names another session';
  if (authority.state !== 'ok' || m.authority_id !== authority.value.authority_id)
    return 'the manifest names another authority';
  if (m.log_generation !== position.log_generation) return 'the manifest describes another generation';
  if (!equal(m.last_event_seq, position.through_seq) || !equal(m.event_log_bytes, position.through_event_log_bytes)) {
    return 'the manifest and the watermark are at different positions';
  }
  if (!equal(m.event_log_bytes, log.size)) return 'there are bytes behind the watermark';
  if (m.event_log_stat_fingerprint !== fingerprintOf(log.path)) return 'the fingerprint is stale';
  return null;
}

/** Judges whether fx would believe the checkpoint instead of replaying the whole log. */
export async function judgeCheckpoint(
  scene: SessionScene,
  log: LogJudge,
  position: LogPosition,
): Promise<BoundCheckpoint> {
  const no = (reason: string): BoundCheckpoint => ({ usable: false, reason });
  const unbound = isManifestBound(scene, log, position);
  if (unbound !== null || scene.manifest.state !== 'ok') return no(unbound ?? 'there is no manifest');
  const manifest = scene.manifest.value;
  if (manifest.checkpoint_seq === null) return no('the manifest refers to none');
  const read = scene.checkpoint;
  if (read.state !== 'ok') return no(fxErrorOf(read, 'FileNotFound')?.reason ?? 'it is missing');
  const content = read.value;
  if (content.sha256 !== manifest.checkpoint_sha256) return no('its digest is not the one in the manifest');
  if (!equal(content.through_seq, manifest.checkpoint_seq)) return no('its seq is not the one in the manifest');
  if (content.session_id !== scene.id || content.log_generation !== position.log_generation) {
    return no('it belongs to another session or generation');
  }
  if (
    content.through_seq > position.through_seq ||
    content.through_event_log_bytes > position.through_event_log_bytes
  ) {
    return no('it lies beyond the watermark');
  }
  if (equal(content.through_seq, position.through_seq)) {
    const ends = equal(content.through_event_log_bytes, position.through_event_log_bytes);
    if (!ends || content.through_event_id !== position.through_event_id)
      return no('it ends elsewhere than the watermark');
    if (!matchesState(manifest, content.state, content.turns.length))
      return no('its state is not the one in the manifest');
    const references = new ReferenceCollector();
    content.turns.forEach((turn, index) => {
      references.add(turn, index);
    });
    return { usable: true, turns: content.turns.length, references, content };
  }
  return continueFrom(content, log, position, (state, turns) => matchesState(manifest, state, turns));
}

/** Replays the frames behind the checkpoint on top of its state. */
async function continueFrom(
  content: CheckpointContent,
  log: LogJudge,
  position: LogPosition,
  matches: (state: StateDocument, turns: number) => boolean,
): Promise<BoundCheckpoint> {
  const replay = await log.replayFrom(content, Number(position.through_event_log_bytes));
  if (!replay.ok) return { usable: false, reason: replay.reason };
  const { state, turns, boundary, truncateFrom, references } = replay;
  const arrives =
    truncateFrom === null &&
    equal(boundary.offset, position.through_event_log_bytes) &&
    equal(boundary.seq, position.through_seq) &&
    boundary.eventId === position.through_event_id;
  if (!arrives) return { usable: false, reason: 'the frames behind it do not lead to the watermark' };
  if (!matches(state, turns)) return { usable: false, reason: 'the state it leads to is not the one in the manifest' };
  return { usable: true, turns, references, content };
}
