/**
 * The native way for what a program has written: a text that is exactly what `JSON.stringify` makes of its own value has no duplicate
 * key, no whitespace and no spelling of a number or a string that could be lost, so that `JSON.parse` has read it right. Whatever is not of
 * that kind, and everything that is wrong, is left to the exact parser. Nothing is ever refused here.
 */
import { isUtf8 } from 'node:buffer';
import type { JsonValue } from './json-value.js';

const LF = 0x0a;

/** Larger texts would be held three times over, and gain little: by then the exact parser has been compiled. */
const MAX_BYTES = 65_536;

/**
 * Where `JSON.stringify` gives back what is not to be taken as it is: fractions and exponents, whose spelling matters, integers that
 * may be beyond 2^53, and escapes that may stand for half a character. In a canonical text nothing else can stand before a number.
 */
const NEEDS_EXACTNESS = /(?:^|[:,[])-?(?:\d{16}|\d+[.eE])|\\ud/;

/** The value of a text in canonical spelling, with or without a final LF; undefined for any other text, good or bad. */
export function parseCanonical(bytes: Uint8Array): JsonValue | undefined {
  if (bytes.length > MAX_BYTES || !isUtf8(bytes)) return undefined;
  const length = bytes.length - Number(bytes[bytes.length - 1] === LF);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8');
  if (NEEDS_EXACTNESS.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch (error) {
    // No JSON, or nested deeper than the call stack is.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
