/**
 * Recognises the lines of a session's log as fx itself spells them: their seals, their headers and their fields (newer-formats §7.2). The
 * same as src/dialects/sessions-v2/spelling.ts does in JavaScript, for many lines at once; src/dialects/sessions-v2/scanner.ts fills and reads
 * this memory. A line that is not recognised may be good all the same.
 */

// The layout, in bytes; scanner.ts has the same numbers.
const TABLES: usize = 1024; // of the checksum: 16 × 256 words
const SPELLINGS: usize = 20480;
const RECORDS: usize = 32768;
// End, kind, start and end of its name, number, time; then start and end of each field, -1 for one that is absent.
const RECORD_BYTES: usize = 96;
const FIELDS: usize = 32;
export const INPUT: usize = 163840;

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const COMMA: u8 = 0x2c;

// How a value is spelled; scanner.ts writes these numbers.
const RAW: u8 = 1;
const UNSIGNED: u8 = 2;
const TEXT: u8 = 3;
const WORDS: u8 = 4; // count, then per word: length, bytes
const TEXTS: u8 = 5;

/** More digits than a double holds exactly are left to the exact way. */
const MAX_DIGITS: usize = 15;
/** `,"crc":"xxxxxxxx"}` and the LF. */
const SEAL_BYTES: usize = 19;

const SEAL_WORD: u64 = 0x223a22637263222c; // ,"crc":"
const VERSION_WORD: u64 = 0x222c313a2276227b; // {"v":1,"

// @ts-ignore: decorator
@inline
function table(index: usize): u32 {
  return load<u32>(TABLES + (index << 2));
}

// @ts-ignore: decorator
@inline
function wordOf(word: u32, from: usize): u32 {
  return (
    table(from + 768 + <usize>(word & 0xff)) ^
    table(from + 512 + <usize>((word >> 8) & 0xff)) ^
    table(from + 256 + <usize>((word >> 16) & 0xff)) ^
    table(from + <usize>(word >> 24))
  );
}

function crc32c(start: usize, end: usize): u32 {
  let crc: u32 = 0xffffffff;
  let at = start;
  for (; at + 16 <= end; at += 16) {
    crc =
      wordOf(crc ^ load<u32>(at), 3072) ^
      wordOf(load<u32>(at, 4), 2048) ^
      wordOf(load<u32>(at, 8), 1024) ^
      wordOf(load<u32>(at, 12), 0);
  }
  for (; at < end; at++) crc = (crc >> 8) ^ table(<usize>((crc ^ <u32>load<u8>(at)) & 0xff));
  return ~crc;
}

/** The value of a lower-case hex digit; 16 for another byte. */
// @ts-ignore: decorator
@inline
function hexValue(byte: u8): u32 {
  if (byte >= 0x30 && byte <= 0x39) return <u32>byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? <u32>byte - 0x57 : 16;
}

function isSealed(start: usize, end: usize): bool {
  if (end - start < SEAL_BYTES) return false;
  const sealed = end - SEAL_BYTES;
  if (load<u64>(sealed) != SEAL_WORD || load<u16>(end - 3) != 0x7d22) return false;
  let crc: u32 = 0;
  for (let at = sealed + 8; at < end - 3; at++) {
    const digit = hexValue(load<u8>(at));
    if (digit == 16) return false;
    crc = (crc << 4) | digit;
  }
  return crc32c(start, sealed) == crc;
}

function skipDigits(from: usize, end: usize): usize {
  let at = from;
  while (at < end && load<u8>(at) >= 0x30 && load<u8>(at) <= 0x39) at++;
  return at;
}

/** Whether these are the digits of a number that a double holds exactly. */
function isShort(start: usize, end: usize): bool {
  const length = end - start;
  return length >= 1 && length <= MAX_DIGITS && (length == 1 || load<u8>(start) != 0x30);
}

function numberOf(start: usize, end: usize): f64 {
  let value: i64 = 0;
  for (let at = start; at < end; at++) value = value * 10 + <i64>(load<u8>(at) - 0x30);
  return <f64>value;
}

