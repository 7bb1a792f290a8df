import type { Progress } from './model/progress.js';
import type { BatchSummary } from './model/session-result.js';

const INTERVAL_MS = 200;

/** What workers elsewhere are at. */
export interface Running {
  readonly workers: number;
  readonly sessions: number;
  /** Bytes of logs. */
  readonly bytes: number;
}

/** Counts what a run has done, and reports it now and then. */
export class ProgressMeter {
  readonly #start = performance.now();
  #lastTold = 0;
  inputBytes = 0;
  totalInputBytes: number | null = null;
  totalSessions: number | null = null;
  current: string | null = null;
  /** Bytes of inputs that an earlier run had dealt with; they say nothing about the speed of this one. */
  resumedInputBytes = 0;
  resumedBytes = 0;
  /** What workers elsewhere have done of sessions that are not settled here yet. */
  running: Running | null = null;

  constructor(
    readonly tally: () => Omit<BatchSummary, 'reasons' | 'inputFindings'>,
    readonly onProgress: ((progress: Progress) => void) | undefined,
  ) {}

  /** Something happened. */
  tick(): void {
    if (this.onProgress === undefined) return;
    const now = performance.now();
    if (now - this.#lastTold < INTERVAL_MS) return;
    this.#lastTold = now;
    this.onProgress(this.#progress(false));
  }

  finish(): void {
    this.onProgress?.(this.#progress(true));
  }

  #progress(finished: boolean): Progress {
    const { found, done, failed, skipped, resumed, counts, ...settled } = this.tally();
    const running = finished ? null : this.running;
    const bytes = settled.bytes + (running?.bytes ?? 0);
    const inputBytes = this.inputBytes + (running?.bytes ?? 0);
    const elapsedMs = performance.now() - this.#start;
    const own = inputBytes - this.resumedInputBytes;
    const left = this.totalInputBytes === null ? null : Math.max(0, this.totalInputBytes - inputBytes);
    return {
      elapsedMs,
      sessions: found - resumed + (running?.sessions ?? 0),
      done,
      failed,
      skipped,
      resumed,
      totalSessions: finished ? found : this.totalSessions,
      bytes,
      inputBytes,
      totalInputBytes: this.totalInputBytes,
      bytesPerSecond: elapsedMs > 0 ? ((bytes - this.resumedBytes) * 1000) / elapsedMs : 0,
      etaMs: finished ? 0 : left === null || own <= 0 ? null : (left * elapsedMs) / own,
      counts,
      current: this.current,
      ...(running !== null && { workers: running.workers }),
      finished,
    };
  }
}
