import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { TaskInput } from '../model/task.js';
import type { FromWorker, ToWorker } from './protocol.js';
import type { BatchListener, Runner } from './runner.js';

/** What a pool is made of. */
export interface WorkerPoolOptions {
  /** Name of the task; the worker must serve it. */
  readonly task: string;
  readonly options: unknown;
  /** File that exports the result of `serveTasks` as its default. */
  readonly worker: URL;
  readonly workers: number;
  /** Heap of one worker in MiB. One that wants more dies, and with it the session it has at the moment. */
  readonly heapMb: number;
  readonly signal: AbortSignal;
}

/** Runs a task in worker threads. A worker that dies costs the session that it was at; the others of its batch go to another one. */
export class WorkerRunner implements Runner {
  readonly concurrency: number;
  readonly #pool: Piscina;

  private constructor(
    pool: Piscina,
    readonly options: WorkerPoolOptions,
  ) {
    this.#pool = pool;
    this.concurrency = options.workers;
  }

  static async start(options: WorkerPoolOptions): Promise<WorkerRunner> {
    // Loaded when needed: a bundle leaves it outside, and a small run does without.
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: options.worker.href,
      minThreads: 0,
      maxThreads: options.workers,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 32 },
    });
    // A worker that dies is noticed by the batch it had; without one it costs nothing.
    pool.on('error', () => undefined);
    return new WorkerRunner(pool, options);
  }

  async run(items: readonly TaskInput[], listener: BatchListener): Promise<void> {
    let rest = items.map((input, item) => ({ input, item }));
    while (rest.length > 0) {
      const part = rest;
      const batch = new Batch(part.length, {
        rows: (i, rows) => listener.rows(itemOf(part, i), rows),
        restart: (i) => listener.restart(itemOf(part, i)),
        end: (i, end) => listener.end(itemOf(part, i), end),
      });
      const death = await this.#attempt(
        part.map(({ input }) => input),
        batch,
      );
      this.options.signal.throwIfAborted();
      if (death === null) return;
      rest = part.slice(batch.ended);
      const [first, ...others] = rest;
      if (first === undefined) return;
      listener.restart(first.item);
      // Of several, it is not certain which one it was: the first that did not end is tried once more, alone.
      if (part.length === 1) {
        listener.end(first.item, {
          ok: false,
          reason: { reason: `The worker died: ${death}.`, rule: 'batch/worker-died' },
        });
      } else {
        await this.run([first.input], only(first.item, listener));
      }
      rest = others;
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** Returns why the worker died, null when it did not. */
  async #attempt(items: readonly TaskInput[], batch: Batch): Promise<string | null> {
    const { port1, port2 } = new MessageChannel();
    const { task, options, signal } = this.options;
    batch.listen(port1);
    try {
      await this.#pool.run({ task, options, items, port: port2 }, { transferList: [port2], signal });
      await batch.complete;
      return null;
    } catch (error) {
      signal.throwIfAborted();
      batch.drain(port1);
      return error instanceof Error ? error.message : String(error);
    } finally {
      port1.close();
    }
  }
}

function itemOf(part: readonly { readonly item: number }[], i: number): number {
  return part[i]?.item ?? -1;
}

function only(item: number, listener: BatchListener): BatchListener {
  return {
    rows: (_, rows) => listener.rows(item, rows),
    restart: () => listener.restart(item),
    end: (_, end) => listener.end(item, end),
  };
}

/** One batch on its way through a worker. */
class Batch {
  /** Sessions that have ended. */
  ended = 0;
  readonly complete: Promise<void>;
  #finish: () => void = () => undefined;

  constructor(
    readonly size: number,
    readonly listener: BatchListener,
  ) {
    this.complete = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  listen(port: MessagePort): void {
    port.on('message', (message: FromWorker) => this.#take(message, port));
  }

  /** Takes what a worker sent before it died. */
  drain(port: MessagePort): void {
    for (;;) {
      const received = receiveMessageOnPort(port);
      if (received === undefined) return;
      this.#take(received.message as FromWorker, port);
    }
  }

  #take(message: FromWorker, port: MessagePort): void {
    if (message.type === 'rows') {
      const { weight } = message;
      const taken = () => port.postMessage({ taken: weight } satisfies ToWorker);
      // It fails only together with the whole run.
      this.listener.rows(message.item, message.rows).then(taken, () => undefined);
      return;
    }
    this.ended += 1;
    this.listener.end(message.item, message.end);
    if (this.ended === this.size) this.#finish();
  }
}
