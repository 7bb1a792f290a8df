/**
 * Scalars of the recogniser, each scanned in place. In the common subset of TypeScript and AssemblyScript, as interpreter.ts.
 */
import {
  ABSOLUTE,
  ANY_TEXT,
  BASES,
  EFFORT,
  GENERATION_ID,
  KEYS,
  MAX_DEPTH,
  MAX_KEYS,
  NAME,
  PRINTABLE,
  STACK,
  TRIMMED,
} from './codes.js';
import {
  cell,
  endOfInput,
  type f64,
  findQuote,
  type i32,
  input,
  sameInput,
  setCell,
  setSlot,
  skipPlain,
} from './platform.js';

/** The string that was scanned last: its first byte, the place of its closing quote, and whether it has escapes. */
export let lastStart: i32 = 0;
export let lastEnd: i32 = 0;
let lastEscaped: i32 = 0;
/** First digit of the identifier that was scanned last. */
export let hexAt: i32 = 0;
let depth: i32 = 0;
let keyCount: i32 = 0;

export function matchNull(p: i32): i32 {
  return input(p + 1) === 0x75 && input(p + 2) === 0x6c && input(p + 3) === 0x6c ? p + 4 : -1;
}

export function matchBoolean(p: i32, target: i32): i32 {
  if (input(p) === 0x74 && input(p + 1) === 0x72 && input(p + 2) === 0x75 && input(p + 3) === 0x65) {
    setSlot(target, 1);
    return p + 4;
  }
  if (
    input(p) === 0x66 &&
    input(p + 1) === 0x61 &&
    input(p + 2) === 0x6c &&
    input(p + 3) === 0x73 &&
    input(p + 4) === 0x65
  ) {
    setSlot(target, 0);
    return p + 5;
  }
  return -1;
}

function isDigit(byte: i32): i32 {
  return byte >= 0x30 && byte <= 0x39 ? 1 : 0;
}

export function matchUnsigned(start: i32, target: i32, narrow: i32, minimum: i32, maximum: i32): i32 {
  let p = start;
  let value: f64 = 0;
  let byte = input(p);
  while (isDigit(byte) !== 0) {
    value = value * 10 + <f64>(byte - 0x30);
    p++;
    byte = input(p);
  }
  const digits = p - start;
  if (digits === 0 || digits > 15 || (digits > 1 && input(start) === 0x30)) return -1;
  if (byte === 0x2e || byte === 0x65 || byte === 0x45) return -1;
  if ((narrow !== 0 && value > 4294967295) || value < <f64>minimum) return -1;
  if (maximum !== 0 && value > <f64>maximum) return -1;
  setSlot(target, value);
  return p;
}

/** A cost in positional notation, of at most 40 bytes, so that the value is right to some units in the last place. */
export function matchCost(start: i32, target: i32): i32 {
  let p = start;
  let value: f64 = 0;
  let scale: f64 = 1;
  let byte = input(p);
  while (isDigit(byte) !== 0) {
    value = value * 10 + <f64>(byte - 0x30);
    p++;
    byte = input(p);
  }
  if (p === start || (p - start > 1 && input(start) === 0x30)) return -1;
  if (byte === 0x2e) {
    p++;
    byte = input(p);
    const fraction = p;
    while (isDigit(byte) !== 0) {
      value = value * 10 + <f64>(byte - 0x30);
      scale *= 10;
      p++;
      byte = input(p);
    }
    if (p === fraction) return -1;
  }
  if (p - start > 40 || byte === 0x65 || byte === 0x45) return -1;
  setSlot(target, value / scale);
  return p;
}

function isHexDigit(byte: i32): i32 {
  return isDigit(byte) !== 0 || (byte >= 0x61 && byte <= 0x66) ? 1 : 0;
}

export function matchHex(p: i32, digits: i32): i32 {
  if (input(p) !== 0x22) return -1;
  for (let index: i32 = 1; index <= digits; index++) if (isHexDigit(input(p + index)) === 0) return -1;
  hexAt = p + 1;
  return input(p + digits + 1) === 0x22 ? p + digits + 2 : -1;
}

/** A string with the escapes of JSON; surrogates written as escapes are left to the exact way. */
export function matchString(start: i32): i32 {
  if (input(start) !== 0x22) return -1;
  let p = start + 1;
  lastStart = p;
  lastEscaped = 0;
  p = skipPlain(p);
  while (p < endOfInput() && input(p) === 0x5c) {
    lastEscaped = 1;
    const letter = input(p + 1);
    if (isSimpleEscape(letter) !== 0) p += 2;
    else if (letter === 0x75 && isBmpEscape(p + 2) !== 0) p += 6;
    else return -1;
    p = skipPlain(p);
  }
  if (p >= endOfInput() || input(p) !== 0x22) return -1;
  lastEnd = p;
  return p + 1;
}

