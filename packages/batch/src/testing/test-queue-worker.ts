import { JobRows } from '../job/job-rows.js';
import { openQueue } from '../queue/open-queue.js';
import { TEST_ROWS, work } from './queue-job.js';
import { judge } from './test-tasks.js';

/** A worker in a process of its own: address of the queue, the key of a session that kills it, ms of a lease. */
const [address = '', deadly = '', leaseMs] = process.argv.slice(2);
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
// A test that ends, however it does, leaves nobody behind.
process.once('disconnect', () => process.exit(1));
const stop = new AbortController();
const queue = await openQueue(address, leaseMs === undefined ? undefined : Number(leaseMs));
await work(queue, stop.signal, { tasks, onDone: () => process.send?.('done') });
await queue.close();
