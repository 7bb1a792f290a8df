import { resolve } from 'node:path';
import type { BatchSummary, SessionResult, Task } from '@fxlog/batch';
import type { RowCodec, Sink } from '@fxlog/batch/internal';
import type { JsonObject } from '@fxlog/json';
import type { CommandContext, RootOption, SharedOptions } from '../command-context.js';
import { type ExitCode, UsageError } from '../exit-code.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';
import type { MadeRow, MakeOptions } from '../tasks/make-output.js';
import { batchExitCode, noteBatch } from './batch-notes.js';
import type { BatchOptions } from './batch-options.js';
import { forEachOfJob, forEachSession } from './for-each-session.js';
import { OutputFolder, stagingIn } from './output-folder.js';
import { batchInputs, type PlainOptions } from './run-batch.js';
import { summaryLines } from './summary-lines.js';

/** What is made of every session. */
export interface MakeWork<Settings, Row> {
  readonly task: Task<Settings & MakeOptions, Row>;
  /** What a job has to be the same in. */
  readonly settings: Settings;
  readonly codec: RowCodec<Row>;
}

/** Makes something of each of many sessions, in a folder, and says in the order of the inputs what became of each. */
export async function makeOutputs<
  Settings extends { readonly [key: string]: PlainOptions },
  Row extends MadeRow<unknown>,
>(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions & RootOption & { readonly output?: string },
  { task, settings, codec }: MakeWork<Settings, Row>,
  printed: MadeOutput<Row>,
): Promise<BatchSummary> {
  const { output } = options;
  if (output === undefined || output === '-') {
    throw new UsageError('many sessions go into a folder', 'Say which: -o DIR; it is made, or must be empty.');
  }
  const names = await batchInputs(context, inputs, options);
  const job = options.job === undefined ? null : resolve(context.cwd, options.job);
  const settled = async (each: (key: string, rows: readonly Row[]) => void) => {
    if (job !== null) await forEachOfJob<Row>(job, codec, ({ key }, rows) => each(key, rows));
  };
  const through = (inner: Sink<Row>) => new OutputFolder(context, output, inner, job, settled);
  const taskOptions = { ...settings, staging: stagingIn(resolve(context.cwd, output)), cwd: context.cwd };
  const work = { task, taskOptions, described: settings, codec, through };
  return forEachSession(context, names, options, work, (result, rows) => printed.session(result, rows));
}

/** What a command says of what it made. */
export interface MadeWords<Row> {
  print(row: Row): Promise<void>;
  /** Sums, for the summary in JSON. */
  totals(): JsonObject;
  /** Sums, for people, on stderr. */
  notes(): readonly string[];
}

/** Prints what became of each session, and at the end that everything adds up. */
export class MadeOutput<Row extends MadeRow<unknown>> {
  constructor(
    readonly context: CommandContext,
    readonly options: SharedOptions,
    /** The kind of the JSON objects; those of failures and the summary begin with it. */
    readonly kind: string,
    readonly words: MadeWords<Row>,
  ) {}

  async session(result: SessionResult, rows: readonly Row[]): Promise<void> {
    const { output } = this.context;
    for (const row of rows) {
      for (const note of row.notes) output.note(terminalText(note));
      await this.words.print(row);
    }
    if (result.status === 'done') return;
    const { status, key, rule, reason } = result;
    if (this.options.json === true) {
      await output.json({ kind: `${this.kind}-${status}`, input: key, rule, reason });
      return;
    }
    const mark = status === 'failed' ? output.paint.red('✗ failed ') : output.paint.dim('- skipped');
    await output.line(
      `${mark} ${terminalText(key)}  ${terminalText(reason)} ${output.paint.dim(`[${terminalText(rule)}]`)}`,
    );
  }

  /** Says what a merged job holds. */
  async merged(directory: string, codec: RowCodec<Row>, summary: BatchSummary): Promise<ExitCode> {
    await forEachOfJob(directory, codec, (result, rows) => this.session(result, rows));
    return this.end(summary, undefined);
  }

  async end(summary: BatchSummary, job: string | undefined): Promise<ExitCode> {
    const { output } = this.context;
    const { found, done, failed, skipped, reasons, inputFindings } = summary;
    if (this.options.json === true) {
      await output.json({
        kind: `${this.kind}-summary`,
        found,
        done,
        failed,
        skipped,
        reasons: { ...reasons },
        inputFindings: inputFindings.map(findingToJson),
        ...this.words.totals(),
      });
    } else {
      for (const line of summaryLines(summary)) await output.line(line);
    }
    await output.flush();
    for (const note of this.words.notes()) output.note(terminalText(note));
    noteBatch(this.context, summary, job);
    return batchExitCode(summary);
  }
}
