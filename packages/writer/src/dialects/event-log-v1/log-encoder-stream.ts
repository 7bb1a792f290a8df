import { Transform, type TransformCallback } from 'node:stream';
import type { EncodeLogOptions } from './encode-log.js';
import { isBatch } from './encode-log.js';
import { type EncodedFrame, EventEncoder, type LogBoundary } from './event-encoder.js';
import type { LogItem } from './log-item.js';

/**
 * The encoder as a Node stream: turns, events or states in (one by one or in batches), bytes of a log out.
 *
 * @example
 * await pipeline(Readable.from(turns), new LogEncoderStream({ session }), createWriteStream(path));
 */
export class LogEncoderStream extends Transform {
  readonly #encoder: EventEncoder;
  readonly #onFrame: ((frame: EncodedFrame) => void) | undefined;
  #drained: (() => void) | null = null;

  constructor(options: EncodeLogOptions = {}) {
    super({ writableObjectMode: true, writableHighWaterMark: 1 });
    this.#encoder = new EventEncoder(options);
    this.#onFrame = options.onFrame;
  }

  /** Behind the last frame handed out. */
  get boundary(): LogBoundary {
    return this.#encoder.boundary;
  }

  override _transform(entry: LogItem | readonly LogItem[], _encoding: BufferEncoding, done: TransformCallback): void {
    const items = isBatch(entry) ? entry : [entry];
    this.#pushAll(this.#framesOf(items)).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    this.#pushAll(this.#encoder.end()).then(() => done(), done);
  }

  override _read(size: number): void {
    this.#drained?.();
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#drained?.();
    super._destroy(error, done);
  }

  *#framesOf(items: readonly LogItem[]): Generator<EncodedFrame> {
    for (const item of items) yield* this.#encoder.encode(item);
  }

  // One item can be a thousand chunks long, so back-pressure has to hold between its frames as well.
  async #pushAll(frames: Iterable<EncodedFrame>): Promise<void> {
    for (const frame of frames) {
      if (this.destroyed) return;
      this.#onFrame?.(frame);
      if (this.push(frame.bytes)) continue;
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
      this.#drained = null;
    }
  }
}
