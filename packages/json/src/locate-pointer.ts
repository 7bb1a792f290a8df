import { pointerTokens } from './pointer.js';

/**
 * Byte offset of the value that an RFC 6901 JSON Pointer names, in text that is valid JSON. Where the pointer leads further than the
 * text does (a missing key), the offset of the deepest value on the way is returned.
 */
export function locatePointer(
  bytes: Uint8Array,
  pointer: string,
  options: { readonly start?: number; readonly end?: number } = {},
): number {
  const end = options.end ?? bytes.length;
  let position = skipWhitespace(bytes, options.start ?? 0, end);
  for (const token of pointerTokens(pointer)) {
    const found =
      bytes[position] === 0x7b
        ? findMember(bytes, position, end, token)
        : bytes[position] === 0x5b
          ? findElement(bytes, position, end, Number(token))
          : -1;
    if (found < 0) return position;
    position = found;
  }
  return position;
}

function findMember(bytes: Uint8Array, open: number, end: number, key: string): number {
  let position = skipWhitespace(bytes, open + 1, end);
  while (position < end && bytes[position] === 0x22) {
    const keyEnd = skipString(bytes, position, end);
    const name: unknown = JSON.parse(Buffer.from(bytes.subarray(position, keyEnd)).toString('utf8'));
    const value = skipWhitespace(bytes, skipWhitespace(bytes, keyEnd, end) + 1, end);
    if (name === key) return value;
    position = skipWhitespace(bytes, skipValue(bytes, value, end), end);
    if (bytes[position] !== 0x2c) return -1;
    position = skipWhitespace(bytes, position + 1, end);
  }
  return -1;
}

function findElement(bytes: Uint8Array, open: number, end: number, index: number): number {
  let position = skipWhitespace(bytes, open + 1, end);
  if (bytes[position] === 0x5d) return -1;
  for (let at = 0; at < index; at++) {
    position = skipWhitespace(bytes, skipValue(bytes, position, end), end);
    if (bytes[position] !== 0x2c) return -1;
    position = skipWhitespace(bytes, position + 1, end);
  }
  return index >= 0 ? position : -1;
}

function skipWhitespace(bytes: Uint8Array, from: number, end: number): number {
  let position = from;
  while (position < end && (bytes[position] as number) <= 0x20) position++;
  return position;
}

function skipString(bytes: Uint8Array, open: number, end: number): number {
  let position = open + 1;
  while (position < end && bytes[position] !== 0x22) position += bytes[position] === 0x5c ? 2 : 1;
  return position + 1;
}

function skipValue(bytes: Uint8Array, from: number, end: number): number {
  let position = from;
  let depth = 0;
  while (position < end) {
    const byte = bytes[position] as number;
    if (byte === 0x22) position = skipString(bytes, position, end);
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      position++;
    } else if (byte === 0x7d || byte === 0x5d) {
      // A scalar ends before the bracket of the container around it; a container ends behind its own.
      if (depth === 0) return position;
      position++;
      if (--depth === 0) return position;
    } else if (byte === 0x2c && depth === 0) return position;
    else position++;
    if (depth === 0 && byte === 0x22) return position;
  }
  return position;
}
