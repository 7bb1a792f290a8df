import type { Source } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import type { LookAhead } from '../../fold.js';

/** What stands around the values at the head of a line that fx wrote (event-log §4.2). */
const BEFORE_GENERATION = Buffer.from('{"schema_version":1,"log_generation":"');
const BEFORE_SEQ = Buffer.from('","seq":');
const BEFORE_EVENT_ID = Buffer.from(',"event_id":"');
const BEFORE_TIMESTAMP = Buffer.from('","timestamp_ms":');
const BEFORE_KIND = Buffer.from(',"kind":"');
const IDENTIFIER_DIGITS = 32;
/** No head is longer, its kind included. */
const HEAD_BYTES = 256;
const LF = 0x0a;

/** Kinds of event that change what came before them, so that a log with one of them has to be read twice. */
const COMMITTED = Buffer.from('state_replacement_committed"');
const REBOUND = Buffer.from('workspace_rebound"');

/**
 * Whether a log may hold an event that changes what came before it. Only the heads of its lines are looked at, which is many times faster than
 * reading events; it says yes too often (for a line with another head than fx writes) and never no wrongly.
 */
export async function lookAhead(source: Source, signal?: AbortSignal): Promise<LookAhead> {
  const heads = new Heads();
  const range = { start: 0, end: Number.POSITIVE_INFINITY, reuseChunks: true };
  /** The beginning of a line whose head may go on in the next chunk; null inside a line that was looked at. */
  let begun: Buffer | null = Buffer.alloc(0);
  for await (const chunk of sourceChunks(source, range, signal)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (begun !== null) {
      begun = Buffer.concat([begun, bytes.subarray(0, HEAD_BYTES)]);
      if (begun.length < HEAD_BYTES && !begun.includes(LF)) continue;
      if (heads.look(begun, 0)) return heads;
      begun = null;
    }
    for (let at = bytes.indexOf(LF) + 1; at > 0; at = bytes.indexOf(LF, at) + 1) {
      if (bytes.length - at < HEAD_BYTES && bytes.indexOf(LF, at) < 0) {
        // A copy, since the memory of the chunk is used again.
        begun = Buffer.from(bytes.subarray(at));
        break;
      }
      if (heads.look(bytes, at)) return heads;
    }
  }
  if (begun !== null && begun.length > 0) heads.look(begun, 0);
  return heads;
}

/** What the heads of lines show. */
class Heads implements LookAhead {
  mayReplace = false;
  mayMove = false;

  /** Looks at the line at a place of a buffer. @returns whether nothing more can be learned. */
  look(bytes: Uint8Array, start: number): boolean {
    const kind = kindAt(bytes, start);
    this.mayReplace ||= kind === null || isAt(bytes, kind, COMMITTED);
    this.mayMove ||= kind === null || isAt(bytes, kind, REBOUND);
    return this.mayReplace && this.mayMove;
  }
}

/** Where the kind of the line at a place of a buffer stands; null where its head is not as fx writes it. */
function kindAt(bytes: Uint8Array, start: number): number | null {
  let at = start;
  if (!isAt(bytes, at, BEFORE_GENERATION)) return null;
  at += BEFORE_GENERATION.length + IDENTIFIER_DIGITS;
  if (!isAt(bytes, at, BEFORE_SEQ)) return null;
  at = behindInteger(bytes, at + BEFORE_SEQ.length);
  if (!isAt(bytes, at, BEFORE_EVENT_ID)) return null;
  at += BEFORE_EVENT_ID.length + IDENTIFIER_DIGITS;
  if (!isAt(bytes, at, BEFORE_TIMESTAMP)) return null;
  at = behindInteger(bytes, at + BEFORE_TIMESTAMP.length);
  if (!isAt(bytes, at, BEFORE_KIND)) return null;
  return at + BEFORE_KIND.length;
}

function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

function behindInteger(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isOfInteger(bytes[at])) at++;
  return at;
}

function isOfInteger(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d;
}
