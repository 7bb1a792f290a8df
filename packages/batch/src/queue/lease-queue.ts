import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from '@fxlog/writer/internal';
import { BatchError } from '../batch-error.js';
import { replaceFile } from '../job/replace-file.js';
import { checkVersion } from './check-version.js';
import {
  LEASE_MS,
  MAX_ATTEMPTS,
  type ShardOrder,
  type ShardProgress,
  type ShardQueue,
  type ShardRunner,
  type ShardState,
  type WorkOptions,
} from './shard-queue.js';

const SETTINGS = 'queue.json';
const VERSION = 1;
const BEATS_PER_LEASE = 6;
const POLL_MS = 500;
const RANK_DIGITS = 12;

/** The last attempt at a shard, by the files that tell of it. */
interface Lease {
  readonly name: string;
  readonly attempt: number;
  readonly isFailed: boolean;
}

/**
 * A queue in a directory that all machines see, without a service:
 *
 * - `orders/<rank>-<id>.json` is a shard that is to be done; it is gone when it is done;
 * - `leases/<id>.<n>` is the n-th attempt at it. Who makes the file, which only one can, has the shard; its content changes as long as that worker lives;
 * - `leases/<id>.<n>.failed` says why that attempt failed.
 *
 * A lease whose content has not changed while one looked at it for the time of a lease is that of a worker that is gone. So nobody's clock is compared
 * with another's, and no lock of the file system is needed. A worker that was only slow does harm to nobody: both come to the same result.
 */
export class LeaseQueue implements ShardQueue {
  readonly #orders: string;
  readonly #leases: string;
  /** What stood in leases when they were last seen to change, and when that was. */
  readonly #seen = new Map<string, { readonly text: string; readonly since: number }>();

  private constructor(
    readonly directory: string,
    readonly leaseMs: number,
  ) {
    this.#orders = join(directory, 'orders');
    this.#leases = join(directory, 'leases');
  }

