import type { ServiceAddress } from './service-address.js';
import type { ShardOrder } from './shard-queue.js';

/** A job of BullMQ, as far as it is used here. */
export interface QueuedJob {
  readonly data: ShardOrder;
  readonly progress: unknown;
  readonly failedReason: string;
  getState(): Promise<string>;
  updateProgress(progress: object): Promise<void>;
  moveToWait(token?: string): Promise<unknown>;
  remove(): Promise<void>;
}

/** A queue of BullMQ, as far as it is used here. */
export interface Jobs {
  add(name: string, order: ShardOrder, settings: object): Promise<unknown>;
  getJob(id: string): Promise<QueuedJob | undefined>;
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** A worker of BullMQ, as far as it is used here. */
export type JobWorker = Pick<Jobs, 'waitUntilReady' | 'on' | 'close'>;

/** How long a worker may give no sign, and how often. */
export interface WorkerSettings {
  readonly concurrency: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
  readonly maxStalledCount: number;
}

/** What keeps the jobs of BullMQ. */
export interface Engine {
  readonly service: ServiceAddress;
  /** Is it there, and does it keep what it is told? @throws BatchError `batch/queue-unreachable`, `batch/queue-unsafe` */
  check(): Promise<void>;
  jobs(name: string): Promise<Jobs>;
  worker(
    name: string,
    process: (job: QueuedJob, token: string | undefined) => Promise<void>,
    settings: WorkerSettings,
  ): Promise<JobWorker>;
  close(): void;
}
