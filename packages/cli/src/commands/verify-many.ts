import type { BatchOptions } from '../batch/batch-options.js';
import { forEachOfJob, forEachSession } from '../batch/for-each-session.js';
import { batchInputs } from '../batch/run-batch.js';
import { VerifyOutput } from '../batch/verify-output.js';
import type { CommandContext, RootOption, SharedOptions } from '../command-context.js';
import type { ExitCode } from '../exit-code.js';
import { VERIFY_ROWS } from '../tasks/verify-row.js';
import { verifyTask } from '../tasks/verify-task.js';

/** Options of `verify` over many sessions. */
export interface VerifyManyOptions extends BatchOptions, RootOption, SharedOptions {
  readonly lenient: boolean;
  readonly maxFindings: number;
  readonly everyFinding?: boolean;
}

/** `fxlog verify` over archives and whole stores: the reports in the order of the inputs, then the sums. */
export async function verifyMany(
  context: CommandContext,
  inputs: readonly string[],
  options: VerifyManyOptions,
): Promise<ExitCode> {
  const names = await batchInputs(context, inputs, options);
  const { lenient, maxFindings } = options;
  const printed = new VerifyOutput(context, options);
  const work = { task: verifyTask, taskOptions: { lenient, maxFindings, named: names }, codec: VERIFY_ROWS };
  const summary = await forEachSession(context, names, options, work, (result, [row]) => printed.session(row, result));
  const code = await printed.end(summary);
  if (options.job !== undefined && summary.failed > 0) {
    context.output.note(`What failed is listed in ${options.job}/failed.jsonl; --retry-failed tries it again.`);
  }
  return code;
}

/** Prints the reports of a job that has come to its end, in the order of the inputs. */
export async function printJob(directory: string, printed: VerifyOutput): Promise<void> {
  await forEachOfJob(directory, VERIFY_ROWS, (result, [row]) => printed.session(row, result));
}
