import type { Task, TaskInput } from '../model/task.js';
import { runTask } from './run-task.js';
import type { BatchListener, Runner } from './runner.js';

/** Runs a task in this very thread: for few or small sessions, where starting workers would take longer than the work. */
export class LocalRunner<Options, Row> implements Runner {
  readonly concurrency = 1;

  constructor(
    readonly task: Task<Options, Row>,
    readonly options: Options,
    readonly signal: AbortSignal,
  ) {}

  async run(items: readonly TaskInput[], listener: BatchListener): Promise<void> {
    for (const [item, input] of items.entries()) {
      this.signal.throwIfAborted();
      const send = (rows: readonly Row[]) => listener.rows(item, rows);
      listener.end(item, await runTask(this.task, input, this.options, this.signal, send));
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
