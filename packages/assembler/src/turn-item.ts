import type { Uint64 } from '@fxlog/format';
import type { HistoryEntry, TurnSource } from './turn.js';

/** The next entry of the history: a turn, or a compaction between turns. */
export type EntryCommitted = HistoryEntry & {
  /** It belongs to a replacement whose commit has not been read: a `replacement-committed` or `replacement-torn` follows. */
  readonly provisional?: true;
};

interface OfReplacement {
  readonly replacementId: string;
  /** Why fx replaced the history, in its own words. */
  readonly reason: string;
  /** The start frame of the transaction. */
  readonly source: TurnSource;
}

/** All entries so far are superseded: those that follow, from index 0, are the history now. */
export interface HistoryReplaced extends OfReplacement {
  readonly type: 'history-replaced';
  /** How many turns the history had. */
  readonly superseded: number;
  /** How many turns of the new history follow at once; null while provisional, since nobody knows yet. */
  readonly turns: number | null;
  /** Turns before this index are kept for the record only, the model no longer sees them; null while provisional. */
  readonly contextHistoryStart: Uint64 | null;
  /** The commit has not been read: if a `replacement-torn` follows, this never happened. */
  readonly provisional?: true;
  /** Leniently, what could be read of a damaged replacement. */
  readonly salvaged?: true;
}

/** What was marked provisional stands. */
export interface ReplacementCommitted extends OfReplacement {
  readonly type: 'replacement-committed';
  readonly turns: number;
  readonly contextHistoryStart: Uint64;
  readonly salvaged?: true;
}

/** What was marked provisional is void, the history is what it was before. */
export interface ReplacementTorn extends OfReplacement {
  readonly type: 'replacement-torn';
  /** Length of the history that stands. */
  readonly turns: number;
  /** The log ended inside the transaction, or (leniently) the transaction was damaged beyond use. */
  readonly cause: 'end-of-log' | 'damaged';
  /** Where fx cuts the log off, in bytes; null when the log goes on. */
  readonly truncateFrom: number | null;
}

/** What comes out of {@link assembleTurns}. */
export type TurnItem = EntryCommitted | HistoryReplaced | ReplacementCommitted | ReplacementTorn;
