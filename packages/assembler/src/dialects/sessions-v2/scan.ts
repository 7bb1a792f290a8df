/**
 * How far a log may be used (newer-formats §7.6): lines before damage are good, nothing after it is; what a crash left at the end is no
 * damage.
 */

import type { FrameError, RuleId, Uint64 } from '@fxlog/format';
import type { SessionLine } from '@fxlog/format/internal';
import { successor } from '@fxlog/json/internal';

/** A line as it was read, and where it lies. */
export interface PlacedLine {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Behind its LF. */
  readonly end: number;
  /** What it is, or why it does not count. */
  readonly read: SessionLine | FrameError;
}

/** Where a log cannot be used any further. */
export interface Damage {
  readonly at: number;
  readonly rule: RuleId;
}

/** What a scan from the beginning to the end finds. */
export interface ScanVerdict {
  readonly verdict: 'clean' | 'torn' | 'corrupt' | 'newer_version';
  /** Where it is not clean, in bytes from the start of the file. */
  readonly at?: number;
  /** Of a newer line. */
  readonly version?: Uint64;
  /** Behind the last good line. */
  readonly goodEnd: number;
  readonly goodLines: number;
}

/** Follows the lines of a log, or those from a place on, and says of each whether it may be used. */
export class LineScan {
  /** Number that the next line must have; null where it may be any. */
  #nextSeq: Uint64 | null;
  #goodEnd: number;
  #goodLines = 0;
  #damage: Damage | null = null;
  /** A line that does not count, and is damage only if another one follows. */
  #doubtful: Damage | null = null;
  #newer: ScanVerdict | null = null;

  constructor(start: { readonly offset: number; readonly seq: Uint64 | null } = { offset: 0, seq: 1 }) {
    this.#goodEnd = start.offset;
    this.#nextSeq = start.seq;
  }

  /** Where readers stop that go on until a whole line is wrong; null while none is, or only the last one. */
  get damage(): Damage | null {
    return this.#damage;
  }

  get goodEnd(): number {
    return this.#goodEnd;
  }

  /** The line, where it may be used; null where it may not. */
  accept({ offset, end, read }: PlacedLine): SessionLine | null {
    if (this.#damage === null && this.#doubtful !== null) this.#damage = this.#doubtful;
    if (this.#damage !== null) return null;
    if (read instanceof Error) {
      this.#doubtful = { at: offset, rule: read.rule };
      return null;
    }
    if (read.version !== 1 && this.#newer === null) {
      const { version } = read;
      this.#newer = { verdict: 'newer_version', at: offset, version, goodEnd: offset, goodLines: this.#goodLines };
    }
    if (this.#nextSeq !== null && read.seq !== this.#nextSeq) {
      this.#damage = { at: offset, rule: 'sessions-v2/sequence' };
      return null;
    }
    this.#nextSeq = successor(read.seq);
    this.#goodEnd = end;
    this.#goodLines += 1;
    return read;
  }

  /** The verdict at the end; `hasRest` says whether bytes without an LF stand there. */
  verdict(hasRest: boolean): ScanVerdict {
    if (this.#newer !== null) return this.#newer;
    const [goodEnd, goodLines] = [this.#goodEnd, this.#goodLines];
    if (this.#damage !== null) return { verdict: 'corrupt', at: this.#damage.at, goodEnd, goodLines };
    // A bad line with the beginning of another one behind it was not cut off by a crash.
    const verdict = this.#doubtful === null ? (hasRest ? 'torn' : 'clean') : hasRest ? 'corrupt' : 'torn';
    return { verdict, ...(verdict === 'clean' ? {} : { at: goodEnd }), goodEnd, goodLines };
  }
}

/** What is found in the last two whole lines and behind them, which is where fx looks first when it opens a session. */
export function scanTail(lastLines: readonly PlacedLine[], end: number, hasRest: boolean): ScanVerdict {
  const scan = new LineScan({ offset: lastLines[0]?.offset ?? end, seq: null });
  for (const line of lastLines) scan.accept(line);
  return scan.verdict(hasRest);
}
