import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import type { FollowEvent } from './follow-event.js';
import { FollowedLog } from './followed-log.js';
import { LOG_START } from './log-position.js';
import { exportTokenOf, type TokenExtra } from './read-events.js';
import type { ReadOptions } from './read-options.js';
import { checkToken, positionOf, type ResumeToken } from './resume-token.js';
import { WakeUp } from './wake-up.js';

/** Options of {@link follow}. */
export interface FollowOptions<Checked extends CheckedFrame = AnyFrame>
  extends Omit<ReadOptions<Checked>, 'start' | 'end'> {
  /** Begin at this place instead of the start of the log. */
  readonly from?: ResumeToken | undefined;
  /** How often to look when the file system does not say that something happened, in ms. Default 500. */
  readonly pollMs?: number | undefined;
}

/** What happens to a log, and the token of the place that was reached. */
export interface FollowIterator<Checked extends CheckedFrame = AnyFrame>
  extends AsyncGenerator<FollowEvent<Checked>, void, undefined> {
  /**
   * The token behind the last event that was handed out. While its batch is the last thing that happened, also after a `break`, `after` has to
   * say how many of its events were dealt with. Inside a replacement transaction `after` is the place before it.
   *
   * @throws TokenError when a batch is out and `after` is missing.
   */
  exportToken(extra?: TokenExtra): ResumeToken;
}

const DEFAULT_POLL_MS = 500;

/**
 * Reads a log and goes on as it grows, until the signal is aborted, which ends the loop without an error.
 *
 * A line at the end without its LF is waited for. Truncation, replacement, a new generation and disappearance are events
 * of their own; nothing that was delivered is read or delivered again unless an event says that it is void.
 *
 * @throws SourceError when the file is not there to begin with or cannot be read; LogError in strict mode for a fault.
 *
 * @example
 * for await (const happening of follow('events.jsonl', { signal })) {
 *   if (happening.type === 'events') for (const { seq, kind } of happening.events) console.log(seq, kind);
 * }
 */
export function follow<Checked extends CheckedFrame = AnyFrame>(
  path: string,
  options: FollowOptions<Checked> = {},
): FollowIterator<Checked> {
  const { from, pollMs = DEFAULT_POLL_MS, ...readOptions } = options;
  if (!(pollMs > 0) || pollMs > 0x7fff_ffff)
    throw new RangeError(`pollMs must be a number of milliseconds, not ${pollMs}.`);
  if (from !== undefined) checkToken(from);
  const log = new FollowedLog(path, readOptions, from === undefined ? LOG_START : positionOf(from));
  const happenings = run(log, path, pollMs, options.signal);
  let isBatchOut = false;
  const iterator: FollowIterator<Checked> = {
    async next() {
      const result = await happenings.next();
      isBatchOut = result.done !== true && result.value.type === 'events';
      return result;
    },
    return: (value) => happenings.return(value),
    throw: (error) => happenings.throw(error),
    [Symbol.asyncIterator]: () => iterator,
    exportToken: (extra = {}) => exportTokenOf(extra, log.position, isBatchOut, log.file),
  };
  return iterator;
}

async function* run<Checked extends CheckedFrame>(
  log: FollowedLog<Checked>,
  path: string,
  pollMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<FollowEvent<Checked>, void, undefined> {
  if (isAborted(signal)) return;
  const wakeUp = new WakeUp(path, pollMs, signal);
  try {
    yield* untilAborted(log.begin(), signal);
    while (!isAborted(signal)) {
      yield* untilAborted(log.look(), signal);
      await wakeUp.wait();
    }
  } finally {
    wakeUp.close();
    await log.close();
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

async function* untilAborted<Happening>(
  happenings: AsyncIterable<Happening>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Happening, void, undefined> {
  for await (const happening of happenings) {
    if (isAborted(signal)) return;
    yield happening;
  }
}
