/**
 * The fast way to accept a frame: recognise, byte for byte, the spelling that fx itself writes.
 *
 * A canonical frame has its keys in one fixed order and no whitespace (event-log §4), so a literal comparison per key proves at once
 * that the object is exact: nothing missing, nothing unknown, nothing twice. What is left are the values, and those are scanned in
 * place; nothing is decoded and nothing is built. The recogniser may say no to a frame that is valid – such a frame then goes the exact
 * way (decode-frame.ts), which alone refuses frames. It must never say yes to one that is not.
 *
 * The grammar is a program: words of an integer array, generated from schemas/ (see scripts/), interpreted by `match`. This file is
 * written in the common subset of TypeScript and AssemblyScript, so that the same source runs as JavaScript and as WebAssembly; all it
 * needs of the world are the few functions of platform.ts.
 *
 * Numbers of more than 15 digits, base64 forms of bytes, deep or unusual arguments and the like are left to the exact way, which is what
 * makes doubles and fixed tables sufficient here. UTF-8 is not looked at: the caller has checked it for the whole chunk.
 */
import {
  cell,
  endOfInput,
  type f64,
  findLineFeed,
  findQuote,
  type i32,
  input,
  literalAt,
  program,
  record,
  recordedEnd,
  sameInput,
  setCell,
  setSlot,
  skipPlain,
  slot,
} from './platform.js';

// Opcodes, each followed by its operands. scripts/program.mjs writes them by these numbers.
const OBJECT: i32 = 1; // count, then per member: literal, length, presence, child (0 = the literal says it all); closes with }
const LITERAL: i32 = 2; // literal, length
const CHOICE: i32 = 3; // count, children
const ARRAY: i32 = 4; // child, maximum (0 = any)
const NULLABLE: i32 = 5; // child
const WORDS: i32 = 6; // slot, count, then per word: literal, length
const BOOLEAN: i32 = 7; // slot
const UNSIGNED: i32 = 8; // slot, 1 if at most 32 bits
const SIGNED: i32 = 9; // slot
const COST: i32 = 10; // slot
const DURABLE: i32 = 11;
const TEXT: i32 = 12; // rule, parameter
const HEX: i32 = 13; // digits
const BASE64: i32 = 14;
const ARGUMENTS: i32 = 15;
const HOOK: i32 = 16; // hook, child
const TAGGED: i32 = 17; // count, then per choice: tag, literal, length, child

// Presence of a member.
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;

// Text rules, the second word of TEXT.
const LANGUAGE: i32 = 1;
const MODEL: i32 = 2;
const EFFORT: i32 = 3;
const ROOT: i32 = 4;
const SESSION_ID: i32 = 5;
const PRINTABLE: i32 = 6;
const GENERATION_ID: i32 = 7;
const WORK_ID: i32 = 8;

// Hooks: rules that compare several fields, run around the value they belong to. Truth values are 0 and 1 throughout.
const HOOK_USAGE: i32 = 1;
const HOOK_MODEL: i32 = 2;
const HOOK_PENDING: i32 = 3;
const HOOK_CHECKPOINT: i32 = 4;
const HOOK_SEQ: i32 = 5;
const HOOK_POSITIVE: i32 = 6;
const HOOK_USER_WORK_ID: i32 = 7;
const HOOK_EVENT_WORK_ID: i32 = 8;
const HOOK_TURN: i32 = 9;
const HOOK_MODEL_NAME: i32 = 10;
const HOOK_PENDING_ID: i32 = 11;
const HOOK_IDENTIFIER: i32 = 12;
const HOOK_USER: i32 = 13;
const HOOK_REWRITTEN: i32 = 14;

