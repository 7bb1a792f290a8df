/** What a queue holds of a shard: where its sessions are listed, not what they are. Well below a kilobyte. */
export interface ShardOrder {
  /** SHA-256, in hex, of what is to be done with which sessions: the same work has the same id. */
  readonly id: string;
  /** Position of its first session among everything found; what comes first in the output is worked on first. */
  readonly rank: number;
  /** The job directory, as an absolute path: all machines must see it there. */
  readonly job: string;
  /** Version of fxlog that ordered it. Another one may give other results, and does not take it. */
  readonly version: string;
}

/** How far the work on a shard is. */
export interface ShardProgress {
  readonly sessions: number;
  /** Bytes of logs that were read. */
  readonly bytes: number;
}

/** What a queue knows of a shard. */
export type ShardState =
  /** Nothing: it was never ordered, is done, or the queue has lost it. Whether it is done, the job directory says. */
  | { readonly is: 'unknown' }
  | { readonly is: 'waiting' }
  | { readonly is: 'running'; readonly progress: ShardProgress }
  /** It was tried often enough. The reason is that of the last attempt; null when its workers vanished. */
  | { readonly is: 'given-up'; readonly reason: string | null };

/** Works on one shard, and tells how far it is. Resolves when the result is in the job directory. */
export type ShardRunner = (
  order: ShardOrder,
  tell: (progress: ShardProgress) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Options of {@link ShardQueue.work}. */
export interface WorkOptions {
  /** Of this worker. */
  readonly version: string;
  /** Ends the work: a shard that is not done goes back, and that does not count as an attempt. */
  readonly signal: AbortSignal;
  /** Milliseconds without anything to do after which the work ends; null for never. */
  readonly idleMs: number | null;
  /** Hears of an attempt that failed. */
  readonly onFailure?: (order: ShardOrder, error: unknown) => void;
}

/**
 * Hands shards to workers on any number of machines, each at least once. It says neither what a shard is nor whether it is done: that stands in the job
 * directory. So a queue that forgets everything costs time, and no result.
 */
export interface ShardQueue {
  /** Its address without what is secret. */
  readonly address: string;
  /** Adds a shard at the end. One that is there already stays as it is. */
  add(order: ShardOrder): Promise<void>;
  state(order: ShardOrder): Promise<ShardState>;
  /** Forgets a shard and how often it was tried. */
  forget(order: ShardOrder): Promise<void>;
  /** Works on shards, one at a time, in their order. */
  work(run: ShardRunner, options: WorkOptions): Promise<void>;
  close(): Promise<void>;
}

/** A shard that failed, or whose worker vanished, so many times is given up. */
export const MAX_ATTEMPTS = 5;

/** A worker that gives no sign for so many milliseconds is taken to be gone. */
export const LEASE_MS = 30_000;
