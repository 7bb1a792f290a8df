import type { EventRecord, LogError } from '@fxlog/reader';
import type { Fold, FoldOptions, FoldOutcome, FoldPoint } from '../../fold.js';
import type { SessionState } from '../../session-state.js';
import { eventLogRecord } from './fold-record.js';
import { type FoldStart, LogFold } from './log-fold.js';
import { toSessionState } from './session-state.js';

/** The fold of event-log-v1 as the hosts know it. */
export class EventLogFold implements Fold {
  readonly #fold: LogFold;

  constructor({ start, ...options }: FoldOptions) {
    this.#fold = new LogFold({
      ...options,
      keepHistory: false,
      start: start === undefined ? undefined : toStart(start),
    });
  }

  get turns(): number {
    return this.#fold.turns;
  }

  get isAtSafePoint(): boolean {
    return !this.#fold.isInReplacement;
  }

  get safePoint(): FoldPoint | null {
    const { position: point, readerPosition: position } = this.#fold;
    if (point === null || position === null) return null;
    return { position, turns: point.turns, eventId: point.boundary.eventId, state: toSessionState(point.state) };
  }

  get state(): SessionState | null {
    const { position: point } = this.#fold;
    return point === null ? null : toSessionState(point.state);
  }

  apply(record: EventRecord): void {
    this.#fold.apply(eventLogRecord(record));
  }

  keepRecords(): void {
    this.#fold.keepRecords();
  }

  fail(error: LogError): void {
    this.#fold.fail(error);
  }

  end(): FoldOutcome {
    const { state, turns, boundary, bytesConsumed, truncateFrom } = this.#fold.end();
    return {
      state: state === null ? null : toSessionState(state),
      turns,
      through: boundary === null ? null : { seq: boundary.seq, eventId: boundary.eventId, offset: boundary.offset },
      bytesConsumed,
      truncateFrom,
    };
  }
}

/**
 * Where the fold begins.
 *
 * @throws TypeError for a place in a log of another dialect.
 */
export function toStart({ position, turns, eventId, state: { native } }: FoldPoint): FoldStart {
  if (native.dialect !== 'event-log-v1') throw new TypeError('The place to begin at is in a log of another dialect.');
  const { offset, line, seq, epoch } = position;
  return {
    state: native.state,
    turns,
    boundary: { generation: epoch ?? '', seq: seq ?? 0, eventId, offset, line },
    position,
  };
}
