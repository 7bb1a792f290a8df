import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { SessionResult } from '@fxlog/batch';
import type { Sink, SinkSession, SinkStart } from '@fxlog/batch/internal';
import type { CommandContext } from '../command-context.js';
import { pathBelow } from '../convert/path-below.js';
import { CommandError, ExitCode } from '../exit-code.js';
import { exists, explained, syncDirectory } from '../input/paths-on-disk.js';
import { isSystemError } from '../output/system-error.js';

/** What a task made of a session: a file or a directory. */
export interface Made {
  /** In the folder of the outputs, `/`-separated; of one that stands, beginning with the folder's name. */
  readonly path: string;
  /** Folder below the staging folder in which it lies; null when it stands where it belongs. */
  readonly staged: string | null;
}

/** Where outputs lie until their turn comes; in the folder itself, so that a rename brings them to their place. */
const STAGING = '.fxlog-staging';
/** The same in the part of a job that a worker elsewhere makes. */
const STAGING_IN_PART = 'made';
/** In the directory of a job: it has begun to fill its folder. */
const MARKER = 'output-folder';

/** The folder in which workers leave what they made. */
export function stagingIn(folder: string): string {
  return join(folder, STAGING);
}

/** The folder in which a worker on another machine leaves what it made. */
export function stagingInPart(part: string): string {
  return join(part, STAGING_IN_PART);
}

/**
 * Puts what tasks have made into a folder, in the order of the inputs, and hands the rows on. The folder is empty at first and belongs to the run, so
 * nothing that is not its own is ever overwritten. What a killed run left there without having noted it is made anew.
 */
export class OutputFolder<Row extends Made> implements Sink<Row> {
  readonly #folder: string;
  /** Who has which place. */
  readonly #taken = new Map<string, string>();
  readonly #unsynced = new Set<string>();
  #session: SinkSession | null = null;
  #rows: Row[] = [];

  /**
   * @param name of the folder as the person gave it
   * @param job directory of the job; null for none
   * @param settled what the job has made before, with the keys of the sessions
   */
  constructor(
    context: CommandContext,
    readonly name: string,
    readonly inner: Sink<Row>,
    readonly job: string | null,
    readonly settled: (each: (key: string, rows: readonly Row[]) => void) => Promise<void>,
  ) {
    this.#folder = resolve(context.cwd, name);
  }

  describe(): { readonly folder: string } {
    return { folder: this.#folder };
  }

  async open(start: SinkStart): Promise<void> {
    await explained(this.name, async () => {
      if (!(await this.#isBegun())) await this.#begin();
      await rm(stagingIn(this.#folder), { recursive: true, force: true });
      await mkdir(stagingIn(this.#folder), { mode: 0o700 });
    });
    await this.inner.open?.(start);
    if (start.position === undefined) return;
    const prefix = join(this.name, '/').length;
    await this.settled((key, rows) => {
      for (const { path } of rows) this.#taken.set(path.slice(prefix), key);
    });
  }

  begin(session: SinkSession): Promise<void> {
    this.#session = session;
    this.#rows = [];
    return Promise.resolve();
  }

  write(rows: readonly Row[]): Promise<void> {
    this.#rows.push(...rows);
    return Promise.resolve();
  }

  async commit(result: SessionResult) {
    const rows: Row[] = [];
    for (const row of this.#rows) rows.push(await this.#publish(row, result.key));
    await this.inner.begin(this.#session ?? result);
    if (rows.length > 0) await this.inner.write(rows);
    return this.inner.commit(result);
  }

  abort(): Promise<void> {
    this.#rows = [];
    return Promise.resolve();
  }

  async flush() {
    for (const directory of this.#unsynced) await syncDirectory(directory);
    this.#unsynced.clear();
    return this.inner.flush();
  }

  async close(): Promise<void> {
    await rm(stagingIn(this.#folder), { recursive: true, force: true });
    await this.inner.close();
  }

  async #isBegun(): Promise<boolean> {
    return this.job !== null && (await exists(join(this.job, MARKER)));
  }

  async #begin(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if ((await readdir(this.#folder)).length > 0) {
      throw new CommandError(
        ExitCode.io,
        `${this.name} is not empty; nothing is overwritten`,
        'Many sessions go into a new folder: name another one with -o.',
      );
    }
    if (this.job !== null) await writeFile(join(this.job, MARKER), `${this.#folder}\n`, { mode: 0o600, flush: true });
  }

  async #publish(row: Row, key: string): Promise<Row> {
    if (row.staged === null) return row;
    const place = this.#placeFor(row.path, key);
    const part = this.#session?.part;
    const from = join(part === undefined ? stagingIn(this.#folder) : stagingInPart(part), row.staged);
    const to = pathBelow(this.#folder, place);
    await explained(join(this.name, place), async () => {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      // Left by a run that was killed before it could note it.
      await rm(to, { recursive: true, force: true });
      await this.#move(pathBelow(from, row.path), to);
      await rm(from, { recursive: true, force: true });
    });
    this.#taken.set(place, key);
    for (let folder = dirname(to); ; folder = dirname(folder)) {
      this.#unsynced.add(folder);
      if (folder.length <= this.#folder.length) break;
    }
    return { ...row, path: join(this.name, place), staged: null };
  }

  async #move(from: string, to: string): Promise<void> {
    try {
      await rename(from, to);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EXDEV') throw error;
      // A part lies in the directory of the job, which may be on another file system: a copy has to be whole before it has its name.
      const copy = join(stagingIn(this.#folder), 'copy');
      await rm(copy, { recursive: true, force: true });
      await cp(from, copy, { recursive: true });
      await rename(copy, to);
    }
  }

  /** The same name can come twice, from another archive or directory. No session of fx can have a name with a plus. */
  #placeFor(path: string, key: string): string {
    for (let number = 1; ; number++) {
      const place = number === 1 ? path : `copy+${number}/${path}`;
      const owner = this.#taken.get(place);
      if (owner === undefined || owner === key) return place;
    }
  }
}
