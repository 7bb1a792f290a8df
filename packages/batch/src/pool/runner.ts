import type { Reason } from '../model/session-input.js';
import type { TaskInput, TaskOutcome } from '../model/task.js';

/** How a task ended for one session. */
export type TaskEnd =
  | { readonly ok: true; readonly outcome: TaskOutcome }
  | { readonly ok: false; readonly reason: Reason };

/** Hears what comes out of a batch of sessions, which are worked on one after the other. */
export interface BatchListener {
  /** Rows of a session. Resolves when they were taken, which may be long after. */
  rows(item: number, rows: readonly unknown[]): Promise<void>;
  /** A session begins anew: what came for it so far does not count. */
  restart(item: number): void;
  end(item: number, end: TaskEnd): void;
}

/** Runs a task, here or elsewhere. */
export interface Runner {
  /** How many batches it can work on at once. */
  readonly concurrency: number;
  /** Resolves when every session of the batch has ended. */
  run(items: readonly TaskInput[], listener: BatchListener): Promise<void>;
  close(): Promise<void>;
}
