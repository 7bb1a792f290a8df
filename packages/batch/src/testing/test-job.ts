import { Job } from '../job/job.js';
import { JobRows } from '../job/job-rows.js';
import { parseShard } from '../job/shard.js';
import { processSessions } from '../process-sessions.js';
import { judge, type TestRow } from './test-tasks.js';

/** A job in a process of its own, to be killed: directory, worker, shard or `-`, `retry` or `-`, inputs. */
const [directory = '', worker = '', shardText = '-', retry = '-', ...inputs] = process.argv.slice(2);
const shard = shardText === '-' ? null : parseShard(shardText);
const description = { task: judge.name, options: null, inputs, shard, output: null };
const codec = {
  encode: (row: TestRow) => JSON.stringify(row),
  decode: (line: string): TestRow => JSON.parse(line),
};
const summary = await Job.run(directory, description, { retryFailed: retry === 'retry', checkpointEvery: 7 }, (job) =>
  processSessions(inputs, {
    task: judge,
    taskOptions: null,
    sink: new JobRows(directory, codec),
    jobs: 2,
    worker: new URL(worker),
    job,
    ...(shard !== null && { shard }),
  }),
);
process.stdout.write(`${JSON.stringify(summary)}\n`);
