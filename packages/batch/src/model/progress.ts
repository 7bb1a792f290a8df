import type { FindingCounts } from './task.js';

/** How far a run has come. Bytes of inputs are bytes on disk: compressed ones for an archive. */
export interface Progress {
  /** Milliseconds since the run began. */
  readonly elapsedMs: number;
  /** Sessions settled so far, without those an earlier run had settled. */
  readonly sessions: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  /** Settled by an earlier run of the same job. */
  readonly resumed: number;
  /** Sessions in all; null while they are not all found. */
  readonly totalSessions: number | null;
  /** Bytes of logs that were read. */
  readonly bytes: number;
  /** Bytes of inputs that are dealt with. */
  readonly inputBytes: number;
  /** Bytes of all inputs; null while it is not known. */
  readonly totalInputBytes: number | null;
  /** Bytes of logs per second since the run began. */
  readonly bytesPerSecond: number;
  /** Milliseconds that are left, going by `inputBytes`; null while that cannot be told. */
  readonly etaMs: number | null;
  readonly counts: FindingCounts;
  /** Key of the session that was settled last; null before the first. */
  readonly current: string | null;
  /** Where workers on other machines do the work: how many are at it. */
  readonly workers?: number;
  /** True for the last one. */
  readonly finished: boolean;
}
