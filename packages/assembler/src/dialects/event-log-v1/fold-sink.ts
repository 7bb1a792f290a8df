import type { HistoryTurn, Int64, Uint64 } from '@fxlog/format';
import type { EventRecord } from '@fxlog/reader';
import type { Replacement, ReplacementTurn } from './replacement.js';

/** Running totals that a `history_turn_committed` carries. */
export interface TurnTotals {
  readonly timestampMs: Int64;
  readonly language: string;
  readonly inputTokens: Uint64;
  readonly outputTokens: Uint64;
}

/** How a replacement ended: by its commit, or, leniently, salvaged after damage. */
export interface ReplacementOutcome {
  /** The frame that ended it. */
  readonly record: EventRecord;
  /** Turns of the history now. */
  readonly turns: number;
  readonly contextHistoryStart: Uint64;
  readonly isSalvaged: boolean;
}

/** Who wants to see the turns while a log is folded. All calls come in log order, from within `apply` and `end`. */
export interface FoldSink {
  /** Left out, no turn is built for it. */
  turn?(turn: HistoryTurn, index: number, record: EventRecord, totals: TurnTotals): void;
  /** @param superseded turns of the history that the replacement will supersede. */
  replacementStarted(replacement: Replacement, superseded: number): void;
  replacementTurn(turn: ReplacementTurn): void;
  replacementCommitted(replacement: Replacement, superseded: number, outcome: ReplacementOutcome): void;
  /** The replacement has no effect: the log ended inside it, or, leniently, nothing of it could be used. */
  replacementDropped(replacement: Replacement, cause: 'end-of-log' | 'damaged'): void;
}
