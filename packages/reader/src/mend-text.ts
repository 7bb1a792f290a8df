import { isUtf8 } from 'node:buffer';

const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
/** What stands in an escape for a character that is none. */
const REPLACEMENT_DIGITS = Buffer.from('fffd');

/** A line in which every character that cannot stand in JSON is U+FFFD. @internal */
export interface MendedText {
  readonly bytes: Uint8Array;
  /** Where the first of them was, in bytes from the start of the line as it was. */
  readonly offset: number;
  readonly count: number;
}

/** Puts U+FFFD in the place of bytes that are not UTF-8, and of halves of surrogate pairs in escapes; null for a line that has neither. @internal */
export function mendText(line: Uint8Array): MendedText | null {
  const decoded = isUtf8(line) ? null : replaceBadBytes(line);
  const bytes = decoded?.bytes ?? line;
  const escapes = replaceHalves(bytes);
  if (decoded === null) return escapes;
  return { ...decoded, bytes: escapes?.bytes ?? bytes, count: decoded.count + (escapes?.count ?? 0) };
}

function replaceBadBytes(line: Uint8Array): MendedText {
  // As the encoding standard has it: one U+FFFD for each maximal part that begins a character and does not end it.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line);
  const bytes = Buffer.from(text, 'utf8');
  let offset = 0;
  while (line[offset] === bytes[offset]) offset++;
  return {
    bytes,
    offset,
    count: countOf(text, '\ufffd') - countOf(Buffer.from(line).toString('latin1'), '\u00ef\u00bf\u00bd'),
  };
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function replaceHalves(line: Uint8Array): MendedText | null {
  let bytes: Buffer | null = null;
  let first = 0;
  let count = 0;
  for (let at = line.indexOf(BACKSLASH); at !== -1; at = line.indexOf(BACKSLASH, at)) {
    const unit = unitAt(line, at);
    const isHigh = isBetween(unit, 0xd800, 0xdbff);
    if (isHigh && isBetween(unitAt(line, at + 6), 0xdc00, 0xdfff)) at += 12;
    else if (isHigh || isBetween(unit, 0xdc00, 0xdfff)) {
      if (bytes === null) first = at;
      bytes ??= Buffer.from(line);
      REPLACEMENT_DIGITS.copy(bytes, at + 2);
      count++;
      at += 6;
    } else at += 2;
  }
  return bytes === null ? null : { bytes, offset: first, count };
}

/** The code unit that an escape stands for; -1 where there is no such escape. */
function unitAt(line: Uint8Array, at: number): number {
  if (line[at] !== BACKSLASH || line[at + 1] !== LOWER_U) return -1;
  const digits = Buffer.from(line.subarray(at + 2, at + 6)).toString('latin1');
  return /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}
