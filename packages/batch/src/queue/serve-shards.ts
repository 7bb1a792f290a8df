import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { PlainJson } from '@fxlog/reader/internal';
import { BatchError } from '../batch-error.js';
import { Job } from '../job/job.js';
import type { Sink } from '../model/sink.js';
import type { AnyTask } from '../pool/serve-tasks.js';
import { processSessions } from '../process-sessions.js';
import { type QueuedWork, QueueFolder } from './queue-folder.js';
import { readShard } from './shard-list.js';
import type { ShardOrder, ShardProgress, ShardQueue, WorkOptions } from './shard-queue.js';

/** What a worker has to know of a task. */
export interface ShardTask {
  readonly task: AnyTask;
  /** What keeps the rows of a shard, in the directory of its part. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the rows is known to the task alone
  sink(directory: string): Sink<any>;
  /** The options of the task for the part in this directory, for a task that leaves files there. */
  readonly optionsIn?: (options: PlainJson, directory: string) => PlainJson;
}

/** Tasks by name, each loaded when it is first asked for. */
export type ShardTaskLoaders = Readonly<Record<string, () => Promise<ShardTask>>>;

/** Options of {@link serveShards}. */
export interface ServeOptions extends WorkOptions {
  /** Threads; 0 does everything in this one, and then the queue may take a long session for a worker that is gone. */
  readonly jobs: number;
  /** File that the threads run, see `ProcessOptions.worker`. */
  readonly worker?: URL;
  /** Hears of each shard that is done. */
  readonly onDone?: (order: ShardOrder, progress: ShardProgress) => void;
}

/**
 * Works on the shards of a queue, whoever ordered them, until there have been none for a while or the signal comes.
 *
 * @throws BatchError `batch/queue-version`, `batch/queue-unreachable`
 */
export async function serveShards(queue: ShardQueue, tasks: ShardTaskLoaders, options: ServeOptions): Promise<void> {
  await queue.work(async (order, tell, signal) => {
    let last: ShardProgress = { sessions: 0, bytes: 0 };
    const note = (progress: ShardProgress) => {
      last = progress;
      tell(progress);
    };
    if (await workOn(order, tasks, options, note, signal)) options.onDone?.(order, last);
  }, options);
}

/** False when there was nothing to do. */
async function workOn(
  { id, job }: ShardOrder,
  tasks: ShardTaskLoaders,
  options: ServeOptions,
  tell: (progress: ShardProgress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = new QueueFolder(job);
  const work = await folder.work();
  if (work === null || !(await folder.isWanted(id))) return false;
  const part = folder.attempt(id, randomUUID());
  try {
    await makePart(part, work, await taskOf(work, tasks), folder.list(id), options, tell, signal);
    await folder.publish(id, part);
    return true;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another worker was faster, and the job has ended: that is why something was not there.
    if (!signal.aborted && !(await folder.isWanted(id))) return false;
    throw error;
  }
}

async function makePart(
  part: string,
  { task: name, options: taskOptions }: QueuedWork,
  { task, sink, optionsIn }: ShardTask,
  list: string,
  { jobs, worker }: ServeOptions,
  tell: (progress: ShardProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const description = { task: name, options: null, inputs: [], shard: null, output: null };
  await Job.run(part, description, {}, (job) =>
    processSessions(readShard(list, signal), {
      task,
      taskOptions: optionsIn?.(taskOptions, part) ?? taskOptions,
      sink: sink(part),
      jobs,
      ...(worker !== undefined && { worker }),
      job,
      signal,
      onProgress: ({ sessions, bytes }) => tell({ sessions, bytes }),
    }),
  );
}

async function taskOf({ task }: QueuedWork, tasks: ShardTaskLoaders): Promise<ShardTask> {
  const load = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  if (load !== undefined) return load();
  throw new BatchError({ rule: 'batch/queue-version', message: `This worker knows no work of the kind "${task}".` });
}
