import type { HistoryTurn, StateDocument } from '@fxlog/format';

/** A turn or compaction under fx's own keys. */
export interface EventLogTurn {
  readonly dialect: 'event-log-v1';
  readonly turn: HistoryTurn;
}

/** A state under fx's own keys, its history left out. */
export interface EventLogState {
  readonly dialect: 'event-log-v1';
  readonly state: StateDocument;
}