// @ts-ignore: decorator
@inline
function same(left: usize, right: usize, length: usize): bool {
  for (let index: usize = 0; index < length; index++) {
    if (load<u8>(left + index) != load<u8>(right + index)) return false;
  }
  return true;
}

/** The byte behind the string that opens at `from`; 0 when it does not end before `end`. */
function skipString(from: usize, end: usize): usize {
  let at = from + 1;
  while (at < end) {
    const block = v128.load(at);
    const mask = i8x16.bitmask(
      v128.or(i8x16.eq(block, i8x16.splat(QUOTE)), i8x16.eq(block, i8x16.splat(BACKSLASH))),
    );
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += <usize>ctz(mask);
    if (at >= end) return 0;
    if (load<u8>(at) == QUOTE) return at + 1;
    at += 2;
  }
  return 0;
}

/** The byte behind a text of ASCII without escapes and control bytes; 0 for any other. */
function matchText(from: usize, end: usize): usize {
  if (load<u8>(from) != QUOTE) return 0;
  let at = from + 1;
  while (at < end) {
    const block = v128.load(at);
    // As signed bytes, those beyond ASCII are below the blank as well.
    const mask = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(block, i8x16.splat(QUOTE)), i8x16.eq(block, i8x16.splat(BACKSLASH))),
        i8x16.lt_s(block, i8x16.splat(0x20)),
      ),
    );
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += <usize>ctz(mask);
    return at < end && load<u8>(at) == QUOTE ? at + 1 : 0;
  }
  return 0;
}

function endsScalar(byte: u8): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d || byte == COMMA || byte == 0x7d || byte == 0x5d;
}

function matchRaw(from: usize, end: usize): usize {
  const first = load<u8>(from);
  if (from >= end || first <= 0x20) return 0;
  if (first == QUOTE) return skipString(from, end);
  if (first != 0x7b && first != 0x5b) {
    let at = from;
    while (at < end && !endsScalar(load<u8>(at))) at++;
    return at == from ? 0 : at;
  }
  let depth: i32 = 0;
  let at = from;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte == QUOTE) {
      at = skipString(at, end);
      if (at == 0) return 0;
      continue;
    }
    if (byte == 0x7b || byte == 0x5b) depth++;
    else if (byte == 0x7d || byte == 0x5d) {
      depth--;
      if (depth == 0) return at + 1;
    }
    at++;
  }
  return 0;
}

function matchTexts(from: usize, end: usize): usize {
  if (load<u8>(from) != 0x5b) return 0;
  let at = from;
  do {
    at = matchText(at + 1, end);
    if (at == 0) return 0;
  } while (at < end && load<u8>(at) == COMMA);
  return at < end && load<u8>(at) == 0x5d ? at + 1 : 0;
}

/** Where the words of the spelling end that was looked at last. */
let spellingEnd: usize = 0;

function matchWords(from: usize, end: usize, spelling: usize): usize {
  const count = load<u8>(spelling);
  let word = spelling + 1;
  let found: usize = 0;
  for (let index: u8 = 0; index < count; index++) {
    const length = <usize>load<u8>(word);
    if (found == 0 && from + length <= end && same(from, word + 1, length)) found = from + length;
    word += 1 + length;
  }
  spellingEnd = word;
  return found;
}

/**
 * Whether the fields from `from` to `end` are those of a spelling: count, then per field prefix, whether it is required, and its value. Their places,
 * counted from `line`, go to `places`.
 */
