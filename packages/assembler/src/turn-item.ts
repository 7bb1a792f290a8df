import type { Uint64 } from '@fxlog/format';
import type { PayloadOf } from './dialects/event-log-v1/folded-state.js';
import type { Turn, TurnSource } from './turn.js';

/** Why fx replaced the state. */
export type ReplacementReason = PayloadOf<'state_replacement_started'>['reason'];

/** The next turn of the history. */
export interface TurnCommitted {
  readonly type: 'turn';
  readonly turn: Turn;
  /** The turn belongs to a replacement whose commit has not been read: a `replacement-committed` or `replacement-torn` follows. */
  readonly provisional?: true;
}

interface OfReplacement {
  /** 32 hex digits. */
  readonly replacementId: string;
  readonly reason: ReplacementReason;
  /** The start frame of the transaction. */
  readonly source: TurnSource;
}

/** All turns so far are superseded: the turns that follow, from index 0, are the history now. */
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
export type TurnItem = TurnCommitted | HistoryReplaced | ReplacementCommitted | ReplacementTorn;
