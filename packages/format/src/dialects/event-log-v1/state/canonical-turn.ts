import { isUtf8 } from 'node:buffer';
import type { Matcher } from '../../../recogniser/recogniser.js';
import { ROOTS } from '../generated/program.js';
import type { HistoryTurn } from '../generated/types.js';
import { recogniser } from '../recogniser.js';

/**
 * Recognises history turns in the spelling that fx writes, in one part of a document: a run of them at a time, all in one call.
 */
export class CanonicalTurns {
  readonly #matcher: Matcher | null = recogniser.matcher();
  #loaded = 0;

  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * Ends of the turns that follow on each other from `start` on, with nothing but a comma between them. Empty where the first of them is not
   * canonical, not valid, or not all there; the exact way decides then.
   */
  endsFrom(start: number): number[] {
    const matcher = this.#matcher;
    if (matcher === null) return [];
    if (this.#loaded === 0 || this.#loaded !== matcher.loaded) this.#loaded = matcher.load(this.#bytes);
    if (this.#loaded === 0) return [];
    const count = matcher.matchList(ROOTS.historyTurn, start);
    const ends: number[] = [];
    for (let index = 0; index < count; index++) ends.push(matcher.end(index));
    const last = ends.at(-1);
    return last !== undefined && isUtf8(this.#bytes.subarray(start, last)) ? ends : [];
  }
}

/** Builds a turn that was recognised: its integers are exact as doubles and its bytes all strings, so the native parser is exact. */
export function parseCanonicalTurn(bytes: Uint8Array, start: number, end: number): HistoryTurn {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return JSON.parse(view.toString('utf8', start, end)) as HistoryTurn;
}
