import { Transform, type TransformCallback } from 'node:stream';
import { EventReader, type EventRecord, LogError } from '@fxlog/reader';
import { startAfter } from '@fxlog/reader/internal';
import { type AssembleResult, endFold } from './assemble-turns.js';
import { DialectFold } from './dialect-fold.js';
import { type FoldLogOptions, toFoldStart } from './fold-log-options.js';
import { TurnCollector } from './turn-collector.js';

/** A batch is what came of one chunk of the file; more of them in the queue would only cost memory. */
const QUEUED_BATCHES = 2;

/**
 * Batches of events, or bytes, in; batches of {@link TurnItem} out: the stream form of {@link assembleTurns}. What comes through a pipe cannot be
 * read again, so the turns of a state replacement are provisional until `replacement-committed` or `replacement-torn`.
 *
 * Fed by an `EventStream`, a last line that was cut off ends the pipeline with an error even inside a replacement, where fx takes it for a torn
 * transaction; fed with bytes this stream knows the difference. `end` has no effect here.
 *
 * @example
 * await pipeline(createReadStream('events.jsonl'), new EventStream(), new TurnStream(), async (batches) => {
 *   for await (const items of batches) for (const item of items) if (item.type === 'turn') console.log(item.turn.end.kind);
 * });
 */
export class TurnStream extends Transform {
  readonly #collector = new TurnCollector(false);
  readonly #fold: DialectFold;
  readonly #events: EventReader;
  #result: AssembleResult | null = null;
  /** A fault that waits until the items before it have been read. */
  #failure: { readonly error: Error; readonly callback: TransformCallback } | null = null;

  constructor(options: FoldLogOptions = {}) {
    super({
      writableObjectMode: true,
      writableHighWaterMark: QUEUED_BATCHES,
      readableObjectMode: true,
      readableHighWaterMark: QUEUED_BATCHES,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const { read, start } = toFoldStart(options);
    const { mode, onFinding, file, requireNoTorn, readBlob } = options;
    this.#events = new EventReader(start === undefined ? read : { ...read, start: startAfter(start.position) });
    this.#fold = new DialectFold({ mode, onFinding, file, requireNoTorn, readBlob, sink: this.#collector, start });
  }

  /** What the log folded to, without its history; null before the stream has ended. */
  get result(): AssembleResult | null {
    return this.#result;
  }

  override _transform(
    chunk: Uint8Array | readonly EventRecord[],
    _encoding: BufferEncoding,
    callback: TransformCallback,
  ): void {
    this.#hand(() => {
      if (chunk instanceof Uint8Array) this.#take(this.#events.push(chunk));
      else this.#take(chunk);
    }, callback);
  }

  override _flush(callback: TransformCallback): void {
    this.#hand(() => {
      this.#take(this.#events.end());
      this.#result = endFold(this.#fold);
    }, callback);
  }

  override read(size?: number): unknown {
    const batch: unknown = super.read(size);
    if (this.#failure !== null && this.readableLength === 0) {
      const { error, callback } = this.#failure;
      this.#failure = null;
      // After whoever reads this batch has had a turn: destroying a stream drops what is queued.
      setImmediate(callback, error);
    }
    return batch;
  }

  #take(records: readonly EventRecord[]): void {
    for (const record of records) this.#fold.apply(record);
    const { fault } = this.#events;
    if (fault !== null) this.#fold.fail(fault);
  }

  #hand(action: () => void, callback: TransformCallback): void {
    let failure: Error | null = null;
    try {
      action();
    } catch (error) {
      if (!(error instanceof LogError)) {
        callback(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      failure = error;
    }
    const items = this.#collector.takeItems();
    if (items.length > 0) this.push(items);
    if (failure === null) callback();
    else if (this.readableLength === 0) callback(failure);
    else this.#failure = { error: failure, callback };
  }
}
