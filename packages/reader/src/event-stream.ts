import type { TransformCallback } from 'node:stream';
import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import { EventReader } from './event-reader.js';
import type { EventRecord } from './event-record.js';
import type { Frame } from './frame.js';
import { PushStream } from './push-stream.js';
import type { ReadOptions } from './read-options.js';

/** Chunks or batches in the queue before it; either is about a chunk of the file. */
const QUEUED_CHUNKS = 2;

/**
 * Bytes, or batches of frames from a {@link FrameStream}, in; batches of {@link EventRecord} out: the stream form of
 * `readEvents`.
 *
 * `start` says where in the file the first byte stands that the stream is given; `end` has no effect here. Emits
 * {@link LogError} as `readEvents` throws it, once the events before it have been read.
 *
 * @example
 * await pipeline(createReadStream('events.jsonl'), new EventStream({ mode: 'lenient' }), async (batches) => {
 *   for await (const events of batches) for (const { seq, kind } of events) console.log(seq, kind);
 * });
 */
export class EventStream<Checked extends CheckedFrame = AnyFrame> extends PushStream<EventRecord<Checked>> {
  readonly #events: EventReader<Checked>;

  constructor(options: ReadOptions<Checked> = {}) {
    const events = new EventReader<Checked>(options);
    super(events, { writableObjectMode: true, writableHighWaterMark: QUEUED_CHUNKS }, options.signal);
    this.#events = events;
  }

  override _transform(chunk: Uint8Array | Frame[], _encoding: BufferEncoding, callback: TransformCallback): void {
    this.hand(
      () => (chunk instanceof Uint8Array ? this.#events.push(chunk) : this.#events.pushFrames(chunk)),
      callback,
    );
  }
}
