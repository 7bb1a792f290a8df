import type { ConversationLogTurn } from '@fxlog/assembler/internal';
import type { Uint64 } from '@fxlog/format';
import type { EntryDraft } from '../../dialect.js';

/** Follows the entries of a log, and counts the turns that a summary covers where it leaves some of them in view: their lines get other numbers. */
export class CoverageCounter {
  /** The turns that no summary has covered so far, each by its first and its last line. */
  #inView: { readonly first: Uint64; readonly last: Uint64 }[] = [];
  #covered = 0;
  /** The last line that a summary covers. */
  #covers: Uint64 = 0;

  /**
   * Takes the next entry.
   *
   * @returns the entry, a summary with the number of turns that it covers; and whether a turn is covered in part, which is not counted
   */
  settle(
    native: ConversationLogTurn,
    source: EntryDraft['source'],
  ): { readonly native: ConversationLogTurn; readonly cutsTurn: boolean } {
    const { turn, lastSeq } = native;
    if (!('summary' in turn)) {
      if (lastSeq !== undefined && source !== undefined) this.#inView.push({ first: source.seq, last: lastSeq });
      else this.#covered++;
      // A summary within a turn comes before it.
      return { native, cutsTurn: source !== undefined && source.seq <= this.#covers };
    }
    const { coversThroughSeq: covers } = turn;
    if (covers === undefined) return { native, cutsTurn: false };
    this.#covers = covers;
    const left = this.#inView.filter(({ last }) => last > covers);
    this.#covered += this.#inView.length - left.length;
    this.#inView = left;
    const [next] = left;
    if (next === undefined) return { native, cutsTurn: false };
    return { native: { ...native, turn: { ...turn, coveredTurns: this.#covered } }, cutsTurn: next.first <= covers };
  }
}
