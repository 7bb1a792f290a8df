import { LF } from './frame.js';

/** A part of a damaged line that may be an event of its own, or that certainly is none. @internal */
export interface LinePiece {
  /** Position in the bytes given, not in the file. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'nul' | 'byte-order-mark';
}

const NUL = 0x00;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
/** A line of nothing but `{}` must not become millions of pieces. */
const MAX_PIECES = 1024;

/**
 * Cuts a line that is not an event where one could begin anew: behind NUL blocks and a byte-order mark, behind a complete JSON
 * object, and before the bytes with which a frame begins (what follows a record that was torn in the middle).
 * The pieces tile the line. Linear in the length of the line.
 *
 * @param beginnings How a frame of this dialect begins.
 * @internal
 */
export function splitLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  beginnings: readonly Uint8Array[],
): LinePiece[] {
  const pieces: LinePiece[] = [];
  let position = start;
  if (BYTE_ORDER_MARK.every((byte, index) => bytes[start + index] === byte) && end - start > BYTE_ORDER_MARK.length) {
    position += BYTE_ORDER_MARK.length;
    pieces.push({ start, end: position, kind: 'byte-order-mark' });
  }
  // A view that ends with the line, so that no search runs on into the lines behind it
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  let marker = -1;
  while (position < end) {
    if (pieces.length >= MAX_PIECES) {
      pieces.push({ start: position, end, kind: 'text' });
      break;
    }
    if (line[position] === NUL) {
      const blockEnd = endOfNuls(line, position);
      pieces.push({ start: position, end: blockEnd, kind: 'nul' });
      position = blockEnd;
      continue;
    }
    const nul = line.indexOf(NUL, position);
    const stop = nul === -1 ? end : nul;
    while (position < stop) {
      if (marker <= position) marker = nextBeginning(line, position + 1, beginnings);
      const cut = pieces.length >= MAX_PIECES ? stop : nextCut(line, position, Math.min(marker, stop));
      pieces.push({ start: position, end: cut, kind: 'text' });
      position = cut;
    }
  }
  return pieces;
}

function endOfNuls(line: Buffer, from: number): number {
  let position = from;
  while (position < line.length && line[position] === NUL) position++;
  return position;
}

function nextBeginning(line: Buffer, from: number, beginnings: readonly Uint8Array[]): number {
  let next = line.length;
  for (const beginning of beginnings) {
    const found = line.indexOf(beginning, from);
    if (found !== -1 && found < next) next = found;
  }
  return next;
}

function nextCut(line: Buffer, from: number, limit: number): number {
  const objectEnd = endOfObject(line, from, limit);
  if (objectEnd === -1) return limit;
  // Whitespace, the LF among it, stays with the object before it
  let cut = objectEnd;
  while (cut < limit && isWhitespace(line[cut])) cut++;
  return cut;
}

function isWhitespace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF;
}

/** End of the JSON object at `from`, by its braces and strings alone; -1 when it does not end before `limit`. */
function endOfObject(line: Buffer, from: number, limit: number): number {
  let depth = 0;
  let position = from;
  while (position < limit && isWhitespace(line[position])) position++;
  if (line[position] !== OPEN_BRACE) return -1;
  for (; position < limit; position++) {
    const byte = line[position];
    if (byte === QUOTE) {
      position++;
      while (position < limit && line[position] !== QUOTE) position += line[position] === BACKSLASH ? 2 : 1;
    } else if (byte === OPEN_BRACE) {
      depth++;
    } else if (byte === CLOSE_BRACE && --depth === 0) {
      return position + 1;
    }
  }
  return -1;
}
