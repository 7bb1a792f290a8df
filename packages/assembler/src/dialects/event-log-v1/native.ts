import { eventLogV1, type HistoryTurn, type StateDocument } from '@fxlog/format';
import { DialectError, type RecoveryCheckpoint } from '@fxlog/format/internal';
import type { NativeState, NativeTurn } from '../index.js';

/** A turn or compaction under fx's own keys. */
export interface EventLogTurn {
  readonly dialect: 'event-log-v1';
  readonly turn: HistoryTurn;
  /** The checkpoint of a turn that is under way; `turn` then is what fx would commit if it were cancelled. */
  readonly checkpoint?: RecoveryCheckpoint;
}

/** A state under fx's own keys, its history left out. */
export interface EventLogState {
  readonly dialect: 'event-log-v1';
  readonly state: StateDocument;
}

/**
 * fx's own turn, for those who handle this dialect only.
 *
 * @throws DialectError for a turn of another dialect.
 */
export function eventLogTurn(native: NativeTurn): HistoryTurn {
  if (native.dialect === 'event-log-v1') return native.turn;
  throw new DialectError(eventLogV1, native.dialect);
}

/**
 * fx's own state, for those who handle this dialect only.
 *
 * @throws DialectError for a state of another dialect.
 */
export function eventLogState(native: NativeState): StateDocument {
  if (native.dialect === 'event-log-v1') return native.state;
  throw new DialectError(eventLogV1, native.dialect);
}
