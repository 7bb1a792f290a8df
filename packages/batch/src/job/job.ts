import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlainJson } from '@fxlog/reader/internal';
import { WriteError } from '@fxlog/writer';
import { withFlock } from '@fxlog/writer/internal';
import { BatchError } from '../batch-error.js';
import { differenceOf, type JobDescription } from './job-description.js';
import {
  type FinishedRun,
  type JournalContent,
  JournalWriter,
  readJournal,
  readSettled,
  type SettledSession,
} from './journal.js';
import type { JournalEntry } from './journal-index.js';
import { replaceFile } from './replace-file.js';

const DESCRIPTION = 'job.json';
const JOURNAL = 'journal.jsonl';
const FAILED = 'failed.jsonl';
const LOCK = 'job.lock';
const VERSION = 2;
const CHECKPOINT_EVERY = 1000;

/** Options of `Job.run`. */
export interface JobOptions {
  /** Sessions that failed come again; all others keep their results. */
  readonly retryFailed?: boolean;
  /** Sessions between two checkpoints (default 1000); there is one every second in any case. */
  readonly checkpointEvery?: number;
}

/**
 * A run that can be killed and goes on where it was: a directory with a description (`job.json`), a journal (`journal.jsonl`) and a list of what
 * failed (`failed.jsonl`).
 */
export class Job {
  #lastCheckpoint = performance.now();

  private constructor(
    readonly directory: string,
    readonly description: JobDescription,
    readonly options: JobOptions,
    readonly journal: JournalWriter,
    readonly content: JournalContent,
  ) {}

  /**
   * Works on a job, which is begun when the directory holds none, while nobody else does.
   *
   * @param description must be the one that the job was begun with
   * @throws BatchError `batch/job-mismatch`, `batch/job-busy`
   */
  static async run<T>(
    directory: string,
    description: JobDescription,
    options: JobOptions,
    work: (job: Job) => Promise<T>,
  ): Promise<T> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    try {
      return await withFlock(join(directory, LOCK), { timeoutMs: 0 }, async () => {
        await describe(directory, description);
        const { journal, content } = await JournalWriter.open(join(directory, JOURNAL));
        const job = new Job(directory, description, options, journal, content);
        // What a killed run has left.
        await rm(job.spoolParent, { recursive: true, force: true });
        try {
          return await work(job);
        } finally {
          await journal.close();
          await rm(job.spoolParent, { recursive: true, force: true });
        }
      });
    } catch (error) {
      if (!(error instanceof WriteError && error.rule === 'lock/busy')) throw error;
      throw new BatchError(
        { rule: 'batch/job-busy', message: `Another process works on the job in ${directory}.` },
        { cause: error },
      );
    }
  }

  /** Where copies out of archives lie; emptied at the beginning, so that what a killed run left there does not stay. */
  get spoolParent(): string {
    return join(this.directory, 'spool');
  }

  /** What an earlier run has settled, and this one need not look at again. */
  settled(key: string): SettledSession | undefined {
    const entry = this.#entry(key);
    return entry === undefined ? undefined : this.journal.read(entry);
  }

  /** Whether {@link settled} says anything, without reading it. */
  isSettled(key: string): boolean {
    return this.#entry(key) !== undefined;
  }

  /** Where the sink stood at the last checkpoint. */
  get position(): PlainJson | undefined {
    return this.content.position;
  }

  /** Notes a session. It counts from the next checkpoint on. */
  add(settled: SettledSession): void {
    this.content.index.add(this.journal.add(settled));
  }

  /** Is it time for a checkpoint? Each costs two fsyncs, and a kill costs what was done since the last one. */
  get isDue(): boolean {
    const { pending } = this.journal;
    return (
      pending >= (this.options.checkpointEvery ?? CHECKPOINT_EVERY) ||
      (pending > 0 && performance.now() - this.#lastCheckpoint >= 1000)
    );
  }

  async checkpoint(position: PlainJson | undefined): Promise<void> {
    await this.journal.checkpoint(position);
    this.#lastCheckpoint = performance.now();
  }

  /** Everything was looked at and counts. Writes the list of what failed. */
  async finish(run: FinishedRun): Promise<void> {
    await replaceFile(
      join(this.directory, FAILED),
      failedLines(readSettled(this.journal.file, this.content.index, true)),
    );
    await this.journal.end(run);
  }

  #entry(key: string): JournalEntry | undefined {
    const entry = this.content.index.find(key);
    return this.options.retryFailed === true && entry?.isFailed === true ? undefined : entry;
  }
}

async function* failedLines(sessions: AsyncIterable<SettledSession>): AsyncGenerator<string, void, undefined> {
  for await (const { result } of sessions) {
    if (result.status !== 'failed') continue;
    const { key, rule, reason } = result;
    yield `${JSON.stringify({ key, rule, reason })}\n`;
  }
}

async function describe(directory: string, description: JobDescription): Promise<void> {
  const known = await readDescription(directory);
  if (known === null) {
    await replaceFile(
      join(directory, DESCRIPTION),
      `${JSON.stringify({ version: VERSION, ...description }, null, 2)}\n`,
    );
    return;
  }
  const difference = differenceOf(known, description);
  if (difference === null) return;
  throw new BatchError({
    rule: 'batch/job-mismatch',
    message: `The job in ${directory} was begun with other ${difference}. Go on with the same, or name another directory.`,
  });
}

async function readDescription(directory: string): Promise<JobDescription | null> {
  const text = await readFile(join(directory, DESCRIPTION), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const value: JobDescription & { version: number } = JSON.parse(text);
    if (value.version === VERSION) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BatchError({
    rule: 'batch/job-mismatch',
    message: `${directory} holds a job of another version of fxlog, or none.`,
  });
}

/** A job that is only looked at. */
export interface JobRecord {
  readonly directory: string;
  readonly description: JobDescription;
  readonly content: JournalContent;
}

/** Reads a job without working on it. @throws BatchError `batch/job-missing`, `batch/job-mismatch` */
export async function readJob(directory: string): Promise<JobRecord> {
  const description = await readDescription(directory);
  if (description === null)
    throw new BatchError({ rule: 'batch/job-missing', message: `There is no job in ${directory}.` });
  const file = await open(join(directory, JOURNAL), 'r');
  try {
    return { directory, description, content: await readJournal(file) };
  } finally {
    await file.close();
  }
}

/** The sessions that a job has settled, in the order of the inputs. */
export async function* settledSessions({
  directory,
  content,
}: JobRecord): AsyncGenerator<SettledSession, void, undefined> {
  const file = await open(join(directory, JOURNAL), 'r');
  try {
    yield* readSettled(file, content.index);
  } finally {
    await file.close();
  }
}
