import { availableParallelism } from 'node:os';
import { BatchError } from '@fxlog/batch';
import { openQueue, serveShards } from '@fxlog/batch/internal';
import { commandErrorOf } from '../batch/run-batch.js';
import { workerUrl } from '../batch/worker-url.js';
import type { Command } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { countOf, formatBytes } from '../output/measures.js';
import { reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';
import { SHARD_TASKS } from '../tasks/shard-tasks.js';
import { VERSION } from '../version.js';

export interface WorkerOptions {
  readonly queue: string;
  /** Worker threads. */
  readonly jobs?: number;
  /** Seconds. */
  readonly idle?: number;
  readonly quiet?: boolean;
}

/** `fxlog worker --queue URL`: works on what others have queued. */
export const worker: Command<[], WorkerOptions> = async ({ output, interrupt }, _, options) => {
  const { jobs = availableParallelism(), idle, quiet } = options;
  const file = workerUrl();
  const say = (text: string) => {
    if (quiet !== true) output.note(terminalText(text));
  };
  try {
    const queue = await openQueue(options.queue);
    try {
      say(`Waiting for work at ${queue.address}.`);
      await serveShards(queue, SHARD_TASKS, {
        version: VERSION,
        jobs: file === null ? 0 : jobs,
        ...(file !== null && { worker: file }),
        signal: interrupt.signal,
        idleMs: idle === undefined ? null : idle * 1000,
        onDone: ({ job }, { sessions, bytes }) =>
          say(`${job}: ${countOf(sessions, 'session')}, ${formatBytes(bytes)}.`),
        onFailure: ({ job }, error) =>
          output.problem(terminalText(`${job}: ${reasonOf(error)}; it will be tried again.`)),
      });
    } finally {
      await queue.close();
    }
  } catch (error) {
    throw error instanceof BatchError ? commandErrorOf(error) : error;
  }
  return interrupt.signal.aborted ? ExitCode.interrupted : ExitCode.ok;
};
