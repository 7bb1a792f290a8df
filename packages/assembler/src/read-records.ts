import { type EventRecord, type ReadOptions, readEvents, resumeFrom, type Source, TokenError } from '@fxlog/reader';
import { isFileBeginning, startAfter, toToken } from '@fxlog/reader/internal';
import type { FoldPoint } from './fold.js';
import { isSeekable } from './fold-log-options.js';

/**
 * The events behind a place, in batches that are good until the next one is asked for. Where the source can be sought, the line before the place
 * is compared first.
 *
 * @throws TokenError when that is another line than the one that was folded.
 */
export async function* readRecords(
  source: Source,
  options: Omit<ReadOptions, 'start'>,
  start: FoldPoint | undefined,
): AsyncGenerator<EventRecord[], void, undefined> {
  const read = { ...options, reuseChunks: true };
  if (start === undefined) yield* readEvents(source, read);
  else if (typeof source === 'object' && isFileBeginning(source)) {
    const end = Math.min(source.length, options.end ?? Number.POSITIVE_INFINITY);
    yield* readRecords(source.file, { ...options, end }, start);
  } else if (isSeekable(source)) {
    const resumption = await resumeFrom(toToken(start.position), source, read);
    if (resumption.status !== 'resumed') throw new TokenError({ rule: 'token/invalid', message: resumption.message });
    yield* resumption.events;
  } else yield* readEvents(source, { ...read, start: startAfter(start.position) });
}
