import { isUtf8 } from 'node:buffer';
import { matchValue } from '../fast/matcher.js';
import { setInput } from '../fast/platform.js';
import { ROOTS } from '../generated/program.js';
import type { HistoryTurn } from '../generated/types.js';

/**
 * Recognises a history turn in the spelling that fx writes.
 *
 * @returns the offset after its end, or -1 where it is not canonical, not valid, or not all there; the exact way decides then.
 */
export function findCanonicalTurnEnd(bytes: Uint8Array, start: number): number {
  setInput(bytes, bytes.length);
  const end = matchValue(ROOTS.historyTurn, start);
  return end >= 0 && isUtf8(bytes.subarray(start, end)) ? end : -1;
}

/** Builds a turn that was recognised: its integers are exact as doubles and its bytes all strings, so the native parser is exact. */
export function parseCanonicalTurn(bytes: Uint8Array, start: number, end: number): HistoryTurn {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return JSON.parse(view.toString('utf8', start, end)) as HistoryTurn;
}
