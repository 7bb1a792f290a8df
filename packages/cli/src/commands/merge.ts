import { resolve } from 'node:path';
import { BatchError, mergeJobs, RowFile, readShards } from '@fxlog/batch';
import { commandErrorOf } from '../batch/run-batch.js';
import { VerifyOutput } from '../batch/verify-output.js';
import type { Command } from '../command-context.js';
import { UsageError } from '../exit-code.js';
import { VERIFY_ROWS } from '../tasks/verify-row.js';
import { printJob } from './verify-many.js';

export interface MergeOptions {
  /** Directory of the job that the shards become. */
  readonly output: string;
}

/** `fxlog merge DIR… -o DIR`: makes one job out of the shards of a run, and prints what the run would have printed. */
export const merge: Command<[directories: readonly string[]], MergeOptions> = async (
  context,
  [directories],
  options,
) => {
  try {
    const set = await readShards(directories.map((directory) => resolve(context.cwd, directory)));
    if (set.description.task !== 'verify') throw new UsageError(`jobs of "${set.description.task}" cannot be merged`);
    const target = resolve(context.cwd, options.output);
    const summary = await mergeJobs(set, target, new RowFile(target, VERIFY_ROWS));
    const printed = new VerifyOutput(context, options);
    await printJob(target, printed);
    return await printed.end(summary);
  } catch (error) {
    throw error instanceof BatchError ? commandErrorOf(error) : error;
  }
};
