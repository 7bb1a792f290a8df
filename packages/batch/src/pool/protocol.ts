import type { MessagePort } from 'node:worker_threads';
import type { TaskInput } from '../model/task.js';
import type { TaskEnd } from './runner.js';

/** What a worker is given: sessions for a task, and a port for what comes out. */
export interface BatchOrder {
  readonly task: string;
  readonly options: unknown;
  readonly items: readonly TaskInput[];
  readonly port: MessagePort;
}

/** From the worker. The sessions of a batch come one after the other. */
export type FromWorker =
  | { readonly type: 'rows'; readonly item: number; readonly rows: readonly unknown[]; readonly weight: number }
  | { readonly type: 'end'; readonly item: number; readonly end: TaskEnd };

/** To the worker: rows of so much weight were taken. */
export interface ToWorker {
  readonly taken: number;
}

/** A worker pauses when rows of so much weight wait to be taken: bytes, roughly. */
export const MAX_WAITING_WEIGHT = 8 * 1024 * 1024;
