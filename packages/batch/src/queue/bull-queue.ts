import { setTimeout as delay } from 'node:timers/promises';
import { BatchError } from '../batch-error.js';
import { checkVersion } from './check-version.js';
import type { Engine, Jobs, JobWorker, QueuedJob } from './engine.js';
import { ignoreAbsence } from './ignore-absence.js';
import { loadOptional } from './load-optional.js';
import {
  LEASE_MS,
  MAX_ATTEMPTS,
  type ShardOrder,
  type ShardProgress,
  type ShardQueue,
  type ShardRunner,
  type ShardState,
  type WorkOptions,
} from './shard-queue.js';

const NAME = 'fxlog';
const TELL_MS = 2000;
const RETRY_MS = 1000;
/** How long a service may be away before one gives up on it. */
const PATIENCE_MS = 10 * 60_000;
const IDLE_CHECK_MS = 200;
/** What BullMQ says of a job whose workers vanished too often. */
const STALLED = 'job stalled more than allowable limit';

/** A queue that BullMQ keeps on Redis or PostgreSQL. A service that is away for a while is waited for. */
export class BullQueue implements ShardQueue {
  /** Opened when it is first asked for something: who only works on shards needs no connection for it. */
  #jobs: Promise<Jobs> | null = null;

  private constructor(
    readonly engine: Engine,
    readonly leaseMs: number,
  ) {}

  /**
   * Looks whether the service keeps what it is told; the queue on it is opened when it is needed.
   *
   * @param leaseMs how long a worker may give no sign
   * @throws BatchError `batch/queue-unreachable`, `batch/queue-unsafe`
   */
  static async open(engine: Engine, leaseMs = LEASE_MS): Promise<BullQueue> {
    await engine.check();
    return new BullQueue(engine, leaseMs);
  }

  get address(): string {
    return this.engine.service.shown;
  }

  async add(order: ShardOrder): Promise<void> {
    const settings = {
      jobId: order.id,
      attempts: MAX_ATTEMPTS,
      backoff: { type: 'exponential', delay: this.leaseMs / 6 },
      removeOnComplete: true,
      removeOnFail: false,
    };
    await this.#patiently((jobs) => jobs.add('shard', order, settings));
  }

  async state({ id }: ShardOrder): Promise<ShardState> {
    return this.#patiently(async (jobs) => {
      const job = await jobs.getJob(id);
      if (job === undefined) return { is: 'unknown' };
      switch (await job.getState()) {
        case 'active':
          return { is: 'running', progress: progressOf(job) };
        case 'failed':
          return { is: 'given-up', reason: job.failedReason === STALLED ? null : job.failedReason };
        case 'unknown':
        case 'completed':
          return { is: 'unknown' };
        default:
          return { is: 'waiting' };
      }
    });
  }

  async forget({ id }: ShardOrder): Promise<void> {
    await this.#patiently(async (jobs) => {
      const job = await jobs.getJob(id);
      // What a worker is at cannot be removed, and goes by itself.
      if (job !== undefined && (await job.getState()) !== 'active') await job.remove();
    });
  }

  async work(run: ShardRunner, { version, signal, idleMs, onFailure }: WorkOptions): Promise<void> {
    let idleSince = performance.now();
    let isAtWork = false;
    let refusal: BatchError | null = null;
    const stop = new AbortController();
    const ended = AbortSignal.any([signal, stop.signal]);
    const process = async (job: QueuedJob, token: string | undefined): Promise<void> => {
      isAtWork = true;
      const order = job.data;
      try {
        checkVersion(order, version);
        await run(order, teller(job), ended);
      } catch (error) {
        if (error instanceof BatchError && error.rule === 'batch/queue-version') refusal = error;
        // Back to where it was, for another worker.
        if (refusal !== null || signal.aborted) await giveBack(job, token, stop);
        onFailure?.(order, error);
        throw error;
      } finally {
        isAtWork = false;
        idleSince = performance.now();
      }
    };
    const worker = await this.engine.worker(NAME, process, {
      concurrency: 1,
      lockDuration: this.leaseMs,
      stalledInterval: this.leaseMs / 2,
      maxStalledCount: MAX_ATTEMPTS - 1,
    });
    await this.#untilReady(worker);
    idleSince = performance.now();
    try {
      const isIdle = () => idleMs !== null && !isAtWork && performance.now() - idleSince >= idleMs;
      while (!ended.aborted && !isIdle()) {
        await delay(IDLE_CHECK_MS, undefined, { signal: ended }).catch(() => undefined);
      }
    } finally {
      await worker.close();
    }
    if (refusal !== null) throw refusal;
  }

  async close(): Promise<void> {
    await this.#jobs?.then((jobs) => jobs.close(), ignoreAbsence);
    this.engine.close();
  }

  /** @throws BatchError `batch/queue-unreachable` */
  async #openJobs(): Promise<Jobs> {
    const jobs = await this.engine.jobs(NAME);
    await this.#untilReady(jobs);
    return jobs;
  }

  async #untilReady(opened: JobWorker): Promise<void> {
    opened.on('error', ignoreAbsence);
    try {
      await opened.waitUntilReady();
    } catch (error) {
      await opened.close().catch(ignoreAbsence);
      throw this.engine.service.unreachable(error);
    }
  }

  /** A service that is started again is not there for a while. */
  async #patiently<T>(ask: (jobs: Jobs) => Promise<T>): Promise<T> {
    this.#jobs ??= this.#openJobs();
    const jobs = await this.#jobs;
    const since = performance.now();
    for (;;) {
      try {
        return await ask(jobs);
      } catch (error) {
        if (performance.now() - since > PATIENCE_MS) throw this.engine.service.unreachable(error);
        await delay(RETRY_MS);
      }
    }
  }
}

/** Puts a job back as if it had not been begun, and throws what tells BullMQ so. */
async function giveBack(job: QueuedJob, token: string | undefined, stop: AbortController): Promise<never> {
  const { WaitingError } = await loadOptional('bullmq', () => import('bullmq'));
  await job.moveToWait(token);
  stop.abort();
  throw new WaitingError();
}

function progressOf({ progress }: QueuedJob): ShardProgress {
  if (typeof progress !== 'object' || progress === null) return { sessions: 0, bytes: 0 };
  return { sessions: Number(Reflect.get(progress, 'sessions')), bytes: Number(Reflect.get(progress, 'bytes')) };
}

/** Tells the queue how far a shard is, now and then. */
function teller(job: QueuedJob): (progress: ShardProgress) => void {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < TELL_MS) return;
    last = now;
    // It is for people who watch; the next one may get through.
    job.updateProgress({ ...progress }).catch(() => undefined);
  };
}
