import type { Severity } from '@fxlog/format';
import type { ConversationKey } from './conversation-key.js';
import type { PackedSession } from './packed-session.js';
import type { InputOrigin, Reason } from './session-input.js';

/** What a task works on; goes to a worker as it is. */
export interface TaskInput {
  /** See `SessionInput.key`. */
  readonly key: string;
  /** A session directory, or a log alone. */
  readonly kind: 'session' | 'log';
  /** The session directory or the log, readable by path while the task runs. */
  readonly path: string;
  /** True for a copy out of an archive: modes, times and fingerprints are not those of the original. */
  readonly copied: boolean;
  readonly origin: InputOrigin;
  /** Size of the log in bytes, when it was known. */
  readonly bytes: number | null;
  /** Written to `path` before the task runs, and removed after it. */
  readonly packed?: PackedSession;
}

/** What surrounds a running task. */
export interface TaskContext {
  /** Aborted when the whole run is given up. */
  readonly signal: AbortSignal;
}

/** How many findings of each severity. */
export type FindingCounts = Readonly<Record<Severity, number>>;

/** How a task ended; becomes part of the session's result. */
export interface TaskOutcome {
  readonly counts: FindingCounts;
  /** Bytes of the log that were read. */
  readonly bytes: number;
  /**
   * Set when the session is damaged. It then counts as failed, and its rows are kept: they say what is wrong and hold what could be read. A
   * task that throws fails the session too, but its rows are taken back.
   */
  readonly failure?: Reason;
  /** Given by tasks whose rows are added up: the same session must not count twice. */
  readonly conversation?: ConversationKey;
}

/**
 * What is done with every session: rows come out, in batches. Rows and options cross threads, so they are plain data (structured clone). A
 * row is whatever the sink takes.
 *
 * @example
 * const sizes: Task<undefined, { key: string; bytes: number | null }> = {
 *   name: 'sizes',
 *   async *run({ key, bytes }) {
 *     yield [{ key, bytes }];
 *     return { counts: { error: 0, warning: 0, info: 0 }, bytes: 0 };
 *   },
 * };
 */
export interface Task<Options, Row> {
  /** By this name a worker finds the task, see `serveTasks`. */
  readonly name: string;
  run(input: TaskInput, options: Options, context: TaskContext): AsyncGenerator<readonly Row[], TaskOutcome, undefined>;
}
