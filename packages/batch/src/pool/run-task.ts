import { FxlogError } from '@fxlog/format';
import { removeCopy, unpackSession } from '../inputs/unpack-session.js';
import type { Reason } from '../model/session-input.js';
import type { Task, TaskInput } from '../model/task.js';
import type { TaskEnd } from './runner.js';

/** Runs a task on one session and hands its rows on. Throws only when the run is aborted. */
export async function runTask<Options, Row>(
  task: Task<Options, Row>,
  input: TaskInput,
  options: Options,
  signal: AbortSignal,
  send: (rows: readonly Row[]) => Promise<void>,
): Promise<TaskEnd> {
  try {
    if (input.packed !== undefined) unpackSession(input.packed);
    const rows = task.run(input, options, { signal });
    for (;;) {
      const next = await rows.next();
      if (next.done === true) return { ok: true, outcome: next.value };
      if (next.value.length > 0) await send(next.value);
    }
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, reason: reasonOf(error) };
  } finally {
    if (input.packed !== undefined) removeCopy(input.packed);
  }
}

function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return { reason: String(error), rule: 'batch/task-failed' };
  if (error instanceof FxlogError) return { reason: error.message, rule: error.rule };
  return { reason: error.message, rule: 'syscall' in error ? 'batch/input-unreadable' : 'batch/task-failed' };
}
