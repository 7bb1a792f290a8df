import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Writable } from 'node:stream';
import { BatchError, type TaskInput, type TaskOutcome } from '@fxlog/batch';
import { type Finding, FxlogError } from '@fxlog/format';
import { SourceError } from '@fxlog/reader';
import { openSession } from '@fxlog/store';
import { whyUnread } from '@fxlog/store/internal';
import type { Made } from '../batch/output-folder.js';
import type { CommandContext } from '../command-context.js';
import { type TranscriptSource, withSourceOf } from '../convert/transcript-source.js';
import { CommandError, ExitCode, UnreadableError } from '../exit-code.js';
import { Interrupt } from '../output/interrupt.js';
import { Output } from '../output/output.js';

/** Where a task works. */
export type MakeOptions = {
  /** Folder for what is made, see `stagingIn`. */
  readonly staging: string;
  readonly cwd: string;
};

/** What a task is given to make one output. */
export interface Making {
  readonly context: CommandContext;
  readonly source: TranscriptSource;
  /** A folder of its own, with a slash at its end. */
  readonly folder: string;
  /** What a document is called that does not say so itself. */
  readonly documentName: string;
}

/** What came of it, with all that would have been said to a person on the way. */
export type MadeRow<Result> = Made & { readonly result: Result; readonly notes: readonly string[] };

/**
 * Makes a file or a directory of one session, for an `OutputFolder` to put in its place.
 *
 * @param make returns what came of it, with the path of what it made in its folder
 * @throws BatchError, or any error with a rule, for what is wrong with the session
 */
export async function* makeOutput<
  Result extends { readonly path: string | null; readonly findings: readonly Finding[] },
>(
  { key, kind, path, bytes }: TaskInput,
  { staging, cwd }: MakeOptions,
  signal: AbortSignal,
  make: (making: Making) => Promise<Result>,
): AsyncGenerator<readonly MadeRow<Result>[], TaskOutcome, undefined> {
  const staged = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const folder = join(staging, staged);
  const notes: string[] = [];
  const interrupt = new Interrupt();
  const stop = () => void interrupt.raise();
  signal.addEventListener('abort', stop);
  const context = silentContext(cwd, interrupt, (text) => notes.push(text));
  try {
    // Of a worker that died.
    await rm(folder, { recursive: true, force: true });
    if (kind === 'session') await checkFormat(path);
    const input = kind === 'session' ? { kind, name: key, dir: path } : { kind: 'file' as const, name: key, path };
    const result = await withSourceOf(context, input, (source) =>
      make({ context, source, folder: `${folder}/`, documentName: documentNameOf(key) }),
    );
    const made = relative(folder, result.path ?? '').replaceAll(sep, '/');
    // Where it lay on the way would differ from run to run.
    yield [{ path: made, staged, result: { ...result, path: made }, notes }];
    const counts = { error: 0, warning: 0, info: 0 };
    for (const { severity } of result.findings) counts[severity] += 1;
    // Made, but not of all that was there.
    const damage = result.findings.find(({ rule }) => rule === 'codec/bad-line');
    const failure = damage === undefined ? {} : { failure: { rule: damage.rule, reason: damage.message } };
    return { counts, bytes: bytes ?? 0, ...failure };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw withRule(error, path);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function checkFormat(dir: string): Promise<void> {
  const reason = whyUnread((await openSession(dir)).format);
  if (reason !== null) throw new BatchError({ rule: reason.rule, message: reason.message });
}

/** Logs alone are all called the same; the directories that they lie in are not. */
function documentNameOf(key: string): string {
  const directory = basename(dirname(key));
  return basename(key) === 'events.jsonl' && directory !== '' && directory !== '.' ? directory : key;
}

/** What a person is told, with a rule, so that it can be counted. Where a copy lay is nobody's business. */
function withRule(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const message = sentence(error.message.replaceAll(`${path}/`, '').replaceAll(`${path}: `, ''));
  if (error instanceof SourceError || error instanceof UnreadableError) {
    return new BatchError({ rule: 'batch/input-unreadable', message }, { cause: error });
  }
  if (error instanceof FxlogError) return new BatchError({ rule: error.rule, message }, { cause: error });
  if (!(error instanceof CommandError)) return error;
  const rule = error.exitCode === ExitCode.io ? 'write/failed' : 'codec/unknown-format';
  return new BatchError({ rule, message }, { cause: error });
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** Nobody looks over a worker's shoulder. */
function silentContext(cwd: string, interrupt: Interrupt, note: (text: string) => void): CommandContext {
  const stderr = new Writable({
    write(chunk: Buffer, _, done) {
      note(chunk.toString().replace(/\n$/, ''));
      done();
    },
  });
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = {
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: Number.POSITIVE_INFINITY,
    color: false,
    stderrColor: false,
  };
  return {
    output: new Output(stdout, stderr, terminal),
    stdin: () => {
      throw new TypeError('a task has no standard input');
    },
    stderr,
    env: process.env,
    cwd,
    now: Date.now,
    interrupt,
  };
}
