import { type EncodedFrame, type EncodeOptions, EventEncoder } from './event-encoder.js';
import type { LogItem } from './log-item.js';

/** Items one by one or in batches, as the streams of the reader hand them out. */
export type LogItems = Iterable<LogItem | readonly LogItem[]> | AsyncIterable<LogItem | readonly LogItem[]>;

/** What {@link encodeLog} tells besides its bytes. */
export interface EncodeLogOptions extends EncodeOptions {
  /** Called for every frame just before its bytes are handed out. */
  readonly onFrame?: (frame: EncodedFrame) => void;
}

/**
 * Turns, events or states → the bytes of a log, one frame at a time; see {@link EventEncoder}.
 *
 * @example
 * for await (const bytes of encodeLog(turns, { session, seed: 'demo' })) file.write(bytes);
 */
export async function* encodeLog(items: LogItems, options: EncodeLogOptions = {}): AsyncGenerator<Uint8Array> {
  for await (const frame of encodeFrames(items, new EventEncoder(options))) {
    options.onFrame?.(frame);
    yield frame.bytes;
  }
}

/** The same with an encoder of the caller's, frame by frame. */
async function* encodeFrames(items: LogItems, encoder: EventEncoder): AsyncGenerator<EncodedFrame> {
  for await (const entry of items) {
    for (const item of isBatch(entry) ? entry : [entry]) yield* encoder.encode(item);
  }
  yield* encoder.end();
}

/** Whether an entry is many items. */
export function isBatch(entry: LogItem | readonly LogItem[]): entry is readonly LogItem[] {
  return Array.isArray(entry);
}
