/**
 * The keywords of `schemas/` that JSON Schema does not have, as functions over a freshly parsed tree. The compiled validators call them;
 * `schemas/README.md` says how each is written in a schema.
 *
 * A `read…` function converts: it returns the decoded value, which the validator puts in the place of the parsed one, or `undefined` for
 * a value the field does not take. All of them leave a value that is already decoded as it is, so validating twice changes nothing.
 */

import { isUtf8 } from 'node:buffer';
import { JsonNumber } from '@fxlog/json';
import { decodeCanonicalBase64, exactInteger, utf8ByteLength } from '@fxlog/json/internal';
import type { RuleId } from './rules/index.js';
import type { DurableBytes, Int64, Uint64 } from './scalars.js';

/** A bound that was broken, but which fx looks at only once the whole payload has parsed (event-log §2.1). */
export interface DeferredFault {
  /** JSON Pointer of the value. */
  readonly path: string;
  /** Id in the rule catalogue. */
  readonly rule: RuleId;
  /** The name of the error that fx raises. */
  readonly fxError: 'InvalidEventFrame' | 'InvalidDurableField' | 'InvalidReplacement';
}

/** What a validator is called on (`validators.usage.call(context, tree)`): it collects the faults of `bounds`, in the order of checks. */
export interface ValidationContext {
  readonly deferred: DeferredFault[];
}

const MAX_UINT32 = 4_294_967_295;
const MAX_UINT64 = 18_446_744_073_709_551_615n;
const MAX_INT64 = 9_223_372_036_854_775_807n;
const MIN_INT64 = -MAX_INT64 - 1n;

/** `fxInteger: "u64"` and `"size"`: digits only, up to 2⁶⁴−1; `-0` is refused (event-log §1.4). */
export function readU64(value: unknown): Uint64 | undefined {
  return readIntegerWithin(value, 0n, MAX_UINT64);
}

/** `fxInteger: "u32"`: digits only, up to 2³²−1. */
export function readU32(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32 ? value : undefined;
}

/** `fxInteger: "i64"`: an optional minus and digits; `-0` reads as 0 (event-log §1.4). */
export function readI64(value: unknown): Int64 | undefined {
  return isMinusZero(value) ? 0 : readIntegerWithin(value, MIN_INT64, MAX_INT64);
}

/** `fxInteger: "uint"`, the integer of usage objects: as u64, but `-0` is accepted and reads as 0 (event-log §1.4). */
export function readUint(value: unknown): Uint64 | undefined {
  return isMinusZero(value) ? 0 : readIntegerWithin(value, 0n, MAX_UINT64);
}

/** `fxInteger: "uint63"`, the time of usage objects: as uint, but at most 2⁶³−1 (event-log §3.5.4 to §3.5.6). */
export function readUint63(value: unknown): Uint64 | undefined {
  return isMinusZero(value) ? 0 : readIntegerWithin(value, 0n, MAX_INT64);
}

function isMinusZero(value: unknown): boolean {
  return value instanceof JsonNumber && value.text === '-0';
}

function readIntegerWithin(value: unknown, minimum: bigint, maximum: bigint): number | bigint | undefined {
  // A number is safe here, so of the two limits only the sign can matter.
  if (typeof value === 'number') return Number.isSafeInteger(value) && (value >= 0 || minimum < 0n) ? value : undefined;
  return typeof value !== 'bigint' || value < minimum || value > maximum ? undefined : exactInteger(value);
}

/**
 * `fxCost`: any JSON number, as the nearest double; finite and at least 0, `-0` included (event-log §0.3). Overflow is refused, underflow
 * reads as 0.
 */
export function readCost(value: unknown): number | undefined {
  const cost =
    typeof value === 'number'
      ? value
      : typeof value === 'bigint' || value instanceof JsonNumber
        ? Number(value instanceof JsonNumber ? value.text : value)
        : Number.NaN;
  return Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

/**
 * `durableBytes`: a string, or the object `{"encoding":"base64","data":…}` with its keys in that order, canonical base64, and bytes
 * that are **not** valid UTF-8 (event-log §0.4). The object becomes a `Uint8Array`; one that holds valid UTF-8 becomes a string.
 */
export function readDurableBytes(value: unknown): DurableBytes | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Uint8Array) return isUtf8(value) ? decodeUtf8(value) : value;
  const [first, second, ...rest] = Object.keys(value);
  if (first !== 'encoding' || second !== 'data' || rest.length > 0) return undefined;
  const { encoding, data } = value as { encoding: unknown; data: unknown };
  if (encoding !== 'base64' || typeof data !== 'string') return undefined;
  const bytes = decodeCanonicalBase64(data);
  // A plain array of its own, whatever the decoder's memory is.
  return bytes === null || isUtf8(bytes) ? undefined : new Uint8Array(bytes);
}

/**
 * What fx takes to be an attempt at `durableBytes` where null is allowed too: any string or object, and null. Other values are refused
 * under another error name.
 */
export function mayBeBytesOrNull(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value === 'string';
  return !Array.isArray(value) && !(value instanceof JsonNumber);
}

function decodeUtf8(bytes: Uint8Array): string {
  // Unlike TextDecoder, Buffer keeps a byte-order mark, which is ordinary content (event-log §0.4).
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/**
 * `asciiWord`: one of the words, in any ASCII case; reads as the word in lower case (event-log §3.4). Only `A-Z` are folded: the Kelvin
 * sign is no `k`.
 */
export function readAsciiWord(value: unknown, words: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const folded = foldAscii(value);
  return words.includes(folded) ? folded : undefined;
}

/** `effort`: `auto` and its aliases `adaptive` and `default`, in any ASCII case, read as `auto`; other names stay (event-log §3.4.2). */
export function readEffort(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9._-]{1,64}$/.test(value)) return undefined;
  return readAsciiWord(value, ['auto', 'adaptive', 'default']) === undefined ? value : 'auto';
}

function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** `minBytes`: whether a value, if it is text or bytes at all, has at least `minimum` bytes of UTF-8. */
export function hasMinBytes(value: unknown, minimum: number): boolean {
  if (typeof value === 'string') return value.length >= minimum || utf8ByteLength(value) >= minimum;
  return !(value instanceof Uint8Array) || value.length >= minimum;
}

/** `maxBytes`: whether a value, if it is text or bytes at all, has at most `maximum` bytes of UTF-8. */
export function hasMaxBytes(value: unknown, maximum: number): boolean {
  // A UTF-16 unit is one to three bytes of UTF-8.
  if (typeof value === 'string') return value.length * 3 <= maximum || utf8ByteLength(value) <= maximum;
  return !(value instanceof Uint8Array) || value.length <= maximum;
}

/** `canonicalBase64`: text that its bytes, encoded again, give back (event-log §0.5). The text is kept. */
export function isCanonicalBase64(value: unknown): boolean {
  return typeof value === 'string' && decodeCanonicalBase64(value) !== null;
}

/**
 * `keyOrder`: whether the keys of an object stand in the given order; keys that are not in the list are not looked at (event-log §3.13).
 * The order of a parsed object is that of its text.
 */
export function areKeysInOrder(value: unknown, order: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return true;
  let last = -1;
  for (const key of Object.keys(value)) {
    const place = order.indexOf(key);
    if (place < 0) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}
