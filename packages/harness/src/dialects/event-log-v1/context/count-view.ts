import type { HistoryTurn } from '@fxlog/format';
import type { CompactedSummaryTurn } from '@fxlog/format/internal';
import { RecordBuilder } from './record.js';

/** Entries that the model may receive before older ones are condensed (model-view §2). */
const MAX_ENTRIES = 8;
/** Entries that stay as they are when that happens. */
const KEPT_ENTRIES = 4;

/** One entry of what the model receives of the history. */
export interface ViewEntry {
  readonly turn: HistoryTurn;
  /** Place of the turn in the history, from 0; null for a record, which is made for this request and never saved. */
  readonly index: number | null;
  /** The first and the last turn that a record stands for, by their places; null for a turn. */
  readonly covers: { readonly first: number; readonly last: number } | null;
}

/** Which turns of a history the model receives, and the record of the others. It takes them one by one and keeps no more than it gives. */
export class CountView {
  readonly #total: number;
  readonly #start: number;
  /** Where the turns begin that stay as they are. */
  readonly #keptFrom: number;
  readonly #isCondensed: boolean;
  #head: ViewEntry | null = null;
  #prefix: RecordBuilder | null = null;
  #condensed: { readonly builder: RecordBuilder; readonly first: number } | null = null;
  readonly #entries: ViewEntry[] = [];
  #index = 0;

  /**
   * @param total turns of the history
   * @param start `context_history_start`
   */
  constructor(total: number, start: number) {
    this.#total = total;
    this.#start = Math.min(start, total);
    this.#isCondensed = total - this.#start + Number(this.#start > 0) > MAX_ENTRIES;
    this.#keptFrom = this.#isCondensed ? total - KEPT_ENTRIES : this.#start;
  }

  /** Takes the next turn of the history. */
  add(turn: HistoryTurn): void {
    const index = this.#index++;
    if (index >= this.#total) return;
    const summary = turn.kind === 'compacted_summary' ? turn : null;
    if (index < this.#start) this.#addToPrefix(turn, index, summary);
    else if (index >= this.#keptFrom) this.#entries.push({ turn, index, covers: null });
    else {
      if (index === this.#start) {
        this.#head = this.#prefixEntry();
        // A saved summary in front is continued by the record, and is none of the turns that it condenses.
        if (this.#head === null && summary !== null) {
          this.#head = { turn: summary, index, covers: null };
          return;
        }
      }
      this.#condensed ??= { builder: new RecordBuilder(this.#summaryInFront()), first: index };
      this.#condensed.builder.add(turn);
    }
  }

  /** What the model receives, once all turns were taken. */
  entries(): readonly ViewEntry[] {
    const head = this.#head ?? this.#prefixEntry();
    if (this.#condensed === null) return head === null ? this.#entries : [head, ...this.#entries];
    const { builder, first } = this.#condensed;
    const covers = { first: this.#head === null ? first : (this.#head.covers?.first ?? 0), last: this.#keptFrom - 1 };
    return [{ turn: builder.build(), index: null, covers }, ...this.#entries];
  }

  #addToPrefix(turn: HistoryTurn, index: number, summary: CompactedSummaryTurn | null): void {
    if (index === 0 && summary !== null) {
      if (this.#start === 1) this.#head = { turn, index, covers: null };
      else this.#prefix = new RecordBuilder(summary);
      return;
    }
    this.#prefix ??= new RecordBuilder(null);
    this.#prefix.add(turn);
  }

  #prefixEntry(): ViewEntry | null {
    if (this.#head !== null || this.#prefix === null) return this.#head;
    return { turn: this.#prefix.build(), index: null, covers: { first: 0, last: this.#start - 1 } };
  }

  #summaryInFront(): CompactedSummaryTurn | null {
    return this.#head?.turn.kind === 'compacted_summary' ? this.#head.turn : null;
  }
}
