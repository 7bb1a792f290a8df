import type { PlainJson } from '@fxlog/reader/internal';
import type { SessionResult } from './session-result.js';

/** What a sink is told about a session before its rows come. */
export interface SinkSession {
  /** See `SessionInput.key`. Rows of an earlier run under the same key are to be replaced. */
  readonly key: string;
  /** Position among everything found, from 0, over all shards. */
  readonly index: number;
  /** Directory of the part that a worker elsewhere made of it; absent when it was worked on here. */
  readonly part?: string;
}

/** What a sink finds when it is opened. */
export interface SinkStart {
  /**
   * What the last {@link Sink.flush} returned that the job knows of; absent for a new run. Everything behind that point was written by a run
   * that was killed: those sessions come again, so an appending sink cuts its files back to it.
   */
  readonly position?: PlainJson;
}

/**
 * Takes the rows of one session after the other, in the order of the inputs, whatever the number of workers. Every call is awaited before
 * the next, which is how a slow sink slows the readers down.
 *
 * The contract that makes a killed job end like one that was not: rows count from `commit` on, and last from the next `flush` on. A job
 * notes sessions in its journal only after `flush`. So after a kill between the two a session comes again, and `begin` with the same key must
 * replace what is there. Appending sinks may instead rely on {@link SinkStart.position}.
 */
export interface Sink<Row> {
  /** Before the first session. */
  open?(start: SinkStart): Promise<void>;
  /** The rows of this session follow. */
  begin(session: SinkSession): Promise<void>;
  write(rows: readonly Row[]): Promise<void>;
  /** Rows as another job has kept them, lines in any pieces; for sinks that keep them in the same way. A merge needs it. */
  writeLines?(lines: Buffer): Promise<void>;
  /**
   * The session is complete (done, or failed with rows worth keeping). May return where its rows lie; the journal keeps it.
   */
  commit(result: SessionResult): Promise<PlainJson | undefined>;
  /** The session is given up: forget its rows. */
  abort(): Promise<void>;
  /** Makes all commits durable (fsync, COMMIT) and returns where the sink stands, for {@link SinkStart.position}. */
  flush(): Promise<PlainJson | undefined>;
  /** After the last session and the last flush; also after a failure. */
  close(): Promise<void>;
  /** What a merge needs to find this output again (kind, absolute path); kept in the description of the job. */
  describe?(): PlainJson;
}
