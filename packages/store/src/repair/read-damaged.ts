import type { CheckedFrame } from '@fxlog/format/internal';
import {
  type EventRecord,
  LogError,
  type ReadOptions,
  readEvents,
  readFrames,
  UnsupportedFormatError,
} from '@fxlog/reader';
import { statsOf } from '../paths/safe-file.js';

/** How a damaged log is read. */
export type ReadDamagedOptions<Checked extends CheckedFrame> = Omit<ReadOptions<Checked>, 'mode' | 'start'>;

/**
 * The events of a damaged log, leniently. A first line of another version, at which reading otherwise stops, is left out like any other that is
 * damaged: it says nothing yet about the lines behind it.
 */
export async function* readDamaged<Checked extends CheckedFrame>(
  path: string,
  options: ReadDamagedOptions<Checked>,
): AsyncGenerator<EventRecord<Checked>[], void, undefined> {
  try {
    yield* readEvents(path, { ...options, mode: 'lenient' });
  } catch (error) {
    if (!(error instanceof UnsupportedFormatError)) throw error;
    const { length, isLast } = await firstLine(path, options);
    options.onSkip?.({ offset: 0, length, line: 1, rule: error.rule });
    if (!isLast) yield* readEvents(path, { ...options, mode: 'lenient', start: { offset: length, line: 2 } });
  }
}

/** How long the first line is, and whether it is all there is. */
async function firstLine(
  path: string,
  { end, signal }: Pick<ReadOptions, 'end' | 'signal'>,
): Promise<{ readonly length: number; readonly isLast: boolean }> {
  const size = Math.min(end ?? Number.POSITIVE_INFINITY, statsOf(path)?.size ?? 0);
  try {
    for await (const [first] of readFrames(path, { mode: 'lenient', end, signal })) {
      if (first !== undefined) return { length: first.end, isLast: first.end >= size };
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  return { length: size, isLast: true };
}
