import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Finding } from '@fxlog/format';
import { isSessionId } from '@fxlog/format/internal';
import pLimit from 'p-limit';
import type { FxListOptions } from '../dialects/event-log-v1/listing/list-as-fx.js';
import { dialectOf, placesIn } from '../dialects/index.js';
import { errorCode, statsOf } from '../paths/safe-file.js';
import { SessionDirectory } from '../session-directory.js';
import { StoreError } from '../store-error.js';
import type { FxListing, LatestPointer, RootListing, SessionNode, SessionPlace, SessionSummary } from '../summary.js';
import type { SessionVerdict, VerifyOptions } from '../verdict.js';
import { readLatest, readLatestPointers } from './latest-pointer.js';
import { readRootEntries } from './root-entries.js';
import { newestFirst } from './session-order.js';
import { buildSessionTree } from './session-tree.js';

/** Options of `SessionsRoot.open`. */
export interface OpenRootOptions {
  /** Require the directory to exist (default true). fx itself takes a missing store for an empty one. */
  readonly mustExist?: boolean;
}

/** Options of `SessionsRoot.list`. */
export interface ListOptions {
  /** Keep only sessions of this workspace, compared byte for byte as fx does. Those that state no workspace are left out. */
  readonly workspace?: string;
  /** At most so many sessions, newest first. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Options of `SessionsRoot.verifyAll`. */
export interface VerifyAllOptions extends VerifyOptions {
  /** How many sessions are verified at once (default 4). */
  readonly concurrency?: number;
}

/** After so many directories a listing lets others have their turn. */
const BREATH = 256;

/**
 * A sessions root: the directory that holds one directory per session (session-directory §1). Everything here only reads; no lock is taken and
 * nothing is created. What reads logs is loaded by the methods that do: a listing starts in half the time without it.
 *
 * @example
 * const root = await SessionsRoot.open('/home/dev/.fx');
 * for (const { id, title, turns, health } of (await root.list({ limit: 10 })).sessions) console.log(id, title, turns, health);
 */
export class SessionsRoot {
  private constructor(
    /** Absolute path of the directory that holds the sessions. */
    readonly path: string,
  ) {}

  /**
   * Opens a sessions root, a profile (`.fx`) that contains one, or a home directory with such a profile.
   *
   * @throws StoreError `not-found`, `not-a-directory`, or `unsafe-path` when the `sessions` of a profile is a link, as fx does.
   */
  static async open(path: string, options: OpenRootOptions = {}): Promise<SessionsRoot> {
    const start = resolve(path);
    const stats = statOf(start);
    if (stats === undefined) {
      if (options.mustExist !== false)
        throw new StoreError({ rule: 'store/not-found', message: `There is no directory ${start}.`, file: start });
      return new SessionsRoot(start);
    }
    if (!stats.isDirectory())
      throw new StoreError({ rule: 'store/not-a-directory', message: `${start} is not a directory.`, file: start });
    for (const nested of ['sessions', '.fx/sessions']) {
      const inner = statsOf(`${start}/${nested}`);
      if (inner?.isSymbolicLink()) {
        const message = `${start}/${nested} is a symbolic link, which fx refuses (SessionPathUnsafe). Name its target instead.`;
        throw new StoreError({ rule: 'store/path-unsafe', message, file: start });
      }
      // A session may itself be called "sessions".
      if (inner?.isDirectory() && !isSession(`${start}/${nested}`)) return new SessionsRoot(`${start}/${nested}`);
    }
    return new SessionsRoot(start);
  }

  /**
   * Everything that lies in the root: sessions of every format and state, newest first, and strays. One bad entry never hides another. The logs
   * themselves are not read.
   */
  async list(options: ListOptions = {}): Promise<RootListing> {
    const { workspace, limit, signal } = options;
    const { candidates, strays } = this.#entries();
    const sessions: SessionSummary[] = [];
    let looked = 0;
    for (const id of candidates) {
      if (++looked % BREATH === 0) await setImmediate(undefined, signal === undefined ? {} : { signal });
      for (const place of placesIn(`${this.path}/${id}`, id)) {
        const directory = new SessionDirectory(place.dir, place.id);
        sessions.push(dialectOf(directory).summarize(directory));
      }
    }
    const mine = workspace === undefined ? sessions : sessions.filter((session) => session.workspaceRoot === workspace);
    mine.sort(newestFirst);
    return {
      root: this.path,
      sessions: limit === undefined ? mine : mine.slice(0, limit),
      strays,
      findings: this.#findings(),
    };
  }