/** One of `" \ / b f n r t`. */
function isSimpleEscape(byte: i32): i32 {
  return byte === 0x6e ||
    byte === 0x22 ||
    byte === 0x5c ||
    byte === 0x74 ||
    byte === 0x72 ||
    byte === 0x62 ||
    byte === 0x66 ||
    byte === 0x2f
    ? 1
    : 0;
}

/** Four hex digits that are not a surrogate. */
function isBmpEscape(p: i32): i32 {
  for (let index: i32 = 0; index < 4; index++) {
    const byte = input(p + index);
    if (isHexDigit(byte | 0x20) === 0 || (byte | 0x20) < 0x30) return 0;
    if (isHexDigit(byte) === 0 && (byte < 0x41 || byte > 0x46)) return 0;
  }
  // D8 to DF in the first two digits is a surrogate.
  return (input(p) | 0x20) === 0x64 && input(p + 1) >= 0x38 ? 0 : 1;
}

/** A text without escapes, of one of the forms in codes.ts. */
export function matchText(start: i32, form: i32, maxBytes: i32): i32 {
  const end = matchString(start);
  if (end < 0 || lastEscaped !== 0) return -1;
  const length = lastEnd - lastStart;
  if (length < 1 || length > maxBytes) return -1;
  const first = input(lastStart);
  const last = input(lastEnd - 1);
  switch (form) {
    case ANY_TEXT:
      break;
    case TRIMMED:
      if (first === 0x20 || last === 0x20 || hasDelete() !== 0) return -1;
      break;
    case EFFORT:
      if (isName() === 0) return -1;
      // What may be an alias in some case (adaptive, default) is left; auto must stand in lower case.
      if ((length === 8 && (first | 0x20) === 0x61) || (length === 7 && (first | 0x20) === 0x64)) return -1;
      if (length === 4 && (first | 0x20) === 0x61 && literalIsAuto() === 0) return -1;
      break;
    case ABSOLUTE:
      if (first !== 0x2f) return -1;
      break;
    case NAME:
      if (isName() === 0 || (first === 0x2e && length <= 2)) return -1;
      break;
    case PRINTABLE:
      for (let p = lastStart; p < lastEnd; p++) if (input(p) < 0x21 || input(p) > 0x7e) return -1;
      break;
    case GENERATION_ID:
      if (isGenerationId() === 0) return -1;
      break;
    default:
      return -1;
  }
  return end;
}

function hasDelete(): i32 {
  for (let p = lastStart; p < lastEnd; p++) if (input(p) === 0x7f) return 1;
  return 0;
}

function isName(): i32 {
  for (let p = lastStart; p < lastEnd; p++) {
    const byte = input(p);
    const letter = byte | 0x20;
    if (
      (letter < 0x61 || letter > 0x7a || byte < 0x41) &&
      isDigit(byte) === 0 &&
      byte !== 0x2d &&
      byte !== 0x5f &&
      byte !== 0x2e
    )
      return 0;
  }
  return 1;
}

function literalIsAuto(): i32 {
  const p = lastStart;
  return input(p) === 0x61 && input(p + 1) === 0x75 && input(p + 2) === 0x74 && input(p + 3) === 0x6f ? 1 : 0;
}

/** `gen_` and 26 digits of Crockford's base 32 in upper case. */
function isGenerationId(): i32 {
  const p = lastStart;
  if (
    lastEnd - p !== 30 ||
    input(p) !== 0x67 ||
    input(p + 1) !== 0x65 ||
    input(p + 2) !== 0x6e ||
    input(p + 3) !== 0x5f
  )
    return 0;
  for (let index: i32 = 4; index < 30; index++) {
    const byte = input(p + index);
    if (isDigit(byte) !== 0) continue;
    if (byte < 0x41 || byte > 0x5a || byte === 0x49 || byte === 0x4c || byte === 0x4f || byte === 0x55) return 0;
  }
  return 1;
}

/** Base64 has neither quotes nor escapes. Whether it is canonical is for the caller to say, who decodes it anyway. */
export function matchBase64(start: i32): i32 {
  if (input(start) !== 0x22) return -1;
  const end = findQuote(start + 1);
  return end < 0 ? -1 : end + 1;
}

// ---- Arguments: one JSON text inside a string, read through the escapes of the string around it

/**
 * Checks that a string holds one well-formed JSON value (event-log §3.10.3). A quote of the inner text appears as `\"` and a backslash
 * as `\\`; inner whitespace may be a blank or an escaped tab, line feed or carriage return.
 */
