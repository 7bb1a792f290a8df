/**
 * Cutting JSON values out of an object by their quotes and brackets alone, as the session manager does (newer-formats §7.2). What lies
 * inside is not checked: `{"a":}` is a value here, and fails only where it is used.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** From how many bytes on the end of a string is looked for natively. */
const LONG_STRING = 24;

/** Bytes that end a scalar: white space, comma, closing brackets. */
const ENDS_SCALAR = new Uint8Array(256);
for (const byte of ' \t\r\n,}]') ENDS_SCALAR[byte.charCodeAt(0)] = 1;

export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09)) at++;
  return at;
}

/** The byte behind the string that opens at `from`; -1 when it does not end before `end`. */
export function skipString(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  for (const near = Math.min(end, at + LONG_STRING); at < near; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  while (at < end) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return -1;
    // A quote is escaped when an odd number of backslashes stands before it; none of those lies before `at`.
    let backslashes = 0;
    while (quote - backslashes > at && bytes[quote - backslashes - 1] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
  return -1;
}

/** The byte behind the value that begins at `from`; -1 when there is none, or it does not end before `end`. */
export function skipRawValue(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from];
  if (from >= end) return -1;
  if (first === QUOTE) return skipString(bytes, from, end);
  if (first !== 0x7b && first !== 0x5b) {
    let at = from;
    while (at < end && ENDS_SCALAR[bytes[at]!] === 0) at++;
    return at === from ? -1 : at;
  }
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at, end) - 1;
      if (at < 0) return -1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}
