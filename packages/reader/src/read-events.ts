import type { BigIntStats } from 'node:fs';
import { batchesOf } from './batches.js';
import { EventReader } from './event-reader.js';
import { EventRecord } from './event-record.js';
import { LOG_START, type LogPosition, positionAfter } from './log-position.js';
import { throwFault } from './read-frames.js';
import type { ReadOptions } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { type FileIdentity, type PlainJson, type ResumeToken, TokenError, toToken } from './resume-token.js';
import { type Source, sourceName } from './source.js';

/** Batches of events, and the place that reading has reached. */
export interface EventIterator extends AsyncGenerator<EventRecord[], ReadSummary, undefined> {
  /** The place behind the last event that was handed out; `null` before the first one of a reading that began in the middle. */
  readonly position: LogPosition | null;
  /**
   * The token of that place, or of an earlier one: `after` is an event that was handed out, or a place kept from before.
   * `state` is what the layer above folded up to there, without the history.
   *
   * @throws TokenError when reading began in the middle and nothing was handed out yet.
   */
  exportToken(extra?: { readonly after?: EventRecord | LogPosition; readonly state?: PlainJson }): ResumeToken;
  /** What was delivered and left out so far. */
  readonly summary: ReadSummary;
}

/**
 * The events of a source, in batches of one chunk each.
 *
 * Every frame is checked alone, then its `seq` and generation against those before it (event-log §5.2). The generator's
 * return value is the summary. Leaving the loop early closes what was opened.
 *
 * @throws LogError in strict mode for the first fault, after all events before it; {@link UnsupportedFormatError} when the
 * bytes are a session in a format that is not read yet.
 * @throws SourceError when the bytes cannot be had.
 *
 * @example
 * for await (const events of readEvents('events.jsonl')) {
 *   for (const { seq, kind, offset } of events) console.log(seq, kind, offset);
 * }
 */
export function readEvents(source: Source, options: ReadOptions = {}): EventIterator {
  const reader = new EventReader(options, sourceName(source));
  const file: FileHint = { identity: undefined };
  return withPosition(batchesOf(source, reader, reader.frames.settings, rememberFile(file)), reader, null, file);
}

/** Filled in when the file is opened. @internal */
export interface FileHint {
  identity: FileIdentity | undefined;
}

/** @internal */
export function rememberFile(hint: FileHint): (stats: BigIntStats) => void {
  return ({ dev, ino, size }) => {
    hint.identity = { dev: dev.toString(), ino: ino.toString(), size: Number(size) };
  };
}

/** Adds the place and the summary to a generator of batches. @internal */
export function withPosition(
  batches: AsyncGenerator<EventRecord[], ReadSummary, undefined>,
  reader: EventReader,
  origin: LogPosition | null,
  file: FileHint,
): EventIterator {
  let last: EventRecord | undefined;
  const atStart = origin ?? (reader.frames.settings.start.offset === 0 ? LOG_START : null);
  const iterator: EventIterator = {
    async next() {
      const result = await batches.next();
      if (result.done !== true) last = result.value.at(-1);
      return result;
    },
    return: (value) => batches.return(value),
    throw: (error) => batches.throw(error),
    [Symbol.asyncIterator]: () => iterator,
    get position() {
      return last === undefined ? atStart : positionAfter(last);
    },
    exportToken({ after, state } = {}) {
      const position = after instanceof EventRecord ? positionAfter(after) : (after ?? iterator.position);
      if (position === null) throw new TokenError('Nothing was read yet of a log that is read from its middle.');
      return toToken(position, {
        ...(state === undefined ? {} : { state }),
        ...(file.identity === undefined ? {} : { file: file.identity }),
      });
    },
    get summary() {
      return reader.summary;
    },
  };
  return iterator;
}

/**
 * The events of bytes in memory.
 *
 * @throws LogError as {@link readEvents} does; the events before the fault are lost then, so use {@link EventReader} where they matter.
 */
export function eventsOf(bytes: Uint8Array, options: ReadOptions = {}): EventRecord[] {
  const reader = new EventReader(options);
  const { start, end } = reader.frames.settings;
  const records = reader.push(bytes.subarray(start.offset, Math.min(end, bytes.length)));
  records.push(...reader.end());
  throwFault(reader.fault);
  return records;
}
