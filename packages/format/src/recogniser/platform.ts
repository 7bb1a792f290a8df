/**
 * What the matcher needs of the world, for JavaScript: the bytes of the input, the program, a few cells and numbers. The WebAssembly
 * build has the same functions over its linear memory (assembly/platform.ts).
 */
import { CELL_COUNT, SLOT_COUNT } from './codes.js';

export type i32 = number;
export type f64 = number;

let bytes: Uint8Array = new Uint8Array(0);
let end = 0;
let words: Int32Array = new Int32Array(0);
let literals: Uint8Array = new Uint8Array(0);
const cells = new Int32Array(CELL_COUNT);
const slots = new Float64Array(SLOT_COUNT);

/** 1 for the bytes that a string holds as they are: everything from 0x20 on but quote and backslash. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[0x22] = 0;
PLAIN[0x5c] = 0;

/** Sets the grammar to match by. */
export function setProgram(program: Int32Array, pool: Uint8Array): void {
  words = program;
  literals = pool;
}

/** Sets the bytes to match in; nothing at or after `limit` is looked at. */
export function setInput(input: Uint8Array, limit: number): void {
  bytes = input;
  end = limit;
}

export function endOfInput(): i32 {
  return end;
}

/** The byte at `at`, or NUL, which no grammar knows, behind the end. */
export function input(at: i32): i32 {
  return at < end ? (bytes[at] as number) : 0;
}

/** Position of the first byte at or after `at` that is not plain text of a string, or the end. */
export function skipPlain(at: i32): i32 {
  let position = at;
  while (position < end && PLAIN[bytes[position] as number] === 1) position++;
  return position;
}

/** 1 if `length` bytes of the literal pool at `literal` stand at `at`. */
export function literalAt(at: i32, literal: i32, length: i32): i32 {
  if (at + length > end) return 0;
  // The last byte first: keys of one object often begin alike.
  for (let index = length - 1; index >= 0; index--) if (bytes[at + index] !== literals[literal + index]) return 0;
  return 1;
}

/** 1 if `length` bytes at `left` and `right` of the input are equal. */
export function sameInput(left: i32, right: i32, length: i32): i32 {
  for (let index = 0; index < length; index++) if (bytes[left + index] !== bytes[right + index]) return 0;
  return 1;
}

/** Position of the next quote at or after `at`, or -1. */
export function findQuote(at: i32): i32 {
  const found = bytes.indexOf(0x22, at);
  return found < end ? found : -1;
}

/** Position of the next LF at or after `at`, or -1. */
export function findLineFeed(at: i32): i32 {
  const found = bytes.indexOf(0x0a, at);
  return found < end ? found : -1;
}

export function program(at: i32): i32 {
  return words[at] as number;
}

export function cell(at: i32): i32 {
  return cells[at] as number;
}

export function setCell(at: i32, value: i32): void {
  cells[at] = value;
}

export function slot(at: i32): f64 {
  return slots[at] as number;
}

export function setSlot(at: i32, value: f64): void {
  slots[at] = value;
}

/** What `matchFrames` has recorded, a line each. */
export const RECORD_CAPACITY = 4096;
export const records = {
  ends: new Int32Array(RECORD_CAPACITY),
  tags: new Int32Array(RECORD_CAPACITY),
  firstMarks: new Int32Array(RECORD_CAPACITY),
  secondMarks: new Int32Array(RECORD_CAPACITY),
  seqs: new Float64Array(RECORD_CAPACITY),
  timestamps: new Float64Array(RECORD_CAPACITY),
};

export function record(
  index: i32,
  lineEnd: i32,
  tag: i32,
  firstMark: i32,
  secondMark: i32,
  seq: f64,
  timestamp: f64,
): void {
  records.ends[index] = lineEnd;
  records.tags[index] = tag;
  records.firstMarks[index] = firstMark;
  records.secondMarks[index] = secondMark;
  records.seqs[index] = seq;
  records.timestamps[index] = timestamp;
}

export function recordedEnd(index: i32): i32 {
  return records.ends[index] as number;
}
