/**
 * What the recogniser checks beyond the spelling of a line. In the common subset of TypeScript and AssemblyScript, as the interpreter, which calls
 * these functions. Truth values are 0 and 1 throughout.
 */
import { type i32, input } from '../../recogniser/platform.js';
import { lastEnd, lastStart } from '../../recogniser/scan.js';
import {
  HOOK_CONTENT,
  HOOK_DIFF,
  HOOK_HANDLE,
  HOOK_NOT_EMPTY,
  HOOK_PARTS,
  HOOK_PAYLOAD,
  HOOK_PREVIEW,
  HOOK_REPLAY_BYTES,
  HOOK_REPLAY_REF,
  MAX_PARTS_BYTES,
  MAX_PREVIEW_BYTES,
} from './recogniser-codes.js';

let replayParts: i32 = 0;
let hasContent: i32 = 0;

export function beginValue(): void {
  replayParts = 0;
  hasContent = 0;
}

export function acceptsLine(): i32 {
  return 1;
}

export function firstMark(): i32 {
  return -1;
}

export function secondMark(): i32 {
  return -1;
}

export function beforeHook(hook: i32): void {
  if (hook === HOOK_PAYLOAD) replayParts = 0;
  else if (hook === HOOK_DIFF) hasContent = 0;
}

export function afterHook(hook: i32): i32 {
  switch (hook) {
    case HOOK_NOT_EMPTY:
      return lastEnd > lastStart ? 1 : 0;
    case HOOK_PREVIEW:
      return lastEnd - lastStart <= MAX_PREVIEW_BYTES || unescapedLength() <= MAX_PREVIEW_BYTES ? 1 : 0;
    case HOOK_PARTS:
      // Escapes are longer than what they mean.
      return lastEnd > lastStart && lastEnd - lastStart <= MAX_PARTS_BYTES ? 1 : 0;
    case HOOK_REPLAY_REF:
    case HOOK_REPLAY_BYTES:
      replayParts++;
      return 1;
    case HOOK_PAYLOAD:
      return replayParts === 1 ? 0 : 1;
    case HOOK_CONTENT:
      hasContent = 1;
      return 1;
    case HOOK_HANDLE:
      return hasContent === 0 && isPack() !== 0 ? 1 : 0;
    default:
      return 1;
  }
}

/** Most bytes that the text scanned last can have: an escape of a letter means one, one of four digits at most three. */
function unescapedLength(): i32 {
  let length: i32 = 0;
  let p = lastStart;
  while (p < lastEnd) {
    if (input(p) !== 0x5c) {
      p++;
      length++;
    } else if (input(p + 1) === 0x75) {
      p += 6;
      length += 3;
    } else {
      p += 2;
      length++;
    }
  }
  return length;
}

/** Whether the text scanned last begins with `diff-` and ends with `.json`. */
function isPack(): i32 {
  const p = lastStart;
  const q = lastEnd - 5;
  return q - p >= 5 &&
    input(p) === 0x64 &&
    input(p + 1) === 0x69 &&
    input(p + 2) === 0x66 &&
    input(p + 3) === 0x66 &&
    input(p + 4) === 0x2d &&
    input(q) === 0x2e &&
    input(q + 1) === 0x6a &&
    input(q + 2) === 0x73 &&
    input(q + 3) === 0x6f &&
    input(q + 4) === 0x6e
    ? 1
    : 0;
}
