import { batchesOf } from './batches.js';
import type { Frame } from './frame.js';
import { FrameReader } from './frame-reader.js';
import type { LogError } from './log-error.js';
import type { ReadOptions } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { type Source, sourceName } from './source.js';

/**
 * The lines of a source, in batches of one chunk each. Only line ends and the size limit are looked at.
 *
 * The generator's return value is the summary. Leaving the loop early closes what was opened.
 *
 * @throws LogError in strict mode for a torn tail (event-log §1.2) and for a line over the limit (§1.1), after all lines before it.
 * @throws SourceError when the bytes cannot be read.
 *
 * @example
 * for await (const frames of readFrames('events.jsonl')) {
 *   for (const { offset, length, line } of frames) console.log(line, offset, length);
 * }
 */
export function readFrames(source: Source, options: ReadOptions = {}): AsyncGenerator<Frame[], ReadSummary, undefined> {
  const reader = new FrameReader(options, sourceName(source));
  return batchesOf(source, reader, reader.settings);
}

/**
 * The lines of bytes in memory.
 *
 * @throws LogError as {@link readFrames} does; the lines before the fault are lost then, so use {@link FrameReader} where they matter.
 */
export function framesOf(bytes: Uint8Array, options: ReadOptions = {}): Frame[] {
  const reader = new FrameReader(options);
  const { start, end } = reader.settings;
  const frames = reader.push(bytes.subarray(start.offset, Math.min(end, bytes.length)));
  frames.push(...reader.end());
  throwFault(reader.fault);
  return frames;
}

/** @internal */
export function throwFault(fault: LogError | null): void {
  if (fault !== null) throw fault;
}
