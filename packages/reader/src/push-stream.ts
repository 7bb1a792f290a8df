import { Transform, type TransformCallback } from 'node:stream';
import type { PushReader } from './batches.js';
import type { ReadSummary } from './read-summary.js';

/** A batch is about a chunk of the file; more of them in the queue would only cost memory. */
const QUEUED_BATCHES = 2;

/**
 * The stream around a push reader: what goes in is decided by the subclass, batches come out.
 *
 * A fault must not overtake the events before it. Destroying a stream drops what is still queued, so the fault waits until
 * the queue has been read.
 *
 * @internal
 */
export abstract class PushStream<T> extends Transform {
  #failure: { readonly fault: Error; readonly callback: TransformCallback } | null = null;

  protected constructor(
    protected readonly reader: PushReader<T>,
    writable: { readonly writableObjectMode?: boolean; readonly writableHighWaterMark: number },
    signal: AbortSignal | undefined,
  ) {
    super({
      ...writable,
      readableObjectMode: true,
      readableHighWaterMark: QUEUED_BATCHES,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** What was delivered and left out so far. */
  get summary(): ReadSummary {
    return this.reader.summary;
  }

  override read(size?: number): ReturnType<Transform['read']> {
    const batch: unknown = super.read(size);
    if (this.#failure !== null && this.readableLength === 0) {
      const { fault, callback } = this.#failure;
      this.#failure = null;
      // After the reader of this batch has had its turn
      setImmediate(callback, fault);
    }
    return batch;
  }

  override _flush(callback: TransformCallback): void {
    this.hand(() => this.reader.end(), callback);
  }

  /** Reads once the source has had its turn to fetch what comes next, so that fetching and reading go on side by side. */
  protected hand(read: () => T[], callback: TransformCallback): void {
    setImmediate(() => {
      if (!this.destroyed) this.#handNow(read, callback);
    });
  }

  #handNow(read: () => T[], callback: TransformCallback): void {
    let batch: T[];
    try {
      batch = read();
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (batch.length > 0) this.push(batch);
    const { fault } = this.reader;
    if (fault === null) callback();
    else if (this.readableLength === 0) callback(fault);
    else this.#failure = { fault, callback };
  }
}
