import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { BatchError, type BatchSummary, Job, type ProcessOptions, processSessions, type Task } from '@fxlog/batch';
import { openQueue, parseShard, processOnQueue, type RowCodec, type Sink } from '@fxlog/batch/internal';
import { isSessionId } from '@fxlog/format/internal';
import type { CommandContext } from '../command-context.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import { resolveInput } from '../input/input.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import type { ProgressMode } from '../progress/progress-modes.js';
import { type ProgressReporter, startProgress } from '../progress/progress-reporter.js';
import { VERSION } from '../version.js';
import type { BatchOptions } from './batch-options.js';
import { WORTH_WORKERS_BYTES, weighInputs } from './input-weight.js';
import { workerUrl } from './worker-url.js';

/** Rules of what may be otherwise another time, rather than a wrong command line. */
const IO_RULES: ReadonlySet<string> = new Set([
  'batch/job-busy',
  'batch/job-missing',
  'batch/queue-unavailable',
  'batch/queue-unreachable',
  'batch/queue-unsafe',
  'batch/queue-version',
]);

/** What a command does with every session. */
export interface BatchWork<Options, Row> {
  readonly task: Task<Options, Row>;
  /** Plain data, also as JSON: a job keeps it. */
  readonly taskOptions: Options & PlainOptions;
  /** What a job has to be the same in, where that is not all of {@link taskOptions}. */
  readonly described?: PlainOptions;
  /** Made when the job directory, if there is one, exists. */
  sink(progress: ProgressReporter): Sink<Row>;
  readonly onResult?: ProcessOptions<Options, Row>['onResult'];
  /** How rows are kept; for a sink that a queue cannot give them to as workers have kept them. */
  readonly codec?: RowCodec<Row>;
}

/** What a job can keep of options. */
export type PlainOptions = Parameters<typeof Job.run>[1]['options'];

/** Runs a command over many sessions: workers, progress, job, shard, all as the options say. */
export async function runBatch<Options, Row>(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions,
  work: BatchWork<Options, Row>,
): Promise<BatchSummary> {
  checkQueueOptions(options);
  if (options.retryFailed === true && options.job === undefined) {
    throw new UsageError(
      '--retry-failed needs --job',
      'Name the directory of the job whose failures are to be tried again.',
    );
  }
  const progress = await startProgress(context, progressMode(context, options), context.stderr);
  try {
    const shard = options.shard === undefined ? null : parseShard(options.shard);
    const watched = {
      task: work.task,
      taskOptions: work.taskOptions,
      find: { cwd: context.cwd },
      signal: context.interrupt.signal,
      ...(work.onResult !== undefined && { onResult: work.onResult }),
      onProgress: progress.show,
    };
    const worker = workerUrl();
    const here = async () => ({
      ...watched,
      jobs: worker === null ? 0 : (options.jobs ?? (await defaultJobs(context, inputs))),
      ...(worker !== null && { worker }),
      ...(shard !== null && { shard }),
    });
    if (options.job === undefined) {
      return await processSessions(inputs, { ...(await here()), sink: work.sink(progress) });
    }
    const directory = resolve(context.cwd, options.job);
    const sink = work.sink(progress);
    const description = {
      task: work.task.name,
      options: work.described ?? work.taskOptions,
      inputs,
      shard,
      output: sink.describe?.() ?? null,
    };
    return await Job.run(directory, description, { retryFailed: options.retryFailed === true }, async (job) => {
      if (options.queue !== undefined) {
        const { codec } = work;
        return runOnQueue(options.queue, inputs, { ...watched, sink, job, ...(codec !== undefined && { codec }) });
      }
      const find = { ...watched.find, spoolParent: job.spoolParent };
      return processSessions(inputs, { ...(await here()), find, sink, job });
    });
  } catch (error) {
    throw error instanceof BatchError ? commandErrorOf(error) : error;
  } finally {
    progress.end();
  }
}

async function runOnQueue<Options, Row>(
  address: string,
  inputs: readonly string[],
  options: Omit<Parameters<typeof processOnQueue<Options, Row>>[1], 'queue' | 'version'>,
): Promise<BatchSummary> {
  const queue = await openQueue(address);
  try {
    return await processOnQueue(inputs, { ...options, queue, version: VERSION });
  } finally {
    await queue.close();
  }
}

/** @throws UsageError */
function checkQueueOptions({ queue, job, shard, jobs }: BatchOptions): void {
  if (queue === undefined) return;
  if (job === undefined) {
    throw new UsageError('--queue needs --job', 'Name a directory that all workers see: results are left there.');
  }
  if (shard !== undefined) throw new UsageError('--queue and --shard are two ways to share the work; take one');
  if (jobs !== undefined) throw new UsageError('--jobs is for who does the work', 'Give it to fxlog worker.');
}

/** What went wrong with a job or shard, as the command line says it. */
export function commandErrorOf(error: BatchError): CommandError {
  const code = IO_RULES.has(error.rule) ? ExitCode.io : ExitCode.usage;
  return new CommandError(code, error.message.replace(/\.$/, ''), `fxlog rules ${error.rule} says more.`);
}

async function defaultJobs(context: CommandContext, inputs: readonly string[]): Promise<number> {
  return (await weighInputs(context, inputs)) < WORTH_WORKERS_BYTES ? 0 : availableParallelism();
}

function progressMode(context: CommandContext, options: BatchOptions): ProgressMode {
  if (options.quiet === true) return 'none';
  if (options.progress !== undefined && options.progress !== 'auto') return options.progress;
  return context.output.terminal.stderrIsTerminal ? 'terminal' : 'plain';
}

/**
 * The inputs of a batch as names that can be found: those on standard input are added, ids become directories, and nothing at all becomes the
 * sessions root.
 */
export async function batchInputs(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions & { readonly root?: string },
): Promise<string[]> {
  refuseEmptyNames(inputs);
  const names: string[] = [];
  for (const input of inputs) names.push(await nameOf(context, input, options.root));
  if (options.fromStdin === true) {
    let rest = '';
    for await (const chunk of context.stdin().setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      names.push(...lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== ''));
    }
    if (rest !== '') names.push(rest);
  } else if (inputs.length === 0) {
    const root = await openSessionsRoot(context, options.root);
    // No sessions are nothing to complain of, whether there is a root for them or not.
    if (root.locate().length > 0) names.push(root.path);
  }
  return names;
}

/** @throws UsageError */
function refuseEmptyNames(inputs: readonly string[]): void {
  if (!inputs.includes('')) return;
  throw new UsageError('an empty INPUT', 'Name a session, a session directory, an events.jsonl, or -');
}

async function nameOf(context: CommandContext, input: string, root: string | undefined): Promise<string> {
  if (input === '-') {
    throw new UsageError(
      'standard input cannot be one of many',
      'It is one log. With --from-stdin it is a list of inputs.',
    );
  }
  if (existsSync(resolve(context.cwd, input)) || !isSessionId(input)) return input;
  try {
    const found = await resolveInput(context, input, root);
    return found.kind === 'session' ? found.dir : input;
  } catch (error) {
    // It is reported with all others that cannot be read.
    if (error instanceof CommandError && error.exitCode === ExitCode.io) return input;
    throw error;
  }
}
