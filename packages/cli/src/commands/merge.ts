import { resolve } from 'node:path';
import { BatchError, mergeJobs, TableSink } from '@fxlog/batch';
import { exactJsonRows, JobRows, readShards, type SessionStats, type TableTarget } from '@fxlog/batch/internal';
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

/** `fxlog merge DIR… -o DIR`: makes one job out of the shards of a run, and gives what the run would have given. */
export const merge: Command<[directories: readonly string[]], MergeOptions> = async (
  context,
  [directories],
  options,
) => {
  try {
    const set = await readShards(directories.map((directory) => resolve(context.cwd, directory)));
    const { task, output } = set.description;
    const target = resolve(context.cwd, options.output);
    switch (task) {
      case 'verify': {
        const summary = await mergeJobs(set, target, new JobRows(target, VERIFY_ROWS));
        const printed = new VerifyOutput(context, options);
        await printJob(target, printed);
        return await printed.end(summary);
      }
      case 'rows': {
        const { publishMerged } = await import('./export.js');
        // Written by `describe` of a stage.
        const summary = await mergeJobs(set, target, new TableSink(target, output as TableTarget));
        return await publishMerged(context, target, output as TableTarget, summary, options);
      }
      case 'stats': {
        const { mergedStats } = await import('./stats.js');
        const summary = await mergeJobs(set, target, new JobRows(target, exactJsonRows<SessionStats>()));
        return await mergedStats(context, target, summary, options, set.description);
      }
      case 'convert': {
        const { mergedConversions } = await import('./convert-many.js');
        const summary = await mergeJobs(set, target, new JobRows(target, exactJsonRows()));
        return await mergedConversions(context, target, summary, options);
      }
      case 'redact': {
        const { mergedRedactions } = await import('./redact-many.js');
        const summary = await mergeJobs(set, target, new JobRows(target, exactJsonRows()));
        return await mergedRedactions(context, target, summary, options);
      }
      default:
        throw new UsageError(`jobs of "${task}" cannot be merged`);
    }
  } catch (error) {
    throw error instanceof BatchError ? commandErrorOf(error) : error;
  }
};
