import type { Finding, RuleId } from '@fxlog/format';
import type { FindOptions } from './find-options.js';
import type { InputLimits } from './input-limits.js';

/** What is said about one input as a whole: at most so many findings, then how many more there were. */
export class InputReport {
  #findings = 0;

  constructor(
    /** The input as it was named; becomes the `file` of every finding. */
    readonly input: string,
    readonly limits: InputLimits,
    readonly options: FindOptions,
  ) {}

  add(rule: RuleId, severity: Finding['severity'], message: string): void {
    this.#findings += 1;
    if (this.#findings > this.limits.maxInputFindings) return;
    this.options.onInputFinding?.({ rule, severity, message, file: this.input });
  }

  /** No more will come. */
  end(): void {
    const rest = this.#findings - this.limits.maxInputFindings;
    if (rest <= 0) return;
    const message = `${rest} more findings about this input are not shown.`;
    this.options.onInputFinding?.({ rule: 'batch/more-findings', severity: 'warning', message, file: this.input });
  }
}
