import type { BatchSummary } from '@fxlog/batch';
import { exactJsonRows } from '@fxlog/batch/internal';
import { MadeOutput, makeOutputs } from '../batch/make-outputs.js';
import type { CommandContext, SharedOptions } from '../command-context.js';
import { codecNamed } from '../convert/explain-failure.js';
import { printRewritten, replacedText } from '../convert/rewrite-input.js';
import type { ExitCode } from '../exit-code.js';
import { type RedactRow, redactTask } from '../tasks/redact-task.js';
import type { RedactCommandOptions } from './redact.js';

const codec = exactJsonRows<RedactRow>();

/** `fxlog redact` over archives, stores and lists of sessions. */
export async function redactMany(
  context: CommandContext,
  inputs: readonly string[],
  options: RedactCommandOptions & SharedOptions,
): Promise<ExitCode> {
  if (options.from !== undefined) codecNamed(options.from);
  const settings = { from: options.from ?? null };
  const printed = outputOf(context, options);
  const summary = await makeOutputs(context, inputs, options, { task: redactTask, settings, codec }, printed);
  return printed.end(summary, options.job);
}

/** What a merged job says. */
export async function mergedRedactions(
  context: CommandContext,
  directory: string,
  summary: BatchSummary,
  options: SharedOptions,
): Promise<ExitCode> {
  return outputOf(context, options).merged(directory, codec, summary);
}

function outputOf(context: CommandContext, options: SharedOptions): MadeOutput<RedactRow> {
  const replaced = { secrets: 0, users: 0, emails: 0 };
  return new MadeOutput(context, options, 'redact', {
    async print({ path, result }) {
      for (const key of ['secrets', 'users', 'emails'] as const) replaced[key] += result.replaced?.[key] ?? 0;
      await printRewritten(context, { kind: 'redact', ...result, path }, options);
    },
    totals: () => ({ replaced: { ...replaced } }),
    notes: () => [`${replacedText(replaced)} in all.`],
  });
}