  /** Where its sessions lie, in the order of their ids, which for those that fx made is that of their creation. Nothing in them is read. */
  locate(): readonly SessionPlace[] {
    const places = this.#entries().candidates.flatMap((id) => placesIn(`${this.path}/${id}`, id));
    return places.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What `fx sessions` of 0.0.5 would print (session-directory §6.2): from the index where fx would believe it, else from a scan. */
  async listAsFx(options: FxListOptions = {}): Promise<FxListing> {
    if (statOf(this.path) === undefined) return { source: 'scan', sessions: [], skippedInvalid: 0, hasMore: false };
    const { listAsFx } = await import('../dialects/event-log-v1/listing/list-as-fx.js');
    return listAsFx(this.path, options);
  }

  /**
   * Finds a session by its id, or by the beginning of one.
   *
   * @returns the path of its directory.
   * @throws StoreError `not-found`, `ambiguous` (with up to ten candidates) or `invalid-id`.
   */
  async find(idOrPrefix: string): Promise<string> {
    if (!isSessionId(idOrPrefix)) {
      throw new StoreError({
        rule: 'store/invalid-id',
        message: `${JSON.stringify(idOrPrefix)} is not a session id, nor the beginning of one.`,
        file: idOrPrefix,
      });
    }
    const { candidates } = this.#entries();
    // A session called "latest" opens by id although it is never listed (session-directory §1.3).
    if (candidates.includes(idOrPrefix) || isSession(`${this.path}/${idOrPrefix}`)) return `${this.path}/${idOrPrefix}`;
    const found = this.locate().filter(({ id }) => id.startsWith(idOrPrefix));
    const exact = found.find(({ id }) => id === idOrPrefix);
    const [first, second] = found;
    if (exact !== undefined) return exact.dir;
    if (first === undefined)
      throw new StoreError({
        rule: 'store/not-found',
        message: `No session in ${this.path} begins with ${idOrPrefix}.`,
        file: idOrPrefix,
      });
    if (second === undefined) return first.dir;
    const candidatesShown = found.slice(0, 10).map(({ id }) => id);
    throw new StoreError({
      rule: 'store/ambiguous-id',
      message: `${found.length} sessions begin with ${idOrPrefix}.`,
      file: idOrPrefix,
      candidates: candidatesShown,
    });
  }

  /** The `latest` pointer of a workspace; null when it has none. */
  async latest(workspaceRoot: string): Promise<LatestPointer | null> {
    return readLatest(this.path, workspaceRoot);
  }

  /** The `latest` pointers of all workspaces. */
  async latestPointers(): Promise<readonly LatestPointer[]> {
    return readLatestPointers(this.path);
  }

  /** Sessions with their child sessions beneath them. */
  async tree(listing?: RootListing): Promise<readonly SessionNode[]> {
    return buildSessionTree((listing ?? (await this.list())).sessions);
  }

  /**
   * Verifies every session of the root, a few at a time, and hands out the verdicts in the order of the ids.
   *
   * @throws what the signal says when it is aborted.
   */
  async *verifyAll(options: VerifyAllOptions = {}): AsyncGenerator<SessionVerdict> {
    const { concurrency = 4, ...verify } = options;
    const { verifySession } = await import('../verify-session.js');
    const limit = pLimit(concurrency);
    const waiting: Promise<SessionVerdict>[] = [];
    for (const { dir } of this.locate()) {
      const verdict = limit(() => verifySession(dir, verify));
      // It is awaited in its turn; until then nobody listens, and a failure must not count as unhandled.
      verdict.catch(() => undefined);
      waiting.push(verdict);
      if (waiting.length < 2 * concurrency) continue;
      const next = waiting.shift();
      if (next !== undefined) yield await next;
    }
    for (const verdict of waiting) yield await verdict;
  }

  #entries(): { candidates: string[]; strays: RootListing['strays'] } {
    try {
      const { candidates, strays } = readRootEntries(this.path);
      return { candidates: [...candidates], strays };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { candidates: [], strays: [] };
      throw new StoreError(
        {
          rule: 'store/unreadable-file',
          message: `${this.path} cannot be listed (${errorCode(error)}).`,
          file: this.path,
        },
        {
          cause: error,
        },
      );
    }
  }

  #findings(): Finding[] {
    const mode = (statOf(this.path)?.mode ?? 0o700) & 0o777;
    if (mode === 0o700) return [];
    const message = `The sessions root has mode ${mode.toString(8).padStart(4, '0')} instead of 0700; fx sets it right at its next write.`;
    return [{ rule: 'store/mode', severity: 'info', message, file: '.' }];
  }
}

function isSession(dir: string): boolean {
  return ['authority.json', 'session.json'].some((file) => statsOf(`${dir}/${file}`)?.isFile() === true);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreError(
      { rule: 'store/unreadable-file', message: `${path} cannot be looked at (${errorCode(error)}).`, file: path },
      { cause: error },
    );
  }
}
