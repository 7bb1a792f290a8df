import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { RuleId } from '@fxlog/format';
import { glob, isDynamicPattern } from 'tinyglobby';
import { digestOf, KeyNumbers } from '../model/key-numbers.js';
import { NumberList } from '../model/number-list.js';
import type { InputOrigin, SessionInput } from '../model/session-input.js';
import { archiveFormatOf, FORMAT_PREFIX_BYTES } from './archive-format.js';
import { archiveSessions } from './archive-sessions.js';
import { directorySessions, type FoundDirectory, readPrefix } from './directory-sessions.js';
import type { FindOptions } from './find-options.js';
import { DEFAULT_LIMITS, type InputLimits } from './input-limits.js';
import { InputReport } from './input-report.js';
import { HALF_MADE } from './session-files.js';
import { Spool } from './spool.js';

/**
 * Finds sessions: in directories at any depth, in archives (`.tar`, `.tar.gz`, `.tar.zst`, `.zip`, told by their content), or as single logs.
 * Inputs are paths, or globs where no such file exists. What cannot be read, or was found before, comes too, marked as refused; what is to be
 * said about an input as a whole goes to `onInputFinding`. The order is that of the inputs, by name within a directory, and that of the entries
 * within an archive: the same on every machine.
 *
 * Every input must be released; see {@link SessionInput.release}.
 *
 * @example
 * for await (const input of findSessions(['backup.tar.zst', '/home/dev/.fx'])) {
 *   console.log(input.key, input.bytes);
 *   await input.release();
 * }
 */
export async function* findSessions(
  inputs: Iterable<string> | AsyncIterable<string>,
  options: FindOptions = {},
): AsyncGenerator<SessionInput, void, undefined> {
  const search = new Search({ ...DEFAULT_LIMITS, ...options.limits }, options);
  try {
    for await (const input of inputs) {
      options.signal?.throwIfAborted();
      if (input !== '') yield* search.input(input);
    }
  } finally {
    search.end();
  }
}

class Search {
  readonly #keys = new KeyNumbers();
  /** How often each of them was given. */
  readonly #counts = new NumberList();
  readonly #places = new KeyNumbers();
  #spool: Spool | null = null;

  constructor(
    readonly limits: InputLimits,
    readonly options: FindOptions,
  ) {}

  async *input(input: string): AsyncGenerator<SessionInput, void, undefined> {
    const path = this.#path(input);
    const stats = await stat(path).catch(systemError);
    if (!(stats instanceof Error)) {
      yield* this.#place(slashed(input), path, stats);
      return;
    }
    if (stats.code === 'ENOENT' && isDynamicPattern(input)) {
      const names = await glob(slashed(input), {
        cwd: this.options.cwd ?? process.cwd(),
        onlyFiles: false,
        expandDirectories: false,
        followSymbolicLinks: false,
        dot: false,
      });
      if (names.length > 0) {
        for (const name of names.map(slashed).sort()) yield* this.input(name.replace(/\/$/, ''));
        return;
      }
    }
    const reason =
      stats.code === 'ENOENT' ? 'There is no such file or directory.' : `It cannot be read: ${stats.message}.`;
    yield this.#refused(slashed(input), 'file', 'failed', 'batch/input-unreadable', reason);
  }

  end(): void {
    this.#spool?.end();
  }