// Slots hold the numbers that hooks compare. 0 is written by every field that nobody compares.
const NEXT: i32 = 1;
const SETTLED: i32 = 2;
const BILLING: i32 = 3;
const TOTAL: i32 = 4; // … and the five that follow: input, output, cache read, cache write, web searches
const TOTAL_COST: i32 = 9;
const FIRST: i32 = 10;
const PART: i32 = 11; // … the same five of one model
const PART_COST: i32 = 16;
const SEQUENCE: i32 = 17;
const MAX_ATTEMPTS: i32 = 18;
const CONSUMED: i32 = 19;
const RESERVED: i32 = 20;
const SEQ: i32 = 21;
const POSITIVE: i32 = 22;
const SUM: i32 = 23; // … five sums
const SUM_COST: i32 = 28;
const LAST_FIRST: i32 = 29;
const TIMESTAMP: i32 = 30;
const TAG: i32 = 31;
const PENDING_SEQUENCES: i32 = 32; // … of up to 16 pending entries

const COST_TOLERANCE: f64 = 1e-12;
const IDENTIFIER_BUDGET: i32 = 8192;

// Cells: a small scratch table of integers.
const MODEL_NAMES: i32 = 0; // starts and lengths of up to 32 model names
const PENDING_IDS: i32 = 64; // … and of up to 16 pending ids
const STACK: i32 = 128; // kinds of the open containers in arguments, up to MAX_DEPTH
const KEYS: i32 = 256; // starts and ends of the keys in arguments, up to MAX_KEYS
const BASES: i32 = 1400; // first key of each open object
const MAX_DEPTH: i32 = 64;
const MAX_KEYS: i32 = 512;

let lastStart: i32 = 0;
let lastEnd: i32 = 0;
let lastEscaped: i32 = 0;
let depth: i32 = 0;
let keyCount: i32 = 0;
let modelCount: i32 = 0;
let pendingCount: i32 = 0;
let identifierBytes: i32 = 0;
let hasUser: i32 = 0;
let userWorkStart: i32 = 0;
let userWorkEnd: i32 = 0;
let eventIdAt: i32 = 0;
let workIdAt: i32 = 0;
let isRewritten: i32 = 0;
let hexAt: i32 = 0;

/**
 * Recognises one frame that begins at `start`.
 *
 * @param envelope the node of the frame's grammar
 * @returns the position after its LF, or -1 if the frame is not canonical or not valid.
 */
function matchFrame(envelope: i32, start: i32): i32 {
  const end = matchValue(envelope, start);
  // A work id of the turn that its event has not confirmed is left to the exact way (event-log §3.7.2).
  if (end < 0 || input(end) !== 0x0a || userWorkStart >= 0) return -1;
  return end + 1;
}

/**
 * Recognises the frames that lie complete between `start` and `end`, one after the other, and records each: where its line ends and, if
 * it was recognised, its tag, event id, work id, sequence number and time. A line that was not recognised is recorded with the tag -1.
 *
 * @returns how many lines were recorded, at most `capacity`.
 */
export function matchFrames(envelope: i32, start: i32, capacity: i32): i32 {
  let at = start;
  let count: i32 = 0;
  while (count < capacity) {
    const end = matchFrame(envelope, at);
    if (end >= 0)
      record(count, end, <i32>slot(TAG) + (isRewritten << 8), eventIdAt, workIdAt, slot(SEQ), slot(TIMESTAMP));
    else {
      const lineEnd = findLineFeed(at) + 1;
      if (lineEnd === 0) break;
      record(count, lineEnd, -1, 0, 0, 0, 0);
    }
    at = recordedEnd(count);
    count++;
  }
  return count;
}

/**
 * Recognises values that follow on each other with commas between them, as in a list, and records where each ends.
 *
 * @param start first byte of the first value
 * @returns how many values were recorded, at most `capacity`.
 */
export function matchList(node: i32, start: i32, capacity: i32): i32 {
  let at = start;
  let count: i32 = 0;
  while (count < capacity) {
    const end = matchValue(node, at);
    if (end < 0) break;
    record(count, end, 0, 0, 0, 0, 0);
    count++;
    if (input(end) !== 0x2c) break;
    at = end + 1;
  }
  return count;
}

/** Recognises any one value of the grammar, for documents that are not frames; returns its end or -1. */
function matchValue(node: i32, start: i32): i32 {
  userWorkStart = -1;
  workIdAt = -1;
  isRewritten = 0;
  return match(node, start);
}

