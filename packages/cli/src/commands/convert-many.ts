import type { BatchSummary } from '@fxlog/batch';
import { exactJsonRows } from '@fxlog/batch/internal';
import { MadeOutput, makeOutputs } from '../batch/make-outputs.js';
import type { CommandContext, SharedOptions } from '../command-context.js';
import { codecModulePaths } from '../convert/codec-module.js';
import { printConversion } from '../convert/conversion-result.js';
import { codecNamed } from '../convert/explain-failure.js';
import { lossLines } from '../convert/loss-output.js';
import { planStages, randomSeed } from '../convert/parse-stage.js';
import { checkTarget } from '../convert/run-conversion.js';
import { type ExitCode, UsageError } from '../exit-code.js';
import { type ConvertRow, convertTask } from '../tasks/convert-task.js';
import type { ConvertCommandOptions } from './convert.js';

const codec = exactJsonRows<ConvertRow>();

/** `fxlog convert` over archives, stores and lists of sessions: each into a folder, the losses counted over all. */
export async function convertMany(
  context: CommandContext,
  inputs: readonly string[],
  options: ConvertCommandOptions & SharedOptions,
): Promise<ExitCode> {
  checkTarget(codecNamed(options.to));
  if (options.from !== undefined) codecNamed(options.from);
  if (options.install === true) throw new UsageError('--install is for one session', 'Many go into a folder: -o DIR.');
  if (options.report !== undefined) {
    throw new UsageError('--report is for one session', 'Of many, losses are counted; --json has them for each.');
  }
  const stages = options.stage ?? [];
  planStages(stages, options.seed);
  const settings = {
    to: options.to,
    from: options.from ?? null,
    codecModules: codecModulePaths(context.cwd, options.codecModule),
    stages,
    seed: seedFor(stages, options),
    strictLossless: options.strictLossless === true,
    view: options.view ?? null,
    dialect: options.dialect ?? null,
  };
  const printed = outputOf(context, options);
  const summary = await makeOutputs(context, inputs, options, { task: convertTask, settings, codec }, printed);
  return printed.end(summary, options.job);
}

/** What a merged job says. */
export async function mergedConversions(
  context: CommandContext,
  directory: string,
  summary: BatchSummary,
  options: SharedOptions,
): Promise<ExitCode> {
  return outputOf(context, options).merged(directory, codec, summary);
}

/** All workers replace a word by the same one, and so must the run that goes on after a kill. */
function seedFor(stages: readonly string[], { seed, job }: ConvertCommandOptions): string | null {
  if (seed !== undefined || !stages.some((stage) => stage === 'anonymize')) return seed ?? null;
  if (job === undefined) return randomSeed();
  throw new UsageError('anonymize in a job needs --seed TEXT', 'After a kill it must go on with the same words.');
}

function outputOf(context: CommandContext, options: SharedOptions): MadeOutput<ConvertRow> {
  const losses = new Map<string, number>();
  return new MadeOutput(context, options, 'conversion', {
    async print({ path, result }) {
      for (const [rule, count] of Object.entries(result.losses)) losses.set(rule, (losses.get(rule) ?? 0) + count);
      // How to go on with each of a thousand sessions nobody wants to read.
      const resume = options.json === true ? result.resume : null;
      await printConversion(context, { ...result, path, resume }, result.losses, options);
    },
    totals: () => ({ losses: Object.fromEntries(losses) }),
    notes: () => lossLines(losses),
  });
}