function matchFields(from: usize, end: usize, spelling: usize, line: usize, places: usize): bool {
  let at = from;
  const count = load<u8>(spelling);
  let next = spelling + 1;
  let place = places;
  for (let index: u8 = 0; index < count; index++, place += 8) {
    const length = <usize>load<u8>(next);
    const prefix = next + 1;
    const isRequired = load<u8>(prefix + length);
    const type = load<u8>(prefix + length, 1);
    next = prefix + length + 2;
    const isThere = at + length <= end && same(at, prefix, length);
    const value = at + length;
    let valueEnd: usize = 0;
    if (type == WORDS) {
      valueEnd = matchWords(value, end, next);
      next = spellingEnd;
    }
    if (!isThere) {
      if (isRequired) return false;
      store<i32>(place, -1);
      continue;
    }
    if (type == RAW) valueEnd = matchRaw(value, end);
    else if (type == TEXT) valueEnd = matchText(value, end);
    else if (type == TEXTS) valueEnd = matchTexts(value, end);
    else if (type == UNSIGNED) {
      const digits = skipDigits(value, end);
      if (isShort(value, digits)) valueEnd = digits;
    }
    if (valueEnd == 0) return false;
    store<i32>(place, <i32>(value - line));
    store<i32>(place, <i32>(valueEnd - line), 4);
    at = valueEnd;
  }
  return at == end;
}

/** The number of the kind whose name lies there, and where its spelling begins in `spellingEnd`; -1 for none. */
function findKind(start: usize, length: usize): i32 {
  const count = <i32>load<u8>(SPELLINGS);
  let at = SPELLINGS + 1;
  for (let kind = 0; kind < count; kind++) {
    const size = <usize>load<u8>(at);
    // Length of the spelling, in two bytes.
    const spelling = at + 1 + size + 2;
    if (size == length && same(start, at + 1, length)) {
      spellingEnd = spelling;
      return kind;
    }
    at = spelling + <usize>load<u16>(at + 1 + size);
  }
  return -1;
}

/** Recognises one line and records it; its kind is -1 where it was not recognised. */
function recognise(start: usize, end: usize, record: usize): void {
  store<i32>(record, <i32>(end - INPUT));
  store<i32>(record, -1, 4);
  if (!isSealed(start, end)) return;
  const last = end - SEAL_BYTES;
  // {"v":1,"seq":N,"ts":N,"kind":"name"
  if (load<u64>(start) != VERSION_WORD || load<u32>(start, 8) != 0x22716573 || load<u8>(start, 12) != 0x3a) return;
  const seqStart = start + 13;
  const seqEnd = skipDigits(seqStart, last);
  if (load<u32>(seqEnd) != 0x7374222c || load<u16>(seqEnd, 4) != 0x3a22) return;
  const timeStart = seqEnd + 6;
  const timeEnd = skipDigits(timeStart, last);
  if (load<u64>(timeEnd) != 0x3a22646e696b222c || load<u8>(timeEnd, 8) != QUOTE) return;
  const kindStart = timeEnd + 9;
  let kindEnd = kindStart;
  while (kindEnd < last && load<u8>(kindEnd) != QUOTE) kindEnd++;
  if (kindEnd >= last || !isShort(seqStart, seqEnd) || !isShort(timeStart, timeEnd) || load<u8>(seqStart) == 0x30) return;
  const kind = findKind(kindStart, kindEnd - kindStart);
  if (kind < 0 || !matchFields(kindEnd + 1, last, spellingEnd, start, record + FIELDS)) return;
  store<i32>(record, kind, 4);
  store<i32>(record, <i32>(kindStart - start), 8);
  store<i32>(record, <i32>(kindEnd - start), 12);
  store<f64>(record, numberOf(seqStart, seqEnd), 16);
  store<f64>(record, numberOf(timeStart, timeEnd), 24);
}

/**
 * Recognises the lines that lie complete in the first `length` bytes of the input, from `from` on, and records each.
 *
 * @returns how many were recorded, at most `capacity`
 */
export function scanLines(from: i32, length: i32, capacity: i32): i32 {
  const end = INPUT + <usize>length;
  // Padding that no line has, so that blocks can be read without asking for the end.
  memory.fill(end, 0, 64);
  let start = INPUT + <usize>from;
  let count = 0;
  while (count < capacity && start < end) {
    let at = start;
    let mask: i32 = 0;
    for (; at < end; at += 16) {
      mask = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x0a)));
      if (mask != 0) break;
    }
    if (mask == 0) break;
    const next = at + <usize>ctz(mask) + 1;
    recognise(start, next, RECORDS + <usize>count * RECORD_BYTES);
    start = next;
    count++;
  }
  return count;
}