  async *#place(
    name: string,
    path: string,
    stats: Awaited<ReturnType<typeof stat>>,
  ): AsyncGenerator<SessionInput, void, undefined> {
    if (stats.isDirectory()) {
      const report = new InputReport(name, this.limits, this.options);
      let found = 0;
      for (const directory of directorySessions(name, path, report, this.limits)) {
        found += 1;
        yield await this.#directory(directory);
      }
      if (found === 0 && !isSessionsRoot(path))
        report.add('batch/no-session', 'error', 'There is no session in this directory, at any depth.');
      report.end();
      return;
    }
    if (!stats.isFile()) {
      const reason = 'It is neither a file nor a directory.';
      yield this.#refused(name, 'file', 'failed', 'batch/input-unreadable', reason);
      return;
    }
    if (this.#isKnown(stats)) {
      yield this.#duplicate(name, 'file');
      return;
    }
    const format = archiveFormatOf(readPrefix(path, FORMAT_PREFIX_BYTES));
    if (format === null) {
      yield plainInput(this.#key(name), 'log', { type: 'file', path: name }, path, Number(stats.size));
      return;
    }
    this.#spool ??= Spool.create(this.limits.maxWaitingBytes, this.options.spoolParent);
    for await (const input of archiveSessions({ name, path, format }, this.#spool, this.limits, this.options)) {
      yield { ...input, key: this.#key(input.key) };
    }
  }

  async #directory({ name, path, logBytes, isHalfMade }: FoundDirectory): Promise<SessionInput> {
    const stats = await stat(path).catch(systemError);
    if (stats instanceof Error) {
      return this.#refused(
        name,
        'directory',
        'failed',
        'batch/input-unreadable',
        `It cannot be read: ${stats.message}.`,
      );
    }
    if (this.#isKnown(stats)) return this.#duplicate(name, 'directory');
    if (isHalfMade) return this.#refused(name, 'directory', HALF_MADE.status, HALF_MADE.rule, HALF_MADE.reason);
    return plainInput(this.#key(name), 'session', { type: 'directory', path: name }, path, logBytes);
  }

  /** Was this very file or directory found before, by whatever name? */
  #isKnown({ dev, ino }: Awaited<ReturnType<typeof stat>>): boolean {
    const known = this.#places.length;
    return this.#places.add({ high: Number(dev), low: Number(ino) }) < known;
  }

  /** The key itself, or with a number where it was given before. */
  #key(name: string): string {
    const number = this.#keys.add(digestOf(name));
    if (number === this.#counts.length) this.#counts.push(0);
    const count = this.#counts.at(number) + 1;
    this.#counts.set(number, count);
    return count === 1 ? name : `${name}#${count}`;
  }

  #duplicate(name: string, type: InputOrigin['type']): SessionInput {
    return this.#refused(
      name,
      type,
      'skipped',
      'batch/duplicate-input',
      'It was found before, under this or another name.',
    );
  }

  #refused(
    name: string,
    type: InputOrigin['type'],
    status: 'failed' | 'skipped',
    rule: RuleId,
    reason: string,
  ): SessionInput {
    const kind = type === 'directory' ? 'session' : 'log';
    const base = plainInput(this.#key(name), kind, { type, path: name }, this.#path(name), null);
    return { ...base, refused: { status, rule, reason } };
  }

  #path(name: string): string {
    return resolve(this.options.cwd ?? process.cwd(), name);
  }
}

function plainInput(
  key: string,
  kind: SessionInput['kind'],
  origin: InputOrigin,
  path: string,
  bytes: number | null,
): SessionInput {
  return {
    key,
    kind,
    origin,
    bytes,
    findings: [],
    async open() {
      return { path, copied: false };
    },
    release: () => Promise.resolve(),
  };
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

function systemError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return Object.assign(error, { code: error.code });
  throw error;
}

/**
 * How many bytes of input there are: of logs for directories, of the compressed file for archives. For the progress of a run; what cannot be
 * read counts as nothing.
 */
export async function measureInputs(
  inputs: Iterable<string>,
  options: Pick<FindOptions, 'cwd' | 'signal'> = {},
): Promise<number> {
  let bytes = 0;
  for (const input of inputs) {
    options.signal?.throwIfAborted();
    const path = resolve(options.cwd ?? process.cwd(), input);
    const stats = await stat(path).catch(systemError);
    if (stats instanceof Error) continue;
    if (stats.isFile()) bytes += stats.size;
    if (!stats.isDirectory()) continue;
    const silent = new InputReport(input, DEFAULT_LIMITS, {});
    let count = 0;
    for (const { logBytes } of directorySessions(input, path, silent, DEFAULT_LIMITS)) {
      bytes += logBytes ?? 0;
      count += 1;
      // Others have their turn.
      if (count % 64 === 0) await new Promise((done) => setImmediate(done));
    }
  }
  return bytes;
}

/** A profile, or the root in it, in which nothing was saved yet: no sessions are nothing to complain of there. */
function isSessionsRoot(path: string): boolean {
  return (
    basename(path) === 'sessions' || statSync(`${path}/sessions`, { throwIfNoEntry: false })?.isDirectory() === true
  );
}