function match(node: i32, at: i32): i32 {
  let p = at;
  switch (program(node)) {
    case OBJECT: {
      const count = program(node + 1);
      let member = node + 2;
      for (let index: i32 = 0; index < count; index++) {
        const length = program(member + 1);
        if (literalAt(p, program(member), length) === 0) {
          if (program(member + 2) === REQUIRED) return -1;
          // What fx always writes is missing: the value is valid, but fx would spell it otherwise.
          if (program(member + 2) !== OPTIONAL) isRewritten = 1;
        } else {
          p += length;
          const child = program(member + 3);
          if (child !== 0) {
            p = match(child, p);
            if (p < 0) return -1;
          }
        }
        member += 4;
      }
      return input(p) === 0x7d ? p + 1 : -1;
    }
    case LITERAL:
      return literalAt(p, program(node + 1), program(node + 2)) === 0 ? -1 : p + program(node + 2);
    case CHOICE: {
      const count = program(node + 1);
      for (let index: i32 = 0; index < count; index++) {
        const end = match(program(node + 2 + index), p);
        if (end >= 0) return end;
      }
      return -1;
    }
    case ARRAY: {
      if (input(p) !== 0x5b) return -1;
      p++;
      if (input(p) === 0x5d) return p + 1;
      const child = program(node + 1);
      const maximum = program(node + 2);
      for (let count: i32 = 1; maximum === 0 || count <= maximum; count++) {
        p = match(child, p);
        if (p < 0) return -1;
        const byte = input(p);
        p++;
        if (byte === 0x5d) return p;
        if (byte !== 0x2c) return -1;
      }
      return -1;
    }
    case NULLABLE:
      return input(p) === 0x6e ? matchNull(p) : match(program(node + 1), p);
    case WORDS: {
      const count = program(node + 2);
      for (let index: i32 = 0; index < count; index++) {
        const length = program(node + 4 + 2 * index);
        if (literalAt(p, program(node + 3 + 2 * index), length) !== 0) {
          setSlot(program(node + 1), <f64>index);
          return p + length;
        }
      }
      return -1;
    }
    case BOOLEAN:
      return matchBoolean(p, program(node + 1));
    case UNSIGNED:
      return matchUnsigned(p, program(node + 1), program(node + 2));
    case SIGNED: {
      const negative = input(p) === 0x2d;
      // -0 reads as 0 and is written so; the exact way converts it.
      if (negative && input(p + 1) === 0x30) return -1;
      return matchUnsigned(negative ? p + 1 : p, program(node + 1), 0);
    }
    case COST:
      return matchCost(p, program(node + 1));
    case DURABLE:
      return matchString(p);
    case TEXT:
      return matchText(p, program(node + 1), program(node + 2));
    case HEX:
      return matchHex(p, program(node + 1));
    case BASE64:
      return matchBase64(p);
    case ARGUMENTS:
      return matchArguments(p);
    case TAGGED: {
      const count = program(node + 1);
      for (let choice = node + 2; choice < node + 2 + 4 * count; choice += 4) {
        const length = program(choice + 2);
        if (literalAt(p, program(choice + 1), length) === 0) continue;
        setSlot(TAG, <f64>program(choice));
        return match(program(choice + 3), p + length);
      }
      return -1;
    }
    case HOOK: {
      const hook = program(node + 1);
      beforeHook(hook);
      const end = match(program(node + 2), p);
      return end >= 0 && afterHook(hook) !== 0 ? end : -1;
    }
    default:
      return -1;
  }
}

// ---- Scalars

function matchNull(p: i32): i32 {
  return input(p + 1) === 0x75 && input(p + 2) === 0x6c && input(p + 3) === 0x6c ? p + 4 : -1;
}

