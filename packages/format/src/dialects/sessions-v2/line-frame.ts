/**
 * The frame of a line: the seal at its end and the header at its beginning, whose bytes have fixed places (newer-formats §7.2).
 */
import { crc32c, exactInteger } from '@fxlog/json/internal';
import type { Uint64 } from '../../scalars.js';

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const SEAL = ascii(',"crc":"');

/** Bytes of a line from its seal on, LF included: `,"crc":"xxxxxxxx"}`. */
const SEAL_BYTES = SEAL.length + 8 + 2 + 1;

const VERSION = ascii('{"v":');
const SEQ = ascii(',"seq":');
const TIME = ascii(',"ts":');
const KIND = ascii(',"kind":"');

const MAX_UINT64 = 2n ** 64n - 1n;

const HEX = '0123456789abcdef';
const HEX_DIGITS = ascii(HEX);

/** Value of each hex digit that fx writes; 16 for every other byte. */
const HEX_VALUES = new Uint8Array(256).fill(16);
for (let value = 0; value < 16; value++) HEX_VALUES[HEX_DIGITS[value]!] = value;

/** What a line cannot have without being no line at all; fx says `BadLine` to each. */
export type FrameFault = 'too-large' | 'frame' | 'checksum' | 'header';

/** The header of a line, and where its fields lie. */
export interface LineHeader {
  /** 1; more in a line of a newer fx, which is read as if it were 1. */
  readonly version: Uint64;
  readonly seq: Uint64;
  /** Milliseconds since 1970, UTC. */
  readonly timestampMs: Uint64;
  /** First byte of the kind's name, and the byte behind it. */
  readonly kindStart: number;
  readonly kindEnd: number;
  /** The byte behind the fields; they begin behind the quote that closes the kind. */
  readonly end: number;
}

/**
 * Whether `bytes` from `start` to `end` (LF included) end with a seal that is true of what lies before it; null when so.
 * The same for lines of the log and records of the index.
 */
export function checkSeal(bytes: Uint8Array, start: number, end: number): FrameFault | null {
  const sealed = end - SEAL_BYTES;
  if (sealed < start || !matches(bytes, sealed, SEAL)) return 'frame';
  if (bytes[end - 1] !== 0x0a || bytes[end - 2] !== 0x7d || bytes[end - 3] !== 0x22) return 'frame';
  let crc = 0;
  for (let at = end - 11; at < end - 3; at++) {
    const digit = HEX_VALUES[bytes[at]!]!;
    if (digit === 16) return 'frame';
    crc = crc * 16 + digit;
  }
  return crc32c(bytes, start, sealed) === crc ? null : 'checksum';
}

/** The byte behind what the seal is about. */
export function sealedEnd(end: number): number {
  return end - SEAL_BYTES;
}

/** The text of a line, which ends where its seal belongs, with its seal, brace and LF. */
export function seal(body: Uint8Array): Uint8Array {
  const line = new Uint8Array(body.length + SEAL_BYTES);
  line.set(body);
  line.set(SEAL, body.length);
  const crc = crc32c(body);
  const digits = body.length + SEAL.length;
  for (let index = 0; index < 8; index++) line[digits + index] = HEX_DIGITS[(crc >>> (28 - 4 * index)) & 15]!;
  line.set([0x22, 0x7d, 0x0a], digits + 8);
  return line;
}

/** A line whose seal is true under another number, and sealed anew; all else stands as it is. */
export function renumberLine(line: Uint8Array, seq: Uint64): Uint8Array {
  const body = Buffer.from(line.buffer, line.byteOffset, sealedEnd(line.length));
  const from = body.indexOf(SEQ) + SEQ.length;
  const to = skipDigits(line, from, body.length);
  return seal(Buffer.concat([body.subarray(0, from), Buffer.from(String(seq)), body.subarray(to)]));
}

/** The header of a line whose seal is true; null when its bytes are not exactly those of a header. */
export function readHeader(bytes: Uint8Array, start: number, end: number): LineHeader | null {
  const last = sealedEnd(end);
  const versionStart = start + VERSION.length;
  const versionEnd = skipDigits(bytes, versionStart, last);
  const seqStart = versionEnd + SEQ.length;
  const seqEnd = skipDigits(bytes, seqStart, last);
  const timeStart = seqEnd + TIME.length;
  const timeEnd = skipDigits(bytes, timeStart, last);
  const kindStart = timeEnd + KIND.length;
  const kindEnd = skipKind(bytes, kindStart, last);
  const isFramed =
    matches(bytes, start, VERSION) &&
    matches(bytes, versionEnd, SEQ) &&
    matches(bytes, seqEnd, TIME) &&
    matches(bytes, timeEnd, KIND);
  const length = kindEnd - kindStart;
  if (!isFramed || length < 1 || length > 32 || kindEnd >= last || bytes[kindEnd] !== 0x22) return null;
  // Behind the kind come fields, each with a comma before it, or nothing.
  if (kindEnd + 1 !== last && bytes[kindEnd + 1] !== 0x2c) return null;
  const version = readDigits(bytes, versionStart, versionEnd);
  const seq = readDigits(bytes, seqStart, seqEnd);
  const timestampMs = readDigits(bytes, timeStart, timeEnd);
  if (version === null || seq === null || timestampMs === null || version === 0 || seq === 0) return null;
  return { version, seq, timestampMs, kindStart, kindEnd, end: last };
}

function skipKind(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && ((bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) || bytes[at] === 0x5f)) at++;
  return at;
}

/** The byte behind the digits that begin at `from`. */
export function skipDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
  return at;
}

/** The u64 that digits spell; null when there are none, for a leading zero, and beyond the range. */
export function readDigits(bytes: Uint8Array, start: number, end: number): Uint64 | null {
  const length = end - start;
  if (length < 1 || length > 20 || (length > 1 && bytes[start] === 0x30)) return null;
  if (length <= 15) {
    // In two parts that are small integers, which are much faster to count with than doubles.
    const middle = Math.max(start, end - 8);
    const high = readShort(bytes, start, middle);
    const low = readShort(bytes, middle, end);
    return high === 0 ? low : high * 100_000_000 + low;
  }
  const exact = BigInt(String.fromCharCode(...bytes.subarray(start, end)));
  return exact > MAX_UINT64 ? null : exactInteger(exact);
}

function readShort(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + bytes[at]! - 0x30;
  return value;
}

/** Whether `expected` stands at `at`. */
export function matches(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}