  /**
   * Opens the queue in a directory, which is made.
   *
   * @param leaseMs for a new queue: how long a worker may give no sign
   * @throws BatchError `batch/queue-unreachable`, `batch/queue-url`
   */
  static async open(directory: string, leaseMs = LEASE_MS): Promise<LeaseQueue> {
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const queue = new LeaseQueue(directory, await agree(directory, leaseMs));
      for (const folder of [queue.#orders, queue.#leases]) await mkdir(folder, { recursive: true, mode: 0o700 });
      return queue;
    } catch (error) {
      throw unreachable(directory, error);
    }
  }

  get address(): string {
    return `dir:${this.directory}`;
  }

  async add(order: ShardOrder): Promise<void> {
    const path = join(this.#orders, orderName(order));
    await replaceFile(path, JSON.stringify(order));
  }

  async state(order: ShardOrder): Promise<ShardState> {
    if (!(await readdir(this.#orders)).includes(orderName(order))) return { is: 'unknown' };
    const lease = (await this.#lastAttempts()).get(order.id);
    if (lease === undefined) return { is: 'waiting' };
    const isLast = lease.attempt >= MAX_ATTEMPTS;
    const text = await this.#read(lease);
    if (lease.isFailed) return isLast ? { is: 'given-up', reason: text } : { is: 'waiting' };
    if (!this.#isUnchanged(lease, text, this.leaseMs)) return { is: 'running', progress: progressOf(text) };
    return isLast ? { is: 'given-up', reason: null } : { is: 'waiting' };
  }

  async forget(order: ShardOrder): Promise<void> {
    await rm(join(this.#orders, orderName(order)), { force: true });
    for (const name of await readdir(this.#leases)) {
      if (name.startsWith(`${order.id}.`)) await rm(join(this.#leases, name), { force: true });
    }
  }

  async work(run: ShardRunner, options: WorkOptions): Promise<void> {
    const { signal, idleMs } = options;
    let idleSince = performance.now();
    while (!signal.aborted) {
      const claim = await this.#claim(options.version).catch((error: unknown) => {
        throw unreachable(this.directory, error);
      });
      if (claim !== null) {
        await this.#attempt(claim, run, options);
        idleSince = performance.now();
      } else if (idleMs !== null && performance.now() - idleSince >= idleMs) {
        return;
      } else {
        await delay(Math.min(POLL_MS, this.leaseMs / BEATS_PER_LEASE), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes the first shard that nobody has. */
  async #claim(version: string): Promise<{ readonly order: ShardOrder; readonly lease: string } | null> {
    const names = (await readdir(this.#orders)).filter((name) => name.endsWith('.json')).sort();
    if (names.length === 0) return null;
    const attempts = await this.#lastAttempts();
    for (const name of names) {
      const id = name.slice(RANK_DIGITS + 1, -'.json'.length);
      const last = attempts.get(id);
      const attempt = (last?.attempt ?? 0) + 1;
      if (last !== undefined && (attempt > MAX_ATTEMPTS || !(await this.#isFree(last)))) continue;
      const text = await readIfThere(join(this.#orders, name));
      if (text === null) continue;
      const order: ShardOrder = JSON.parse(text);
      checkVersion(order, version);
      const lease = join(this.#leases, `${id}.${attempt}`);
      if (await create(lease, beat(0, { sessions: 0, bytes: 0 }))) return { order, lease };
    }
    return null;
  }

  /** Has the worker of that attempt gone, or has it failed long enough ago? */
  async #isFree(last: Lease): Promise<boolean> {
    const text = await this.#read(last);
    // After a failure each attempt waits twice as long as the one before it.
    const patience = last.isFailed ? (this.leaseMs / BEATS_PER_LEASE) * 2 ** (last.attempt - 1) : this.leaseMs;
    return this.#isUnchanged(last, text, patience);
  }

  async #attempt(
    { order, lease }: { readonly order: ShardOrder; readonly lease: string },
    run: ShardRunner,
    { signal, onFailure }: WorkOptions,
  ): Promise<void> {
    let progress: ShardProgress = { sessions: 0, bytes: 0 };
    let beats = 0;
    const heart = setInterval(() => {
      beats += 1;
      // One that cannot be written is as good as none: in the end another worker takes the shard.
      writeFile(lease, beat(beats, progress), { flag: 'r+' }).catch(() => undefined);
    }, this.leaseMs / BEATS_PER_LEASE);
    try {
      await run(
        order,
        (now) => {
          progress = now;
        },
        signal,
      );
      clearInterval(heart);
      await this.forget(order);
    } catch (error) {
      clearInterval(heart);
      if (signal.aborted) {
        await rm(lease, { force: true });
        return;
      }
      onFailure?.(order, error);
      await create(`${lease}.failed`, error instanceof Error ? error.message : String(error));
    } finally {
      clearInterval(heart);
    }
  }

  /** The last attempt at each shard, by its id. */
  async #lastAttempts(): Promise<Map<string, Lease>> {
    const last = new Map<string, Lease>();
    const names = await readdir(this.#leases);
    for (const name of names) {
      const [, id, number, failed] = /^([0-9a-f]+)\.(\d+)(\.failed)?$/.exec(name) ?? [];
      if (id === undefined) continue;
      const lease = { name, attempt: Number(number), isFailed: failed !== undefined };
      const known = last.get(id);
      if (known === undefined || known.attempt < lease.attempt || (known.attempt === lease.attempt && lease.isFailed)) {
        last.set(id, lease);
      }
    }
    const present = new Set(names);
    for (const name of this.#seen.keys()) if (!present.has(name)) this.#seen.delete(name);
    return last;
  }

  async #read({ name }: Lease): Promise<string> {
    return (await readIfThere(join(this.#leases, name))) ?? '';
  }

  /** Has it been like this for so long, as far as one has looked? */
  #isUnchanged({ name }: Lease, text: string, patienceMs: number): boolean {
    const now = performance.now();
    const seen = this.#seen.get(name);
    if (seen?.text === text) return now - seen.since > patienceMs;
    this.#seen.set(name, { text, since: now });
    return false;
  }
}

function orderName({ id, rank }: ShardOrder): string {
  return `${String(rank).padStart(RANK_DIGITS, '0')}-${id}.json`;
}

/** The length is always the same, so that one can be written over another. */
function beat(beats: number, progress: ShardProgress): string {
  return `${JSON.stringify({ beats, worker: `${hostname()}:${process.pid}`, ...progress }).padEnd(512)}\n`;
}

function progressOf(text: string): ShardProgress {
  try {
    const { sessions, bytes }: ShardProgress = JSON.parse(text);
    return { sessions, bytes };
  } catch (error) {
    // Looked at while it was written.
    if (error instanceof SyntaxError) return { sessions: 0, bytes: 0 };
    throw error;
  }
}

/** Everybody must wait as long as everybody else: the first says how long. */
async function agree(directory: string, leaseMs: number): Promise<number> {
  const path = join(directory, SETTINGS);
  for (;;) {
    const text = await readIfThere(path);
    if (text !== null) return settingsOf(directory, text);
    const names = await readdir(directory);
    // Made by somebody else just now.
    if (names.includes(SETTINGS)) continue;
    if (names.some((name) => !name.startsWith(SETTINGS))) {
      const message = `${directory} is not a queue, and not empty. Name a directory that is a queue, or that can become one.`;
      throw new BatchError({ rule: 'batch/queue-url', message });
    }
    await replaceFile(path, `${JSON.stringify({ version: VERSION, leaseMs })}\n`);
  }
}

function settingsOf(directory: string, text: string): number {
  const known = parse(text);
  if (known?.version === VERSION && typeof known.leaseMs === 'number') return known.leaseMs;
  const message = `The queue in ${directory} is one of another version of fxlog. Name another directory.`;
  throw new BatchError({ rule: 'batch/queue-version', message });
}

function parse(text: string): { readonly version?: unknown; readonly leaseMs?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
}

function unreachable(directory: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const message = `The queue in ${directory} cannot be used: ${error.message}.`;
  return new BatchError({ rule: 'batch/queue-unreachable', message }, { cause: error });
}
