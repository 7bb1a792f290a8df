import { resolve } from 'node:path';
import { RowFile, type SessionResult, type Sink } from '@fxlog/batch';
import type { BatchOptions } from '../batch/batch-options.js';
import { eachOfJob } from '../batch/each-session.js';
import { batchInputs, runBatch } from '../batch/run-batch.js';
import { VerifyOutput } from '../batch/verify-output.js';
import type { CommandContext, RootOption, SharedOptions } from '../command-context.js';
import type { ExitCode } from '../exit-code.js';
import type { ProgressReporter } from '../progress/progress-reporter.js';
import { VERIFY_ROWS, type VerifyRow } from '../tasks/verify-row.js';
import { verifyTask } from '../tasks/verify-task.js';

/** Options of `verify` over many sessions. */
export interface VerifyManyOptions extends BatchOptions, RootOption, SharedOptions {
  readonly lenient: boolean;
  readonly maxFindings: number;
}

/** `fxlog verify` over archives and whole stores: the reports in the order of the inputs, then the sums. */
export async function verifyMany(
  context: CommandContext,
  inputs: readonly string[],
  options: VerifyManyOptions,
): Promise<ExitCode> {
  const names = await batchInputs(context, inputs, options);
  const { lenient, maxFindings } = options;
  const work = { task: verifyTask, taskOptions: { lenient, maxFindings, named: names } };
  const printed = new VerifyOutput(context, options);
  if (options.job === undefined) {
    const printer = new Printer(printed);
    const sink = (progress: ProgressReporter) => printer.over(progress);
    const summary = await runBatch(context, names, options, { ...work, sink, onResult: printer.result });
    await printer.end();
    return printed.end(summary);
  }
  const directory = resolve(context.cwd, options.job);
  const sink = () => new RowFile(directory, VERIFY_ROWS);
  const summary = await runBatch(context, names, options, { ...work, sink });
  await printJob(directory, printed);
  const code = await printed.end(summary);
  if (summary.failed > 0) {
    context.output.note(`What failed is listed in ${options.job}/failed.jsonl; --retry-failed tries it again.`);
  }
  return code;
}

/** Prints the reports of a job that has come to its end, in the order of the inputs. */
export async function printJob(directory: string, printed: VerifyOutput): Promise<void> {
  await eachOfJob(directory, VERIFY_ROWS, (result, [row]) => printed.session(row, result));
}

/** Prints the reports as they come. */
class Printer implements Sink<VerifyRow> {
  #progress: ProgressReporter | null = null;
  #row: VerifyRow | undefined;
  #settled: SessionResult | null = null;
  /** Sessions without rows come past the sink, through {@link result}: they are printed in their turn all the same. */
  #queue: Promise<void> = Promise.resolve();

  constructor(readonly printed: VerifyOutput) {}

  over(progress: ProgressReporter): this {
    this.#progress = progress;
    return this;
  }

  begin(): Promise<void> {
    this.#row = undefined;
    return this.#queue;
  }

  write(rows: readonly VerifyRow[]): Promise<void> {
    this.#row = rows[0];
    return Promise.resolve();
  }

  async commit(result: SessionResult): Promise<undefined> {
    this.#settled = result;
    await this.#print(this.#row, result);
    return undefined;
  }

  abort(): Promise<void> {
    this.#row = undefined;
    return Promise.resolve();
  }

  async flush(): Promise<undefined> {
    await this.#queue;
    return undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  readonly result = (result: SessionResult): void => {
    if (this.#settled === result) return;
    this.#queue = this.#queue.then(() => this.#print(undefined, result));
    // Whoever waits for the queue next hears of it.
    this.#queue.catch(() => undefined);
  };

  end(): Promise<void> {
    return this.#queue;
  }

  #print(row: VerifyRow | undefined, result: SessionResult): Promise<void> {
    const print = () => this.printed.session(row, result);
    const isDrawnOver = this.printed.context.output.terminal.stdoutIsTerminal;
    return isDrawnOver && this.#progress !== null ? this.#progress.above(print) : print();
  }
}