function matchBoolean(p: i32, target: i32): i32 {
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

function matchUnsigned(start: i32, target: i32, narrow: i32): i32 {
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
  if (narrow !== 0 && value > 4294967295) return -1;
  setSlot(target, value);
  return p;
}

/** A cost in positional notation, of at most 40 bytes, so that the value is right to some units in the last place. */
function matchCost(start: i32, target: i32): i32 {
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

function matchHex(p: i32, digits: i32): i32 {
  if (input(p) !== 0x22) return -1;
  for (let index: i32 = 1; index <= digits; index++) if (isHexDigit(input(p + index)) === 0) return -1;
  hexAt = p + 1;
  return input(p + digits + 1) === 0x22 ? p + digits + 2 : -1;
}

/** A string with the escapes of JSON; surrogates written as escapes are left to the exact way. */
function matchString(start: i32): i32 {
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

/** Four hex digits that are no surrogate. */
function isBmpEscape(p: i32): i32 {
  for (let index: i32 = 0; index < 4; index++) {
    const byte = input(p + index);
    if (isHexDigit(byte | 0x20) === 0 || (byte | 0x20) < 0x30) return 0;
    if (isHexDigit(byte) === 0 && (byte < 0x41 || byte > 0x46)) return 0;
  }
  // D8 to DF in the first two digits is a surrogate.
  return (input(p) | 0x20) === 0x64 && input(p + 1) >= 0x38 ? 0 : 1;
}

function matchText(start: i32, rule: i32, parameter: i32): i32 {
  const end = matchString(start);
  if (end < 0 || lastEscaped !== 0) return -1;
  const length = lastEnd - lastStart;
  if (length < 1) return -1;
  const first = input(lastStart);
  const last = input(lastEnd - 1);
  switch (rule) {
    case LANGUAGE:
      if (length > 24 || first === 0x20 || last === 0x20 || hasDelete() !== 0) return -1;
      break;
    case MODEL:
      if (length > 1024 || first === 0x20 || last === 0x20 || hasDelete() !== 0) return -1;
      break;
    case EFFORT:
      if (length > 64 || isName() === 0) return -1;
      // What may be an alias in some case (adaptive, default) is left; auto must stand in lower case.
      if ((length === 8 && (first | 0x20) === 0x61) || (length === 7 && (first | 0x20) === 0x64)) return -1;
      if (length === 4 && (first | 0x20) === 0x61 && literalIsAuto() === 0) return -1;
      break;
    case ROOT:
      if (length > 4096 || first !== 0x2f) return -1;
      break;
    case SESSION_ID:
      if (length > 255 || isName() === 0 || (first === 0x2e && length <= 2)) return -1;
      break;
    case PRINTABLE:
      if (length > parameter) return -1;
      for (let p = lastStart; p < lastEnd; p++) if (input(p) < 0x21 || input(p) > 0x7e) return -1;
      break;
    case GENERATION_ID:
      if (isGenerationId() === 0) return -1;
      break;
    case WORK_ID:
      if (length > 128) return -1;
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

/** Base64 has neither quotes nor escapes. Whether it is canonical is for the caller to say, who decodes it anyway (chunk.ts). */
function matchBase64(start: i32): i32 {
  if (input(start) !== 0x22) return -1;
  const end = findQuote(start + 1);
  return end < 0 ? -1 : end + 1;
}

// ---- Arguments: one JSON text inside a string, read through the escapes of the string around it

/**
 * Checks that a string holds one well-formed JSON value (event-log §3.10.3). A quote of the inner text appears as `\"` and a backslash
 * as `\\`; inner whitespace may be a blank or an escaped tab, line feed or carriage return.
 */
function matchArguments(start: i32): i32 {
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

// ---- Hooks: the rules across fields

function beforeHook(hook: i32): void {
  if (hook === HOOK_USAGE) {
    modelCount = 0;
    pendingCount = 0;
    identifierBytes = 0;
    for (let index: i32 = 0; index < 5; index++) setSlot(SUM + index, 0);
    setSlot(SUM_COST, 0);
    setSlot(LAST_FIRST, 0);
  } else if (hook === HOOK_TURN) hasUser = 0;
  else if (hook === HOOK_USER) userWorkStart = -1;
}

function afterHook(hook: i32): i32 {
  switch (hook) {
    case HOOK_USAGE:
      return usageAddsUp();
    case HOOK_MODEL:
      return addModel();
    case HOOK_PENDING:
      return addPending();
    case HOOK_CHECKPOINT: {
      // §3.11: the work id of a checkpoint's user is compared with nothing.
      userWorkStart = -1;
      const spare = slot(MAX_ATTEMPTS) - slot(CONSUMED);
      return slot(MAX_ATTEMPTS) >= 1 && (spare > 0 || (spare === 0 && slot(RESERVED) === 0)) ? 1 : 0;
    }
    case HOOK_SEQ:
      eventIdAt = hexAt;
      return slot(SEQ) >= 1 ? 1 : 0;
    case HOOK_POSITIVE:
      return slot(POSITIVE) >= 1 ? 1 : 0;
    case HOOK_REWRITTEN:
      isRewritten = 1;
      return 1;
    case HOOK_USER:
      hasUser = 1;
      return 1;
    case HOOK_USER_WORK_ID:
      userWorkStart = lastStart;
      userWorkEnd = lastEnd;
      return 1;
    case HOOK_EVENT_WORK_ID: {
      workIdAt = lastStart;
      // A compacted summary can take no work id; a turn without one takes the event's.
      if (hasUser === 0) return 0;
      if (userWorkStart < 0) return 1;
      const length = lastEnd - lastStart;
      const same = length === userWorkEnd - userWorkStart && sameInput(userWorkStart, lastStart, length) !== 0;
      userWorkStart = -1;
      return same ? 1 : 0;
    }
    case HOOK_MODEL_NAME:
      return addName(MODEL_NAMES, modelCount);
    case HOOK_PENDING_ID:
      return addName(PENDING_IDS, pendingCount);
    case HOOK_IDENTIFIER:
      identifierBytes += lastEnd - lastStart;
      return 1;
    default:
      return 1;
  }
}

/** Remembers the text matched last under an index of a table, unless it is there already. */
function addName(table: i32, count: i32): i32 {
  const length = lastEnd - lastStart;
  identifierBytes += length;
  for (let index: i32 = 0; index < count; index++) {
    if (cell(table + 2 * index + 1) === length && sameInput(cell(table + 2 * index), lastStart, length) !== 0) return 0;
  }
  setCell(table + 2 * count, lastStart);
  setCell(table + 2 * count + 1, length);
  return 1;
}

/** event-log §3.5.3 */
function addModel(): i32 {
  if (slot(FIRST) <= slot(LAST_FIRST) || slot(FIRST) >= slot(NEXT)) return 0;
  setSlot(LAST_FIRST, slot(FIRST));
  if (slot(PART + 2) > slot(PART) || slot(PART + 3) > slot(PART)) return 0;
  for (let index: i32 = 0; index < 5; index++) setSlot(SUM + index, slot(SUM + index) + slot(PART + index));
  setSlot(SUM_COST, slot(SUM_COST) + slot(PART_COST));
  modelCount++;
  return 1;
}

/** event-log §3.5.4 */
function addPending(): i32 {
  const sequence = slot(SEQUENCE);
  if (sequence < 1 || sequence >= slot(NEXT)) return 0;
  for (let index: i32 = 0; index < pendingCount; index++) if (slot(PENDING_SEQUENCES + index) === sequence) return 0;
  setSlot(PENDING_SEQUENCES + pendingCount, sequence);
  pendingCount++;
  return 1;
}

/** event-log §3.5.1, §3.5.2, §3.5.8 */
function usageAddsUp(): i32 {
  if (slot(NEXT) < 1 || slot(SETTLED) >= slot(NEXT) || identifierBytes > IDENTIFIER_BUDGET) return 0;
  // The words of billing, in the order of the schema: complete has nothing pending, pending has something.
  if ((slot(BILLING) === 0 && pendingCount > 0) || (slot(BILLING) === 1 && pendingCount === 0)) return 0;
  for (let index: i32 = 0; index < 5; index++) if (slot(SUM + index) !== slot(TOTAL + index)) return 0;
  // Half the tolerance: the values here may be off in the last place, and what is near the edge goes the exact way.
  const difference = slot(SUM_COST) - slot(TOTAL_COST);
  const tolerance = slot(TOTAL_COST) * COST_TOLERANCE;
  const limit = (tolerance > COST_TOLERANCE ? tolerance : COST_TOLERANCE) / 2;
  return difference <= limit && -difference <= limit ? 1 : 0;
}
