import type { StateDocument } from '@fxlog/format';
import { LogError, type ResumeToken, type Source } from '@fxlog/reader';
import { toToken } from '@fxlog/reader/internal';
import { type FoldLogOptions, nameOf, toFoldStart } from '../../fold-log-options.js';
import { readRecords } from '../../read-records.js';
import { toStart } from './event-log-fold.js';
import { eventLogRecord } from './fold-record.js';
import { type Boundary, LogFold } from './log-fold.js';
import { encodeFolded } from './state-json.js';

export interface ReduceOptions extends FoldLogOptions {
  /** Whether the history stays in the state; default true. Without it memory does not grow with the log. */
  readonly keepHistory?: boolean | undefined;
}

/** What a log folds to (event-log §5.6, §5.4). */
export interface ReduceResult {
  /** The state; its history is empty where it was not kept. */
  readonly state: StateDocument;
  /** Length of the history, kept or not. */
  readonly turns: number;
  /** Length of all whole lines in bytes, those of a torn transaction included. */
  readonly bytesConsumed: number;
  /** Place behind the last frame that took effect. */
  readonly boundary: Boundary;
  /** First byte of a torn replacement transaction: everything from there is to be cut off. Absent when nothing is torn. */
  readonly truncateFrom?: number;
  /** Where folding can be taken up when the log has grown: give it as `start`. Inside a replacement it is the place before it. */
  readonly token: ResumeToken;
}

/** As {@link ReduceResult}, for a log that may hold no `session_started` at all. */
export type LenientReduceResult = Omit<ReduceResult, 'state' | 'boundary' | 'token'> & {
  readonly state: StateDocument | null;
  readonly boundary: Boundary | null;
  readonly token: ResumeToken | null;
};

/**
 * Folds a whole log into the session's state (event-log §5), from its first frame to its last.
 *
 * Strictly (the default) it accepts what fx 0.0.5 accepts. With `mode: 'lenient'` a departure goes to `onFinding` and costs no more than its own
 * frame, and nothing is thrown for what the bytes say.
 *
 * @throws LogError strictly, for the first fault: `frameOffset` is the first byte of the frame at which folding failed, `fxError` what fx says.
 * @throws SourceError when the bytes cannot be read.
 *
 * @example
 * const { state, turns, boundary } = await reduceLog('events.jsonl', { keepHistory: false });
 */
export function reduceLog(
  source: Source,
  options?: ReduceOptions & { readonly mode?: 'strict' | undefined },
): Promise<ReduceResult>;
export function reduceLog(source: Source, options: ReduceOptions): Promise<ReduceResult | LenientReduceResult>;
export async function reduceLog(
  source: Source,
  options: ReduceOptions = {},
): Promise<ReduceResult | LenientReduceResult> {
  const { keepHistory = true, ...rest } = options;
  const { read, start } = toFoldStart(rest);
  const fold = new LogFold({
    mode: options.mode,
    onFinding: options.onFinding,
    file: options.file ?? nameOf(source),
    keepHistory,
    requireNoTorn: options.requireNoTorn,
    start: start === undefined ? undefined : toStart(start),
  });
  try {
    for await (const records of readRecords(source, read, start)) {
      for (const record of records) fold.apply(eventLogRecord(record));
      fold.keepRecords();
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    fold.fail(error);
  }
  const { state, turns, bytesConsumed, boundary, truncateFrom } = fold.end();
  return {
    state,
    turns,
    bytesConsumed,
    boundary,
    ...(truncateFrom === null ? {} : { truncateFrom }),
    token: tokenAt(fold),
  };
}

function tokenAt({ position: point, readerPosition }: LogFold): ResumeToken | null {
  if (point === null || readerPosition === null) return null;
  const { state, turns, boundary } = point;
  return toToken(readerPosition, { state: encodeFolded({ state, turns, eventId: boundary.eventId }) });
}
