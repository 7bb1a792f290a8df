import { availableParallelism } from 'node:os';
import type { PlainJson } from '@fxlog/reader/internal';
import pLimit from 'p-limit';
import { findSessions, measureInputs } from './inputs/find-sessions.js';
import { noteDuplicates } from './inputs/note-duplicates.js';
import { shardOf } from './job/shard.js';
import type { SessionInput } from './model/session-input.js';
import type { BatchSummary, SessionResult } from './model/session-result.js';
import type { TaskInput } from './model/task.js';
import { LocalRunner } from './pool/local-runner.js';
import { Slot } from './pool/ordered-output.js';
import type { Runner, TaskEnd } from './pool/runner.js';
import { WorkerRunner } from './pool/worker-runner.js';
import type { ProcessOptions } from './process-options.js';
import { ProgressMeter } from './progress-meter.js';
import { SessionQueue } from './session-queue.js';
import { Tally } from './tally.js';
import { WORKER_FILE } from './worker-file.js';

const DEFAULT_HEAP_MB = 1024;
/** Sessions that may be found but not yet settled, for each worker. */
const WINDOW_PER_WORKER = 128;
const CLOCK_MS = 500;
const NO_COUNTS = { error: 0, warning: 0, info: 0 };

/**
 * Runs a task on every session and hands the rows to a sink, in the order of the inputs whatever the number of workers. What is found adds up:
 * `found = done + failed + skipped`.
 *
 * @param inputs names (paths, globs, archives; see `findSessions`), or sessions found otherwise
 * @throws whatever the sink throws, and the reason of an aborted signal; what is wrong with a session never throws
 *
 * @example
 * const summary = await processSessions(['backup.tar.zst'], { task, taskOptions: undefined, sink });
 * console.log(`${summary.done} of ${summary.found}`);
 */
export async function processSessions<Options, Row>(
  inputs: readonly string[] | AsyncIterable<SessionInput>,
  options: ProcessOptions<Options, Row>,
): Promise<BatchSummary> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
  const runner = await startRunner(options, signal);
  const run = new Run(options, runner, signal, stop);
  try {
    await options.sink.open?.(options.job?.position === undefined ? {} : { position: options.job.position });
    try {
      return await run.process(inputs);
    } finally {
      stop.abort();
      await options.sink.close();
    }
  } finally {
    stop.abort();
    await runner.close();
  }
}

async function startRunner<Options, Row>(options: ProcessOptions<Options, Row>, signal: AbortSignal): Promise<Runner> {
  const { task, taskOptions, jobs = availableParallelism() } = options;
  if (jobs === 0) return new LocalRunner(task, taskOptions, signal);
  return WorkerRunner.start({
    task: task.name,
    options: taskOptions,
    worker: options.worker ?? WORKER_FILE,
    workers: jobs,
    heapMb: options.workerHeapMb ?? DEFAULT_HEAP_MB,
    signal,
  });
}

/** One call of {@link processSessions}. */
class Run<Options, Row> {
  readonly #tally = new Tally();
  readonly #meter: ProgressMeter;
  readonly #queue = new SessionQueue();
  /** In the order of the inputs; shared between finding and emitting. */
  readonly #order: SessionQueue;
  /** Bytes of archives, on disk: those that were read, and of them those whose sessions are settled. */
  #archiveBytes = 0;
  #settledArchiveBytes = 0;

  constructor(
    readonly options: ProcessOptions<Options, Row>,
    readonly runner: Runner,
    readonly signal: AbortSignal,
    /** Ends everything when a part of it fails. */
    readonly stop: AbortController,
  ) {
    this.#meter = new ProgressMeter(() => this.#tally.numbers, options.onProgress);
    this.#order = new SessionQueue(Math.max(1, runner.concurrency) * WINDOW_PER_WORKER);
  }

