import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Job } from '../job/job.js';
import { JobRows } from '../job/job-rows.js';
import type { BatchSummary } from '../model/session-result.js';
import { processSessions } from '../process-sessions.js';
import { processOnQueue } from '../queue/process-on-queue.js';
import { type ServeOptions, type ShardTaskLoaders, serveShards } from '../queue/serve-shards.js';
import type { ShardQueue } from '../queue/shard-queue.js';
import { judge, type TestRow } from './test-tasks.js';

/** How rows of tests are kept. */
export const TEST_ROWS = {
  encode: (row: TestRow) => JSON.stringify(row),
  decode: (line: string): TestRow => JSON.parse(line),
};

export const TEST_VERSION = '1.2.3';

export const TEST_SHARD_TASKS: ShardTaskLoaders = {
  judge: async () => ({ task: judge, sink: (directory) => new JobRows(directory, TEST_ROWS) }),
};

/** Options of {@link runJob}. */
export interface QueueJobOptions {
  /** Without one everything is done here. */
  readonly queue?: ShardQueue;
  readonly shardSessions?: number;
  readonly retryFailed?: boolean;
  readonly version?: string;
  readonly signal?: AbortSignal;
}

/** Judges sessions as a job. */
export function runJob(
  directory: string,
  inputs: readonly string[],
  { queue, shardSessions = 7, retryFailed = false, version = TEST_VERSION, signal }: QueueJobOptions = {},
): Promise<BatchSummary> {
  const description = { task: judge.name, options: null, inputs, shard: null, output: null };
  const work = { task: judge, taskOptions: null, ...(signal !== undefined && { signal }) };
  return Job.run(directory, description, { retryFailed }, (job) => {
    const shared = { ...work, job, sink: new JobRows(directory, TEST_ROWS) };
    if (queue === undefined) return processSessions(inputs, { ...shared, jobs: 0 });
    return processOnQueue(inputs, { ...shared, queue, version, shardSessions });
  });
}

/** Works on a queue until the signal comes. */
export function work(
  queue: ShardQueue,
  signal: AbortSignal,
  options: Partial<ServeOptions & { readonly tasks: ShardTaskLoaders }> = {},
): Promise<void> {
  const { tasks = TEST_SHARD_TASKS, ...rest } = options;
  return serveShards(queue, tasks, { version: TEST_VERSION, jobs: 0, signal, idleMs: null, ...rest });
}

/** What a job has left, to the byte; checkpoints lie where they fell. */
export function filesOf(directory: string): Readonly<Record<string, string>> {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  const journal = read('journal.jsonl').split('\n');
  return {
    job: read('job.json'),
    rows: read('rows.jsonl'),
    failed: read('failed.jsonl'),
    journal: journal.filter((line) => !line.startsWith('{"t":"checkpoint"')).join('\n'),
  };
}
