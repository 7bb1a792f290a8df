import type { Finding } from '@fxlog/format';
import type { BatchSummary, SessionResult } from './model/session-result.js';

/** Adds results up. */
export class Tally {
  #found = 0;
  #done = 0;
  #failed = 0;
  #skipped = 0;
  #resumed = 0;
  #bytes = 0;
  elsewhere = 0;
  readonly #counts = { error: 0, warning: 0, info: 0 };
  readonly #reasons = new Map<string, number>();
  readonly inputFindings: Finding[] = [];

  add(result: SessionResult, resumed = false): void {
    this.#found += 1;
    if (resumed) this.#resumed += 1;
    this.#bytes += result.bytes;
    for (const severity of ['error', 'warning', 'info'] as const) this.#counts[severity] += result.counts[severity];
    if (result.status === 'done') {
      this.#done += 1;
      return;
    }
    if (result.status === 'failed') this.#failed += 1;
    else this.#skipped += 1;
    this.#reasons.set(result.rule, (this.#reasons.get(result.rule) ?? 0) + 1);
  }

  addInputFinding(finding: Finding): void {
    this.inputFindings.push(finding);
    this.#counts[finding.severity] += 1;
  }

  /** The numbers alone. */
  get numbers(): Omit<BatchSummary, 'reasons' | 'inputFindings'> {
    return {
      found: this.#found,
      done: this.#done,
      failed: this.#failed,
      skipped: this.#skipped,
      resumed: this.#resumed,
      elsewhere: this.elsewhere,
      bytes: this.#bytes,
      counts: { ...this.#counts },
    };
  }

  get summary(): BatchSummary {
    const reasons = Object.fromEntries([...this.#reasons].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { ...this.numbers, reasons, inputFindings: [...this.inputFindings] };
  }
}
