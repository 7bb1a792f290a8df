/**
 * The fast way to accept a frame: recognise, byte for byte, the spelling that fx itself writes.
 *
 * A canonical frame has its keys in one fixed order and no whitespace so a literal comparison per key proves at once
 * that the object is exact: nothing missing, nothing unknown, nothing twice. What is left are the values, and those are scanned in
 * place; nothing is decoded and nothing is built. The recogniser may say no to a frame that is valid – such a frame then goes the exact
 * way, which alone refuses frames. It must never say yes to one that is not.
 *
 * The grammar is a program: words of an integer array, generated from schemas/ (see scripts/), interpreted by `match`. This file is
 * written in the common subset of TypeScript and AssemblyScript, so that the same source runs as JavaScript and as WebAssembly; all it
 * needs of the world are the few functions of platform.ts.
 *
 * Numbers of more than 15 digits, base64 forms of bytes, deep or unusual arguments and the like are left to the exact way, which is what
 * makes doubles and fixed tables sufficient here. UTF-8 is not looked at: the caller has checked it for the whole chunk.
 */
import {
  ARGUMENTS,
  ARRAY,
  BASE64,
  BOOLEAN,
  CHOICE,
  COST,
  DURABLE,
  HEX,
  HOOK,
  LITERAL,
  NULLABLE,
  OBJECT,
  OPTIONAL,
  REQUIRED,
  REWRITTEN,
  SEQ_SLOT,
  SIGNED,
  TAG_SLOT,
  TAGGED,
  TEXT,
  TIMESTAMP_SLOT,
  UNSIGNED,
  WORDS,
} from './codes.js';
import { acceptsLine, afterHook, beforeHook, beginValue, firstMark, secondMark } from './hooks.js';
import {
  type f64,
  findLineFeed,
  type i32,
  input,
  literalAt,
  program,
  record,
  recordedEnd,
  setSlot,
  slot,
} from './platform.js';
import {
  matchArguments,
  matchBase64,
  matchBoolean,
  matchCost,
  matchHex,
  matchNull,
  matchString,
  matchText,
  matchUnsigned,
} from './scan.js';

let isRewritten: i32 = 0;

/**
 * Recognises one frame that begins at `start`.
 *
 * @param envelope the node of the frame's grammar
 * @returns the position after its LF, or -1 if the frame is not canonical or not valid.
 */
function matchFrame(envelope: i32, start: i32): i32 {
  const end = matchValue(envelope, start);
  if (end < 0 || input(end) !== 0x0a || acceptsLine() === 0) return -1;
  return end + 1;
}

/**
 * Recognises the frames that lie complete between `start` and `end`, one after the other, and records each: where its line ends and, if
 * it was recognised, its tag, two places in it that its dialect has marked, its sequence
 * number and its time. A line that was not recognised is recorded with the tag -1.
 *
 * @returns how many lines were recorded, at most `capacity`.
 */
export function matchFrames(envelope: i32, start: i32, capacity: i32): i32 {
  let at = start;
  let count: i32 = 0;
  while (count < capacity) {
    const end = matchFrame(envelope, at);
    if (end >= 0) {
      const tag = <i32>slot(TAG_SLOT) + (isRewritten << 8);
      record(count, end, tag, firstMark(), secondMark(), slot(SEQ_SLOT), slot(TIMESTAMP_SLOT));
    } else {
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
  isRewritten = 0;
  beginValue();
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
      return matchUnsigned(p, program(node + 1), program(node + 2), program(node + 3), program(node + 4));
    case SIGNED: {
      const negative = input(p) === 0x2d;
      // -0 reads as 0 and is written so; the exact way converts it.
      if (negative && input(p + 1) === 0x30) return -1;
      return matchUnsigned(negative ? p + 1 : p, program(node + 1), 0, 0, 0);
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
        setSlot(TAG_SLOT, <f64>program(choice));
        return match(program(choice + 3), p + length);
      }
      return -1;
    }
    case REWRITTEN: {
      isRewritten = 1;
      return match(program(node + 1), p);
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
