import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BatchError, type BatchSummary, publishTables, rowsTask, type SessionResult, TableSink } from '@fxlog/batch';
import {
  CountOnce,
  type Duplicate,
  type PublishedTables,
  readJob,
  type SettledSession,
  settledSessions,
  type TableTarget,
} from '@fxlog/batch/internal';
import { batchExitCode, noteBatch } from '../batch/batch-notes.js';
import type { BatchOptions } from '../batch/batch-options.js';
import { batchInputs, runBatch } from '../batch/run-batch.js';
import { summaryLines } from '../batch/summary-lines.js';
import { taskZone, type ZoneOptions, zoneOf } from '../batch/time-zone.js';
import type { Command, CommandContext, RootOption, SharedOptions } from '../command-context.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import { countOf, formatCount } from '../output/measures.js';
import { reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';

export interface ExportCommandOptions extends RootOption, BatchOptions, ZoneOptions {
  readonly to: TableTarget['format'];
  readonly output: string;
  readonly partition?: 'month' | 'workspace' | 'none';
  readonly safe?: boolean;
}

/** `fxlog export INPUT…`: sessions as tables. */
export const exportSessions: Command<[inputs: readonly string[]], ExportCommandOptions> = async (
  context,
  [inputs],
  options,
) => {
  const target = targetOf(context, options);
  const names = await batchInputs(context, inputs, options);
  if (options.job !== undefined) return exportJob(context, names, options, target);
  const directory = await temporaryDirectory(target);
  try {
    const results: SessionResult[] = [];
    const stage = new NotingStage(directory, target);
    const summary = await runBatch(context, names, options, {
      task: rowsTask,
      taskOptions: { content: true, ...taskZone(zoneOf(options)) },
      sink: () => stage,
      onResult: (result) => results.push(result),
    });
    const settled = results.map((result) => stage.settled(result));
    return await publish(context, directory, settled, target, summary, options);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

async function exportJob(
  context: CommandContext,
  names: readonly string[],
  options: ExportCommandOptions & SharedOptions & { readonly job?: string },
  target: TableTarget,
): Promise<ExitCode> {
  const directory = resolve(context.cwd, options.job ?? '');
  const summary = await runBatch(context, names, options, {
    task: rowsTask,
    taskOptions: { content: true, ...taskZone(zoneOf(options)) },
    sink: () => new TableSink(directory, target),
  });
  if (options.shard !== undefined) {
    noteBatch(context, summary, options.job);
    context.output.note(
      terminalText(`Shard ${options.shard} is in ${options.job}; fxlog merge makes the tables of all shards.`),
    );
    return batchExitCode(summary);
  }
  return publish(context, directory, await settledOf(directory), target, summary, options);
}

/** The tables of a merged job: inside its directory, under the name that the shards gave them. */
export async function publishMerged(
  context: CommandContext,
  directory: string,
  target: TableTarget,
  summary: BatchSummary,
  options: SharedOptions,
): Promise<ExitCode> {
  const path = join(directory, basename(target.path));
  return publish(context, directory, await settledOf(directory), { ...target, path }, summary, options);
}

async function settledOf(directory: string): Promise<SettledSession[]> {
  const sessions: SettledSession[] = [];
  for await (const settled of settledSessions(await readJob(directory))) sessions.push(settled);
  return sessions;
}

async function publish(
  context: CommandContext,
  directory: string,
  settled: readonly SettledSession[],
  target: TableTarget,
  summary: BatchSummary,
  options: SharedOptions & { readonly job?: string },
): Promise<ExitCode> {
  const { output } = context;
  const once = new CountOnce();
  for (const { result } of settled) once.add(result);
  const { duplicates } = once;
  let published: PublishedTables;
  try {
    published = await publishTables(directory, eachOnce(settled, duplicates), target, context.interrupt.signal);
  } catch (error) {
    if (error instanceof BatchError) throw new CommandError(ExitCode.io, error.message.replace(/\.$/, ''));
    throw error;
  }
  noteBatch(context, summary, options.job);
  const { found, done, failed, skipped, reasons } = summary;
  if (options.json === true) {
    const rows = { ...published.rows };
    const twice = duplicates.map((duplicate) => ({ ...duplicate }));
    await output.json({
      kind: 'export',
      ...target,
      found,
      done,
      failed,
      skipped,
      reasons: { ...reasons },
      duplicates: twice,
      rows,
    });
    return batchExitCode(summary);
  }
  await output.line(`${terminalText(target.path)}: ${countOf(published.sessions - duplicates.length, 'session')}`);
  for (const [table, rows] of Object.entries(published.rows)) {
    await output.line(`  ${formatCount(rows).padStart(11)}  ${table}`);
  }
  for (const { session, of } of duplicates) {
    output.note(terminalText(`${session} is the same session as ${of}, and is counted once.`));
  }
  if (failed + skipped > 0) {
    for (const line of summaryLines(summary)) await output.line(line);
  }
  return batchExitCode(summary);
}

/** The same session that was found twice has its rows once; the other place says so. */
function eachOnce(settled: readonly SettledSession[], duplicates: readonly Duplicate[]): SettledSession[] {
  const others = new Map(duplicates.map(({ session, of }) => [session, of]));
  return settled.map((session) => {
    const of = others.get(session.result.key);
    if (of === undefined) return session;
    const reason = `The same session as ${of}, which has the rows.`;
    return { result: { ...session.result, status: 'skipped', rule: 'batch/duplicate-session', reason } };
  });
}

function targetOf(context: CommandContext, { to, output, partition, safe }: ExportCommandOptions): TableTarget {
  if (partition !== undefined && to !== 'parquet') throw new UsageError('--partition is for --to parquet');
  if (safe === true && to !== 'csv') throw new UsageError('--safe is for --to csv');
  const path = resolve(context.cwd, output);
  switch (to) {
    case 'parquet':
      return { format: to, path, partition: partition ?? 'month' };
    case 'csv':
      return { format: to, path, safe: safe === true };
    default:
      return { format: to, path };
  }
}

/** Beside what is made, where there is room for it. */
async function temporaryDirectory({ path }: TableTarget): Promise<string> {
  try {
    return await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  } catch (error) {
    throw new CommandError(ExitCode.io, `${path} cannot be written: ${reasonOf(error)}`);
  }
}

/** Remembers where the rows of each session lie, as a job would. */
class NotingStage extends TableSink {
  readonly #extents = new Map<string, NonNullable<SettledSession['extent']>>();

  override async commit(result: SessionResult) {
    const extent = await super.commit(result);
    if (extent !== null) this.#extents.set(result.key, extent);
    return extent;
  }

  settled(result: SessionResult): SettledSession {
    const extent = this.#extents.get(result.key);
    return extent === undefined ? { result } : { result, extent };
  }
}
