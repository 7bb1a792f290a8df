/** The records of a file of JSON Lines, with what can be saved from lines that are broken. */

import type { JsonObject } from '@fxlog/json';
import { closingQuote } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import type { Loss, ReportLoss } from '../../loss.js';
import { type LinePlace, parseJsonLine, type RawLine, readRawLines } from './json-lines.js';

/** An object of the file and where exactly it stands; several can share a line that is broken. */
export interface LineRecord extends LinePlace {
  readonly object: JsonObject;
}

export interface RecordOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of lines that cannot be read, unless it is null. */
  readonly report: ReportLoss | null;
  /** Whether an object that was found on a broken line is a whole record, and no part of one. */
  readonly isRecord: (object: JsonObject) => boolean;
}

/**
 * The records of a source, one batch per chunk. A program that is killed while it writes leaves zeros or the beginning of a record, and its next
 * record goes on behind that on the same line: whole records on such a line are read.
 */
export async function* readRecords(
  source: Source,
  options: RecordOptions,
): AsyncGenerator<readonly LineRecord[], void, undefined> {
  for await (const lines of readRawLines(source, options.signal)) {
    yield lines.flatMap((line) => recordsOfLine(line, options));
  }
}

function recordsOfLine(line: RawLine, { report, isRecord }: RecordOptions): LineRecord[] {
  const { bytes, offset, length, line: number } = line;
  const losses: Loss[] = [];
  const object = parseJsonLine(bytes, line, (loss) => losses.push(loss));
  const records = object === null ? recordsInside(line, isRecord) : [{ object, offset, length, line: number }];
  if (report === null) return records;
  if (object === null && records.length > 0) {
    const count = records.length === 1 ? 'A whole record' : `${records.length} whole records`;
    const detail = `The line is broken. ${count} on it could be read.`;
    report({ code: 'bad-line', where: { offset, line: number }, detail });
  } else for (const loss of losses) report(loss);
  return records;
}

const QUOTE = 0x22;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** How many times its length may be looked at of a broken line: it can begin as many objects as it has bytes. */
const MAX_LOOKS = 32;

function recordsInside({ bytes, offset, line }: RawLine, isRecord: RecordOptions['isRecord']): LineRecord[] {
  const records: LineRecord[] = [];
  if (bytes === null) return records;
  let budget = bytes.length * MAX_LOOKS;
  let start = nextObject(bytes, 0);
  while (start >= 0 && budget > 0) {
    const end = endOfObject(bytes, start);
    budget -= (end < 0 ? bytes.length : end) - start;
    const place = { offset: offset + start, length: end - start, line };
    const object = end < 0 ? null : parseJsonLine(bytes.subarray(start, end), place, null);
    if (object !== null && isRecord(object)) {
      records.push({ ...place, object });
      start = nextObject(bytes, end);
    } else start = nextObject(bytes, start + 1);
  }
  return records;
}

/** Where the next object with a key begins, -1 where there is none. */
function nextObject(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(OPEN, from);
  while (at >= 0 && bytes[at + 1] !== QUOTE) at = bytes.indexOf(OPEN, at + 1);
  return at;
}

/** Where an object ends if its braces are in order, else -1. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = closingQuote(bytes, at);
      if (at < 0) return -1;
    } else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}
