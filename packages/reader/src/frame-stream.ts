import type { TransformCallback } from 'node:stream';
import type { Frame } from './frame.js';
import { FrameReader } from './frame-reader.js';
import { PushStream } from './push-stream.js';
import type { ReadOptions } from './read-options.js';

const WRITABLE_BYTES = 1_048_576;

/**
 * Bytes in, batches of {@link Frame} out: the stream form of `readFrames`.
 *
 * `start` says where in the file the first byte stands that the stream is given; `end` is for the stream before it and has
 * no effect here. Emits {@link LogError} as `readFrames` throws it, once the frames before it have been read.
 *
 * @example
 * await pipeline(createReadStream('events.jsonl'), new FrameStream(), new EventStream(), async (batches) => {
 *   for await (const events of batches) for (const { seq, kind } of events) console.log(seq, kind);
 * });
 */
export class FrameStream extends PushStream<Frame> {
  constructor(options: ReadOptions = {}) {
    super(new FrameReader(options), { writableHighWaterMark: WRITABLE_BYTES }, options.signal);
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.hand(() => this.reader.push(chunk), callback);
  }
}
