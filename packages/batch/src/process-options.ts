import type { FindOptions } from './inputs/find-options.js';
import type { Job } from './job/job.js';
import type { Shard } from './job/shard.js';
import type { Progress } from './model/progress.js';
import type { SessionResult } from './model/session-result.js';
import type { Sink } from './model/sink.js';
import type { Task } from './model/task.js';

/** Options of `processSessions`. */
export interface ProcessOptions<Options, Row> {
  readonly task: Task<Options, Row>;
  /** Given to the task; crosses threads, so plain data. */
  readonly taskOptions: Options;
  readonly sink: Sink<Row>;
  /** Worker threads; 0 does everything in this thread. Default: as many as the machine can run at once. */
  readonly jobs?: number;
  /** File whose default export is the result of `serveTasks`, with this task among them. Default: the one that serves the tasks of this package. */
  readonly worker?: URL;
  /** Heap of one worker in MiB (default 1024). */
  readonly workerHeapMb?: number;
  /** Process only the sessions of this part. */
  readonly shard?: Shard;
  /** Resume from, and note in, this job; see `Job.run`. */
  readonly job?: Job;
  /** How inputs that are given by name are found. */
  readonly find?: Pick<FindOptions, 'limits' | 'cwd' | 'spoolParent'>;
  /** Every session when it is settled, in order; also those that an earlier run of the job had settled. */
  onResult?(result: SessionResult, resumed: boolean): void;
  onProgress?(progress: Progress): void;
  readonly signal?: AbortSignal;
}
