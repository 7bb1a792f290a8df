import { resolve } from 'node:path';
import type { BatchSummary, SessionResult } from '@fxlog/batch';
import { JobRows, type RowCodec, RowReader, readJob, type Sink, settledSessions } from '@fxlog/batch/internal';
import type { CommandContext } from '../command-context.js';
import type { ProgressReporter } from '../progress/progress-reporter.js';
import type { BatchOptions } from './batch-options.js';
import { type BatchWork, runBatch } from './run-batch.js';

/** What a command does with every session, and how its rows are kept in a job. */
export interface SessionWork<Options, Row> extends Pick<BatchWork<Options, Row>, 'task' | 'taskOptions' | 'described'> {
  readonly codec: RowCodec<Row>;
  /** Something that rows pass on their way. */
  readonly through?: (inner: Sink<Row>) => Sink<Row>;
}

type Each<Row> = (result: SessionResult, rows: readonly Row[]) => Promise<void> | void;

/**
 * Runs a task over many sessions and hands on what came of each, in the order of the inputs: as it comes, or, for a job, from its file when it has
 * come to its end.
 */
export async function forEachSession<Options, Row>(
  context: CommandContext,
  names: readonly string[],
  options: BatchOptions,
  { codec, through = (inner) => inner, ...work }: SessionWork<Options, Row>,
  each: Each<Row>,
): Promise<BatchSummary> {
  if (options.job === undefined) {
    const sink = new SessionRows(each);
    const over = (progress: ProgressReporter) => through(sink.over(progress, context.output.terminal.stdoutIsTerminal));
    const summary = await runBatch(context, names, options, { ...work, sink: over, onResult: sink.result });
    await sink.end();
    return summary;
  }
  const directory = resolve(context.cwd, options.job);
  const sink = () => through(new JobRows(directory, codec));
  const summary = await runBatch(context, names, options, { ...work, sink, codec });
  await forEachOfJob(directory, codec, each);
  return summary;
}

/** Hands on what a job holds, in the order of the inputs. */
export async function forEachOfJob<Row>(directory: string, codec: RowCodec<Row>, each: Each<Row>): Promise<void> {
  const rows = await RowReader.open(directory);
  try {
    for await (const { result, extent } of settledSessions(await readJob(directory))) {
      await each(result, await rows.rows(extent, codec));
    }
  } finally {
    await rows.close();
  }
}

/** Holds the rows of one session until it is settled. */
class SessionRows<Row> implements Sink<Row> {
  #progress: ProgressReporter | null = null;
  #rows: Row[] = [];
  #settled: SessionResult | null = null;
  /** Sessions without rows come past the sink, through {@link result}: they have their turn all the same. */
  #queue: Promise<void> = Promise.resolve();

  constructor(readonly each: Each<Row>) {}

  /** @param isDrawnOver whether what is printed shares the terminal with the progress */
  over(progress: ProgressReporter, isDrawnOver: boolean): this {
    this.#progress = isDrawnOver ? progress : null;
    return this;
  }

  begin(): Promise<void> {
    this.#rows = [];
    return this.#queue;
  }

  write(rows: readonly Row[]): Promise<void> {
    this.#rows.push(...rows);
    return Promise.resolve();
  }

  async commit(result: SessionResult): Promise<undefined> {
    this.#settled = result;
    await this.#take(result, this.#rows);
    return undefined;
  }

  abort(): Promise<void> {
    this.#rows = [];
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
    this.#queue = this.#queue.then(() => this.#take(result, []));
    // Whoever waits for the queue next hears of it.
    this.#queue.catch(() => undefined);
  };

  end(): Promise<void> {
    return this.#queue;
  }

  async #take(result: SessionResult, rows: readonly Row[]): Promise<void> {
    const print = async () => this.each(result, rows);
    await (this.#progress === null ? print() : this.#progress.above(print));
  }
}