  async process(inputs: readonly string[] | AsyncIterable<SessionInput>): Promise<BatchSummary> {
    const { signal } = this;
    const fail = (error: unknown): void => this.stop.abort(error);
    // Long sessions say nothing of themselves, and time goes by all the same.
    const clock = setInterval(() => this.#meter.tick(), CLOCK_MS);
    const finding = this.#find(inputs, signal);
    const emitting = this.#emit(signal);
    finding.catch(fail);
    emitting.catch(fail);
    // Each waits for the other to have let go of what it holds.
    await Promise.allSettled([finding, emitting]);
    clearInterval(clock);
    signal.throwIfAborted();
    const { sink, job } = this.options;
    const position = await sink.flush();
    if (job !== undefined) {
      await job.checkpoint(position);
      const { found, elsewhere } = this.#tally.numbers;
      await job.finish({ found, elsewhere, inputFindings: this.#tally.inputFindings });
    }
    this.#meter.inputBytes += this.#archiveBytes - this.#settledArchiveBytes;
    this.#meter.finish();
    return this.#tally.summary;
  }

  async #find(inputs: readonly string[] | AsyncIterable<SessionInput>, signal: AbortSignal): Promise<void> {
    const limit = pLimit(this.runner.concurrency);
    const batches = new Set<Promise<void>>();
    let index = 0;
    try {
      for await (const input of this.#named(inputs, signal)) {
        signal.throwIfAborted();
        const slot = new Slot(index, input, this.#archiveBytes);
        index += 1;
        if (!(await this.#isMine(slot, signal))) continue;
        this.#queue.add(slot);
        const batch: Promise<void> = limit(() => this.#runBatch(signal))
          .catch((error: unknown) => this.stop.abort(error))
          .finally(() => batches.delete(batch));
        batches.add(batch);
      }
      this.#meter.totalSessions = index - this.#tally.elsewhere;
      this.#order.end();
      await Promise.all(batches);
    } finally {
      limit.clearQueue();
      await Promise.all(batches);
      for (const slot of this.#queue.drain()) await slot.input.release();
    }
  }

  #named(inputs: readonly string[] | AsyncIterable<SessionInput>, signal: AbortSignal): AsyncIterable<SessionInput> {
    if (Symbol.asyncIterator in inputs) return inputs;
    const { find, job } = this.options;
    if (this.options.onProgress !== undefined) this.#measure(inputs, signal);
    const found = findSessions(inputs, {
      ...(job !== undefined && { spoolParent: job.spoolParent }),
      ...find,
      signal,
      isWanted: (key) => !this.#isElsewhere(key) && job?.isSettled(key) !== true,
      onInputFinding: (finding) => this.#tally.addInputFinding(finding),
      onArchiveBytes: (bytes) => {
        this.#archiveBytes += bytes;
        this.#meter.tick();
      },
    });
    return noteDuplicates(found);
  }

  /** Beside everything else: how much there is. */
  #measure(inputs: readonly string[], signal: AbortSignal): void {
    measureInputs(inputs, { ...(this.options.find?.cwd !== undefined && { cwd: this.options.find.cwd }), signal }).then(
      (bytes) => {
        this.#meter.totalInputBytes = bytes;
      },
      // Then there is no estimate; what cannot be read is reported where it is read.
      () => undefined,
    );
  }

  /** Puts a session into the order, and says whether it has to go through the task. */
  async #isMine(slot: Slot, signal: AbortSignal): Promise<boolean> {
    const { input, index } = slot;
    if (this.#isElsewhere(input.key)) {
      this.#tally.elsewhere += 1;
      await input.release();
      return false;
    }
    await this.#order.addWhenRoom(slot, signal);
    const settled = this.options.job?.settled(input.key);
    if (settled !== undefined) {
      slot.settle({ type: 'settled', result: { ...settled.result, index }, resumed: true });
    } else if (input.refused !== undefined) {
      slot.settle({ type: 'settled', result: this.#refusal(slot, input.refused), resumed: false });
    } else {
      return true;
    }
    await input.release();
    return false;
  }

  #isElsewhere(key: string): boolean {
    const { shard } = this.options;
    return shard !== undefined && shardOf(key, shard.total) !== shard.number;
  }

  #refusal(slot: Slot, refused: NonNullable<SessionInput['refused']>): SessionResult {
    const { input } = slot;
    return withFindings({ ...base(slot), bytes: 0, counts: NO_COUNTS, ...refused }, input.findings);
  }

  async #runBatch(signal: AbortSignal): Promise<void> {
    const slots = this.#queue.take(this.runner.concurrency);
    if (slots.length === 0) return;
    signal.throwIfAborted();
    const items: TaskInput[] = [];
    for (const { input } of slots) {
      const { key, kind, origin, bytes, packed } = input;
      const { path, copied } = packed === undefined ? await input.open() : { path: packed.path, copied: true };
      items.push({ key, kind, path, copied, origin, bytes, ...(packed !== undefined && { packed }) });
    }
    try {
      await this.runner.run(items, {
        rows: (item, rows) => (slots[item] as Slot).rows(rows),
        restart: (item) => (slots[item] as Slot).restart(),
        end: (item, end) => {
          const slot = slots[item] as Slot;
          slot.settle({ type: 'end', end });
          // Its place on disk is wanted for the next one. What goes wrong with that is noticed when the spool is removed.
          slot.input.release().catch(() => undefined);
        },
      });
    } finally {
      for (const { input } of slots) await input.release();
    }
  }

  async #emit(signal: AbortSignal): Promise<void> {
    for (;;) {
      const slot = await this.#order.next(signal);
      if (slot === null) return;
      await this.#emitSlot(slot, signal);
      this.#meter.tick();
    }
  }

  async #emitSlot(slot: Slot, signal: AbortSignal): Promise<void> {
    const { sink, job } = this.options;
    const { input, index } = slot;
    let open = false;
    const begin = async () => {
      if (!open) await sink.begin({ key: input.key, index });
      open = true;
    };
    for (;;) {
      const event = await slot.next(signal);
      switch (event.type) {
        case 'rows':
          await begin();
          await sink.write(event.rows as readonly Row[]);
          event.taken();
          break;
        case 'restart':
          if (open) await sink.abort();
          open = false;
          break;
        case 'settled':
          if (!event.resumed) job?.add({ result: event.result });
          this.#settle(slot, event.result, event.resumed);
          return;
        case 'end': {
          const result = resultOf(slot, event.end);
          let extent: PlainJson | undefined;
          if (event.end.ok) {
            await begin();
            extent = await sink.commit(result);
          } else if (open) {
            await sink.abort();
          }
          job?.add({ result, ...(extent !== undefined && { extent }) });
          if (job?.isDue === true) await job.checkpoint(await sink.flush());
          this.#settle(slot, result, false);
          return;
        }
      }
    }
  }

  #settle({ input, archiveBytes }: Slot, result: SessionResult, resumed: boolean): void {
    this.#tally.add(result, resumed);
    const meter = this.#meter;
    // Archives are read ahead of the work: what counts is how far the sessions in them are settled.
    const own = input.origin.type === 'archive' ? archiveBytes - this.#settledArchiveBytes : (input.bytes ?? 0);
    if (input.origin.type === 'archive') this.#settledArchiveBytes = archiveBytes;
    meter.inputBytes += own;
    if (resumed) meter.resumedInputBytes += own;
    if (resumed) meter.resumedBytes += result.bytes;
    meter.current = result.key;
    this.options.onResult?.(result, resumed);
  }
}

function base({ input, index }: Slot) {
  return { key: input.key, kind: input.kind, origin: input.origin, index };
}

function resultOf(slot: Slot, end: TaskEnd): SessionResult {
  const { findings } = slot.input;
  if (!end.ok) {
    const counts = { error: 1, warning: 0, info: 0 };
    return withFindings({ ...base(slot), bytes: 0, counts, status: 'failed', ...end.reason }, findings);
  }
  const { bytes, counts, failure, conversation } = end.outcome;
  const read = { ...base(slot), bytes, counts, ...(conversation !== undefined && { conversation }) };
  if (failure === undefined) return withFindings({ ...read, status: 'done' }, findings);
  return withFindings({ ...read, status: 'failed', ...failure }, findings);
}

type WithoutFindings<Result> = Result extends SessionResult ? Omit<Result, 'findings'> : never;

function withFindings(result: WithoutFindings<SessionResult>, findings: SessionResult['findings']): SessionResult {
  const counts = { ...result.counts };
  for (const { severity } of findings) counts[severity] += 1;
  return { ...result, counts, findings };
}
