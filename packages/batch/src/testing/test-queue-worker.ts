import { JobRows } from '../job/job-rows.js';
import { openQueue } from '../queue/open-queue.js';
import { TEST_ROWS, work } from './queue-job.js';
import { judge } from './test-tasks.js';

/** A worker in a process of its own: address of the queue, and the key of a session that kills it. */
const [address = '', deadly = ''] = process.argv.slice(2);
const tasks = {
  judge: async () => ({
    task: {
      ...judge,
      async *run(...args: Parameters<typeof judge.run>) {
        if (args[0].key === deadly) process.kill(process.pid, 'SIGKILL');
        return yield* judge.run(...args);
      },
    },
    sink: (directory: string) => new JobRows(directory, TEST_ROWS),
  }),
};
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const queue = await openQueue(address);
await work(queue, stop.signal, { tasks });
await queue.close();
