/**
 * JSON Lines of other programs: only 0x0A ends a line, a line that is not a JSON object costs only itself, as it does in the programs
 * that wrote it (other-harnesses, general rules).
 */
import type { JsonObject } from '@fxlog/json';
import { isDeeperThan, isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import type { ReportLoss } from '../../loss.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import { isRepeatable } from '../../peek-source.js';
import { replaceLoneSurrogates } from './lone-surrogates.js';

const LF = 0x0a;

/** Longest line that is looked at; what is longer is reported and passed over. A string of JavaScript cannot be much longer. */
const MAX_LINE_BYTES = 268_435_456;

/** Deepest nesting of a line. The programs nest a few dozen levels; a million would take gigabytes to be held as values. */
const MAX_DEPTH = 2000;

/** How far ahead a file is read on rather than sought in. */
const MAX_GAP_BYTES = 4_194_304;

/** Where a line stands. */
export interface LinePlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Bytes without the line end. */
  readonly length: number;
  /** From 1. */
  readonly line: number;
}

/** A line; `bytes` is null when it is too long to be looked at. */
export interface RawLine extends LinePlace {
  readonly bytes: Uint8Array | null;
}

/** The lines of a source, one batch per chunk; blank lines are left out. */
export async function* readRawLines(source: Source, signal?: AbortSignal): AsyncGenerator<RawLine[], void, undefined> {
  const pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let offset = 0;
  let line = 1;
  const hold = (part: Uint8Array): void => {
    pendingBytes += part.length;
    if (pendingBytes <= MAX_LINE_BYTES) pending.push(part);
    else pending.length = 0;
  };
  const finish = (lines: RawLine[]): void => {
    const bytes =
      pendingBytes > MAX_LINE_BYTES ? null : pending.length === 1 ? (pending[0] as Uint8Array) : Buffer.concat(pending);
    if (bytes === null || !isBlank(bytes)) lines.push({ offset, length: pendingBytes, line, bytes });
    offset += pendingBytes + 1;
    line++;
    pending.length = 0;
    pendingBytes = 0;
  };
  for await (const chunk of sourceChunks(source, { start: 0, end: Number.POSITIVE_INFINITY }, signal)) {
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      hold(chunk.subarray(start, end));
      finish(lines);
      start = end + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  const tail: RawLine[] = [];
  if (pendingBytes > 0) finish(tail);
  if (tail.length > 0) yield tail;
}

/** The source itself where it can be read twice; else its bytes, all of them in memory. */
export async function toRepeatable(source: Source, signal?: AbortSignal): Promise<Source> {
  if (isRepeatable(source)) return source;
  const chunks: Uint8Array[] = [];
  for await (const chunk of sourceChunks(source, { start: 0, end: Number.POSITIVE_INFINITY }, signal))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The bytes at places in a source that can be read twice. Places in file order are read in one go. */
export async function* readPlaces<Place extends LinePlace>(
  source: Source,
  places: Iterable<Place>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly place: Place; readonly bytes: Uint8Array }, void, undefined> {
  if (source instanceof Uint8Array) {
    for (const place of places) yield { place, bytes: source.subarray(place.offset, place.offset + place.length) };
    return;
  }
  let cursor: Cursor | null = null;
  let highest = 0;
  try {
    for (const place of places) {
      const end = place.offset + place.length;
      if (place.offset < highest) {
        // Out of order: take just these bytes, so that a file in reverse costs no more than its size.
        yield { place, bytes: await readExactly(source, place.offset, end, signal) };
        continue;
      }
      if (cursor === null || place.offset - cursor.position > MAX_GAP_BYTES) {
        await cursor?.close();
        cursor = new Cursor(source, place.offset, signal);
      }
      yield { place, bytes: await cursor.take(place.offset, end) };
      highest = end;
    }
  } finally {
    await cursor?.close();
  }
}

/** The object of a line, or null when it holds none; `report` hears why, unless it is null. */
export function parseJsonLine(
  bytes: Uint8Array | null,
  place: LinePlace,
  report: ReportLoss | null,
): JsonObject | null {
  const { offset, line } = place;
  const refuse = (detail: string): null => {
    report?.({ code: 'bad-line', where: { offset, line }, detail });
    return null;
  };
  if (bytes === null) return refuse(`The line has ${place.length} bytes, which is more than is read.`);
  if (isDeeperThan(bytes, MAX_DEPTH)) return refuse(`The line is nested deeper than ${MAX_DEPTH} levels.`);
  let text: string;
  try {
    text = STRICT_UTF8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    report?.({ code: 'non-utf8-text', where: { offset, line }, detail: 'The line is not valid UTF-8.' });
    text = LENIENT_UTF8.decode(bytes);
  }
  const repaired = replaceLoneSurrogates(text);
  if (repaired.count > 0) {
    const detail = 'Half a surrogate pair was replaced.';
    report?.({ code: 'non-utf8-text', where: { offset, line }, detail, count: repaired.count });
  }
  try {
    const value = parseForeignJson(repaired.text);
    return isJsonObject(value) ? value : refuse('The line is not a JSON object.');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(`The line is not JSON: ${error.message}.`);
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const LENIENT_UTF8 = new TextDecoder('utf-8');

/** Objects of the whole lines at the beginning of a source, for detection; a line that is cut off or broken is left out. */
export function* objectsOfPrefix(prefix: Uint8Array, maxLines: number): Generator<JsonObject, void, undefined> {
  let start = 0;
  for (let seen = 0; seen < maxLines && start < prefix.length; seen++) {
    const found = prefix.indexOf(LF, start);
    const end = found < 0 ? prefix.length : found;
    const bytes = prefix.subarray(start, end);
    const object = isBlank(bytes) ? null : parseJsonLine(bytes, { offset: start, length: bytes.length, line: 1 }, null);
    if (object !== null) yield object;
    start = end + 1;
  }
}

/** Whether the first line of a source is one object that says this early on. */
export function beginsWith(prefix: Uint8Array, pattern: RegExp): boolean {
  const found = prefix.indexOf(LF);
  const end = Math.min(found < 0 ? prefix.length : found, 2048);
  const text = Buffer.from(prefix.buffer, prefix.byteOffset, end).toString('latin1');
  return text.trimStart().startsWith('{') && pattern.test(text);
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}

async function readExactly(source: Source, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of sourceChunks(source, { start, end }, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads on in a source from one place to the next. */
class Cursor {
  readonly #chunks: AsyncGenerator<Uint8Array, void, undefined>;
  #held: Uint8Array = new Uint8Array(0);
  #heldAt: number;

  constructor(source: Source, start: number, signal?: AbortSignal) {
    this.#chunks = sourceChunks(source, { start, end: Number.POSITIVE_INFINITY }, signal);
    this.#heldAt = start;
  }

  get position(): number {
    return this.#heldAt + this.#held.length;
  }

  async take(start: number, end: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let from = start; ; ) {
      const heldEnd = this.position;
      if (from < heldEnd && from >= this.#heldAt) {
        const to = Math.min(end, heldEnd);
        parts.push(this.#held.subarray(from - this.#heldAt, to - this.#heldAt));
        from = to;
      }
      if (from >= end) break;
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#heldAt = heldEnd;
      this.#held = next.value;
    }
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#chunks.return();
  }
}
