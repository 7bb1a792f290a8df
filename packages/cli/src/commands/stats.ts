import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BatchSummary, renderStatsPage, StatsTotals, statsTask } from '@fxlog/batch';
import { exactJsonRows, type JobDescription, type SessionStats } from '@fxlog/batch/internal';
import { hadNoSessions, hasUnreadableInput, noteBatch } from '../batch/batch-notes.js';
import type { BatchOptions } from '../batch/batch-options.js';
import { forEachOfJob, forEachSession } from '../batch/for-each-session.js';
import { batchInputs } from '../batch/run-batch.js';
import { taskZone, type ZoneOptions, zoneOf } from '../batch/time-zone.js';
import type { Command, CommandContext, RootOption, SharedOptions } from '../command-context.js';
import { ExitCode, UnreadableError, UsageError } from '../exit-code.js';
import { durableToJson } from '../output/durable-json.js';
import { reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';
import { statsCsv } from '../render/stats-csv.js';
import { renderStats } from '../render/stats-report.js';

export interface StatsCommandOptions extends RootOption, BatchOptions, ZoneOptions {
  readonly csv?: boolean;
  readonly html?: string;
}

type Output = SharedOptions & Pick<StatsCommandOptions, 'csv' | 'html' | 'job'>;

const codec = exactJsonRows<SessionStats>();

/** `fxlog stats [INPUT…]`: sessions in numbers. */
export const stats: Command<[inputs: readonly string[]], StatsCommandOptions> = async (context, [inputs], options) => {
  if (options.json === true && options.csv === true)
    throw new UsageError('--json and --csv are two ways to print the same');
  const names = await batchInputs(context, inputs, options);
  const timeZone = zoneOf(options);
  const totals = new StatsTotals(timeZone);
  const taskOptions = 'timeZone' in taskZone(timeZone) ? { timeZone } : null;
  const work = { task: statsTask, taskOptions, codec };
  const summary = await forEachSession(context, names, options, work, (result, [row]) => totals.add(result, row));
  return printStats(context, totals, summary, options);
};

/** The numbers of a merged job. */
export async function mergedStats(
  context: CommandContext,
  directory: string,
  summary: BatchSummary,
  options: Output,
  description: JobDescription,
): Promise<ExitCode> {
  const { options: described } = description;
  const hasZone = typeof described === 'object' && described !== null && 'timeZone' in described;
  const totals = new StatsTotals(hasZone ? String(described.timeZone) : undefined);
  await forEachOfJob(directory, codec, (result, [row]) => totals.add(result, row));
  return printStats(context, totals, summary, options);
}

async function printStats(
  context: CommandContext,
  totals: StatsTotals,
  summary: BatchSummary,
  options: Output,
): Promise<ExitCode> {
  const { output } = context;
  const { report } = totals;
  noteBatch(context, summary, options.job);
  if (options.json === true) await output.json({ kind: 'stats', ...(durableToJson(report) as object) });
  else if (options.csv === true) await output.write(statsCsv(report));
  else for (const line of renderStats(report, output)) await output.line(line);
  if (options.html !== undefined) await writePage(context, options.html, renderStatsPage(report, addressOf));
  if (hasUnreadableInput(summary)) return ExitCode.io;
  if (report.sessions > 0) return ExitCode.ok;
  if (hadNoSessions(summary)) {
    output.note('No saved sessions.');
    return ExitCode.ok;
  }
  output.note('No session could be read.');
  return ExitCode.badData;
}

/** The address of a session on this disk; null for one in an archive. */
function addressOf(session: string): string | null {
  return existsSync(session) ? pathToFileURL(session).href : null;
}

async function writePage(context: CommandContext, path: string, page: string): Promise<void> {
  try {
    await writeFile(resolve(context.cwd, path), page);
  } catch (error) {
    throw new UnreadableError(path, `cannot be written: ${reasonOf(error)}`);
  }
  context.output.note(terminalText(`The page is in ${path}.`));
}