export function matchArguments(start: i32): i32 {
  if (input(start) !== 0x22) return -1;
  depth = 0;
  keyCount = 0;
  let p = matchInnerValue(start + 1);
  // A value is complete, or an empty container was opened: go on in the container around.
  while (p >= 0 && depth > 0) {
    p = skipInnerSpace(p);
    const open = cell(STACK + depth - 1);
    const next = input(p);
    p++;
    if (next === open + 2) {
      depth--;
      keyCount = cell(BASES + depth);
    } else if (next === 0x2c) {
      if (open === 0x7b) p = matchInnerKey(skipInnerSpace(p));
      if (p >= 0) p = matchInnerValue(p);
    } else return -1;
  }
  if (p < 0) return -1;
  p = skipInnerSpace(p);
  return input(p) === 0x22 ? p + 1 : -1;
}

/** Reads a value up to the end of its first scalar, or behind the bracket of an empty container, opening containers on the way. */
function matchInnerValue(start: i32): i32 {
  let p = skipInnerSpace(start);
  let byte = input(p);
  while (byte === 0x7b || byte === 0x5b) {
    if (depth === MAX_DEPTH) return -1;
    setCell(STACK + depth, byte);
    setCell(BASES + depth, keyCount);
    depth++;
    p = skipInnerSpace(p + 1);
    if (input(p) === byte + 2) return p;
    if (byte === 0x7b) {
      p = matchInnerKey(p);
      if (p < 0) return -1;
      p = skipInnerSpace(p);
    }
    byte = input(p);
  }
  return byte === 0x5c ? matchInnerString(p) : matchInnerScalar(p);
}

/** Reads a key that is new in its object, and the colon. */
function matchInnerKey(key: i32): i32 {
  const end = matchInnerString(key);
  // An escape in a key is left to the exact way, so that equal keys are equal bytes here.
  if (end < 0 || lastEscaped !== 0 || keyCount === MAX_KEYS) return -1;
  const length = end - key;
  for (let index = cell(BASES + depth - 1); index < keyCount; index++) {
    if (cell(KEYS + 2 * index + 1) === length && sameInput(cell(KEYS + 2 * index), key, length) !== 0) return -1;
  }
  setCell(KEYS + 2 * keyCount, key);
  setCell(KEYS + 2 * keyCount + 1, length);
  keyCount++;
  const p = skipInnerSpace(end);
  return input(p) === 0x3a ? p + 1 : -1;
}

function skipInnerSpace(start: i32): i32 {
  let p = start;
  let width = innerSpaceWidth(p);
  while (width > 0) {
    p += width;
    width = innerSpaceWidth(p);
  }
  return p;
}

function innerSpaceWidth(p: i32): i32 {
  const byte = input(p);
  if (byte === 0x20) return 1;
  if (byte !== 0x5c) return 0;
  const letter = input(p + 1);
  return letter === 0x6e || letter === 0x74 || letter === 0x72 ? 2 : 0;
}

/** A string of the inner text, from its `\"` to behind the closing one; `lastEscaped` tells whether it has inner escapes. */
function matchInnerString(start: i32): i32 {
  if (input(start) !== 0x5c || input(start + 1) !== 0x22) return -1;
  lastEscaped = 0;
  let p = skipPlain(start + 2);
  while (p < endOfInput() && input(p) === 0x5c && input(p + 1) === 0x5c) {
    // An inner escape: a backslash, then its letter, where quote and backslash are themselves escaped.
    lastEscaped = 1;
    const letter = input(p + 2);
    if (letter === 0x5c) {
      const escaped = input(p + 3);
      if (escaped !== 0x22 && escaped !== 0x5c) return -1;
      p += 4;
    } else if (letter === 0x75) {
      if (isBmpEscape(p + 3) === 0) return -1;
      p += 7;
    } else {
      if (isSimpleEscape(letter) === 0 || letter === 0x22) return -1;
      p += 3;
    }
    p = skipPlain(p);
  }
  // Anything but the closing quote is the end of the outer string, a control character, or an escape that the inner text cannot hold.
  return p < endOfInput() && input(p) === 0x5c && input(p + 1) === 0x22 ? p + 2 : -1;
}

function matchInnerScalar(start: i32): i32 {
  const byte = input(start);
  if (byte === 0x74 || byte === 0x66) return matchBoolean(start, 0);
  if (byte === 0x6e) return matchNull(start);
  let p = byte === 0x2d ? start + 1 : start;
  if (isDigit(input(p)) === 0) return -1;
  if (input(p) === 0x30) p++;
  else while (isDigit(input(p)) !== 0) p++;
  if (input(p) === 0x2e) {
    p++;
    if (isDigit(input(p)) === 0) return -1;
    while (isDigit(input(p)) !== 0) p++;
  }
  if ((input(p) | 0x20) === 0x65) {
    p++;
    if (input(p) === 0x2b || input(p) === 0x2d) p++;
    if (isDigit(input(p)) === 0) return -1;
    while (isDigit(input(p)) !== 0) p++;
  }
  return p;
}
