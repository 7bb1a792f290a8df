import type { Task } from '../model/task.js';
import { type BatchOrder, type FromWorker, MAX_WAITING_WEIGHT, type ToWorker } from './protocol.js';
import { rowWeight } from './row-weight.js';
import { runTask } from './run-task.js';

/**
 * A task in a worker; what goes in and out of it is the concern of those who use it. Methods are compared less strictly than functions, which
 * is what lets tasks of all kinds stand in one list.
 */
// biome-ignore lint/suspicious/noExplicitAny: the types of options and rows are known to the caller of processSessions alone
export type AnyTask = Task<any, any>;

/** Tasks by name, each loaded when it is first asked for. */
export type TaskLoaders = Readonly<Record<string, () => Promise<AnyTask>>>;

/**
 * What a worker file exports as its default: the tasks that this worker can run.
 *
 * @example
 * // my-worker.js; its URL goes to processSessions as `worker`
 * import { BATCH_TASKS, serveTasks } from '@fxlog/batch';
 * export default serveTasks({ ...BATCH_TASKS, sizes: async () => (await import('./sizes.js')).sizes });
 */
export function serveTasks(loaders: TaskLoaders): (order: BatchOrder) => Promise<void> {
  return async ({ task: name, options, items, port }) => {
    const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
    if (load === undefined) throw new RangeError(`This worker knows no task "${name}".`);
    const task = await load();
    let waiting = 0;
    let resume: (() => void) | null = null;
    port.on('message', ({ taken }: ToWorker) => {
      waiting -= taken;
      if (waiting <= MAX_WAITING_WEIGHT) resume?.();
    });
    const post = (message: FromWorker) => port.postMessage(message);
    // A worker is ended from outside when the run is given up.
    const { signal } = new AbortController();
    try {
      for (const [item, input] of items.entries()) {
        const end = await runTask(task, input, options, signal, async (rows) => {
          const weight = rowWeight(rows);
          waiting += weight;
          post({ type: 'rows', item, rows, weight });
          if (waiting > MAX_WAITING_WEIGHT) {
            await new Promise<void>((resolve) => {
              resume = resolve;
            });
            resume = null;
          }
        });
        post({ type: 'end', item, end });
      }
    } finally {
      port.close();
    }
  };
}
