import type { Finding } from '@fxlog/format';
import type { ReadSettings, SkippedRange } from './read-options.js';

/** What a reader delivered and what it left out. */
export interface ReadSummary {
  /** Frames that were delivered (for an event reader: events). */
  readonly delivered: number;
  /** Bytes of these. */
  readonly deliveredBytes: number;
  /** Ranges that were left out. */
  readonly skipped: number;
  /** Bytes of these. Delivered and skipped bytes together are all that was read. */
  readonly skippedBytes: number;
  /** What was left out, by the rule that says why. */
  readonly skippedByRule: Readonly<Record<string, { readonly ranges: number; readonly bytes: number }>>;
  /** Findings of any kind. */
  readonly findings: number;
}

/** Counts what happens to the bytes and passes findings on in file order. @internal */
export class ReadLedger {
  #delivered = 0;
  #deliveredBytes = 0;
  #skipped = 0;
  #skippedBytes = 0;
  #findings = 0;
  readonly #byRule = new Map<string, { ranges: number; bytes: number }>();
  readonly #waiting: { position: number; finding?: Finding; range?: SkippedRange }[] = [];

  readonly #settings: Pick<ReadSettings, 'onFinding' | 'onSkip' | 'file'>;

  constructor(settings: Pick<ReadSettings, 'onFinding' | 'onSkip' | 'file'>) {
    this.#settings = settings;
  }

  deliver(count: number, bytes: number): void {
    this.#delivered += count;
    this.#deliveredBytes += bytes;
  }

  /** `position` orders findings that different layers make about one chunk: the first byte of the line. */
  find(position: number, finding: Finding): void {
    const { file } = this.#settings;
    this.#waiting.push({ position, finding: file === undefined ? finding : { ...finding, file } });
  }

  skip(position: number, range: SkippedRange): void {
    this.#skipped++;
    this.#skippedBytes += range.length;
    const sum = this.#byRule.get(range.rule) ?? { ranges: 0, bytes: 0 };
    sum.ranges++;
    sum.bytes += range.length;
    this.#byRule.set(range.rule, sum);
    this.#waiting.push({ position, range });
  }

  /** Hands out what has come together, in file order. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting.splice(0).sort((a, b) => a.position - b.position);
    for (const { finding, range } of waiting) {
      if (finding !== undefined) {
        this.#findings++;
        this.#settings.onFinding?.(finding);
      }
      if (range !== undefined) this.#settings.onSkip?.(range);
    }
  }

  get summary(): ReadSummary {
    return {
      delivered: this.#delivered,
      deliveredBytes: this.#deliveredBytes,
      skipped: this.#skipped,
      skippedBytes: this.#skippedBytes,
      skippedByRule: Object.fromEntries(this.#byRule),
      findings: this.#findings,
    };
  }
}
