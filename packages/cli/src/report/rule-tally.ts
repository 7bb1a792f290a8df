import type { Severity } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import type { VerifyReport } from './verify-report.js';

/** So many inputs show what a rule means; in those behind them its findings are only counted. */
const SHOWN_IN_FULL = 3;

/** What was found by one rule. */
export interface RuleSum {
  readonly rule: string;
  readonly severity: Severity;
  findings: number;
  inputs: number;
  /** The first input in which it was found. */
  readonly first: string;
}

/** Sums findings by their rule over many inputs. */
export class RuleTally {
  readonly #sums = new Map<string, RuleSum>();

  add({ input, findings }: VerifyReport): void {
    const here = new Set<string>();
    for (const { rule, severity } of findings) {
      const sum = this.#sums.get(rule) ?? { rule, severity, findings: 0, inputs: 0, first: input };
      this.#sums.set(rule, sum);
      sum.findings++;
      if (!here.has(rule)) sum.inputs++;
      here.add(rule);
    }
  }

  /** Whether enough inputs have shown findings of a rule. */
  isShown(rule: string): boolean {
    return (this.#sums.get(rule)?.inputs ?? 0) >= SHOWN_IN_FULL;
  }

  /** The sums, errors first, then what was found most often. */
  sums(): readonly RuleSum[] {
    const weight = { error: 0, warning: 1, info: 2 };
    return [...this.#sums.values()].sort(
      (a, b) => weight[a.severity] - weight[b.severity] || b.findings - a.findings || (a.rule < b.rule ? -1 : 1),
    );
  }

  toJson(): JsonObject {
    return Object.fromEntries(
      this.sums().map(({ rule, severity, findings, inputs, first }) => [rule, { severity, findings, inputs, first }]),
    );
  }
}
