import type { BigIntStats } from 'node:fs';
import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import { batchesOf } from './batches.js';
import { EventReader } from './event-reader.js';
import { EventRecord } from './event-record.js';
import { LOG_START, type LogPosition, positionAfter } from './log-position.js';
import { throwFault } from './read-frames.js';
import type { ReadOptions } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { type FileIdentity, type PlainJson, type ResumeToken, TokenError, toToken } from './resume-token.js';
import { type Source, sourceName } from './source.js';

/** What goes into a token besides its place. */
export interface TokenExtra {
  /**
   * An event that was handed out, or a place kept from before (inside a replacement the one before its first frame): reading goes on behind it.
   * Default: the end of what was handed out, where every event of it was certainly taken.
   */
  readonly after?: EventRecord<CheckedFrame> | LogPosition | undefined;
  /** What the layer above folded up to there, without the history. */
  readonly state?: PlainJson | undefined;
}

/** Batches of events, and the place that reading has reached. */
export interface EventIterator<Checked extends CheckedFrame = AnyFrame>
  extends AsyncGenerator<EventRecord<Checked>[], ReadSummary, undefined> {
  /** The place behind the last event that was handed out; `null` before the first one of a reading that began in the middle. */
  readonly position: LogPosition | null;
  /**
   * The token of a place. While a batch is out, which it is until the next one is asked for and also after a `break`, only the caller knows how
   * many of its events were dealt with, so `after` has to say it.
   *
   * @throws TokenError when a batch is out and `after` is missing, and when reading began in the middle and nothing was handed out yet.
   */
  exportToken(extra?: TokenExtra): ResumeToken;
  /** The events one by one. It is slower, at a promise for each event, but its tokens need no `after`. */
  flat(): FlatEventIterator<Checked>;
  /** What was delivered and left out so far. */
  readonly summary: ReadSummary;
}

/** Events one by one, and the place behind the last one. */
export interface FlatEventIterator<Checked extends CheckedFrame = AnyFrame>
  extends AsyncGenerator<EventRecord<Checked>, ReadSummary, undefined> {
  /**
   * The token of the place behind the last event that was handed out, also when the loop was left with `break`.
   *
   * @throws TokenError when reading began in the middle and nothing was handed out yet.
   */
  exportToken(extra?: TokenExtra): ResumeToken;
}

/**
 * The events of a source, in batches of one chunk each.
 *
 * Every line is checked alone, then its number and epoch against those before it. The generator's return value is the summary. Leaving the loop early closes what was opened.
 *
 * @throws LogError in strict mode for the first fault, after all events before it; {@link UnsupportedFormatError} when the
 * bytes are a session in a format that is not read yet.
 * @throws SourceError when the bytes cannot be read.
 *
 * @example
 * for await (const events of readEvents('events.jsonl')) {
 *   for (const { seq, kind, offset } of events) console.log(seq, kind, offset);
 * }
 *
 * @example <caption>Leaving early and going on later</caption>
 * const events = readEvents('events.jsonl').flat();
 * for await (const { kind } of events) if (kind === 'history_turn_committed') break;
 * const token = events.exportToken();
 */
export function readEvents<Checked extends CheckedFrame = AnyFrame>(
  source: Source,
  options: ReadOptions<Checked> = {},
): EventIterator<Checked> {
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
export function withPosition<Checked extends CheckedFrame>(
  batches: AsyncGenerator<EventRecord<Checked>[], ReadSummary, undefined>,
  reader: EventReader<Checked>,
  origin: LogPosition | null,
  file: FileHint,
): EventIterator<Checked> {
  let last: EventRecord<Checked> | undefined;
  let isBatchOut = false;
  const atStart = origin ?? (reader.frames.settings.start.offset === 0 ? LOG_START : null);
  const iterator: EventIterator<Checked> = {
    async next() {
      const result = await batches.next();
      isBatchOut = result.done !== true;
      if (result.done !== true) last = result.value.at(-1);
      return result;
    },
    return: (value) => batches.return(value),
    throw: (error) => batches.throw(error),
    [Symbol.asyncIterator]: () => iterator,
    get position() {
      return last === undefined ? atStart : positionAfter(last);
    },
    exportToken(extra = {}) {
      return exportTokenOf(extra, iterator.position, isBatchOut, file.identity);
    },
    flat: () => flatten(iterator, atStart, file),
    get summary() {
      return reader.summary;
    },
  };
  return iterator;
}

/** The token that a reading gives; see {@link EventIterator.exportToken}. @internal */
export function exportTokenOf(
  { after, state }: TokenExtra,
  reached: LogPosition | null,
  isBatchOut: boolean,
  file: FileIdentity | undefined,
): ResumeToken {
  if (after === undefined && isBatchOut) {
    throw new TokenError({
      rule: 'token/invalid',
      message:
        'A batch of events is out, and how many of them were dealt with is not known here: give `after`, the last one that was, or read with flat().',
    });
  }
  const position = after instanceof EventRecord ? positionAfter(after) : (after ?? reached);
  if (position === null)
    throw new TokenError({
      rule: 'token/invalid',
      message: 'Nothing was read yet of a log that is read from its middle.',
    });
  return toToken(position, {
    ...(state === undefined ? {} : { state }),
    ...(file === undefined ? {} : { file }),
  });
}

function flatten<Checked extends CheckedFrame>(
  batches: EventIterator<Checked>,
  atStart: LogPosition | null,
  file: FileHint,
): FlatEventIterator<Checked> {
  let last: EventRecord<Checked> | undefined;
  const events = eventsIn(batches);
  const iterator: FlatEventIterator<Checked> = {
    async next() {
      const result = await events.next();
      if (result.done !== true) last = result.value;
      return result;
    },
    return: (value) => events.return(value),
    throw: (error) => events.throw(error),
    [Symbol.asyncIterator]: () => iterator,
    exportToken(extra = {}) {
      const reached = last === undefined ? atStart : positionAfter(last);
      return exportTokenOf(extra, reached, false, file.identity);
    },
  };
  return iterator;
}

async function* eventsIn<Checked extends CheckedFrame>(
  batches: EventIterator<Checked>,
): AsyncGenerator<EventRecord<Checked>, ReadSummary, undefined> {
  for await (const batch of batches) yield* batch;
  return batches.summary;
}

/**
 * The events of bytes in memory.
 *
 * @throws LogError as {@link readEvents} does; the events before the fault are lost then, so use {@link EventReader} where they matter.
 */
export function eventsOf<Checked extends CheckedFrame = AnyFrame>(
  bytes: Uint8Array,
  options: ReadOptions<Checked> = {},
): EventRecord<Checked>[] {
  const reader = new EventReader(options);
  const { start, end } = reader.frames.settings;
  const records = reader.push(bytes.subarray(start.offset, Math.min(end, bytes.length)));
  records.push(...reader.end());
  throwFault(reader.fault);
  return records;
}
