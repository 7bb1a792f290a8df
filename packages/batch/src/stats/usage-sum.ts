import type { Int64 } from '@fxlog/format';
import { exactInteger } from '@fxlog/json/internal';
import type { RowOf } from '../rows/tables.js';
import { roundCost } from './exact-sum.js';
import type { Usage, UsageCoverage } from './stats-report.js';

type Amounts = Pick<
  RowOf<'usage'>,
  'cost_usd' | 'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens' | 'web_searches'
>;

/** Adds tokens and costs up; unknown until something was added. */
export class UsageSum {
  #isKnown = false;
  #cost = 0;
  #counts = [0n, 0n, 0n, 0n, 0n];

  add(row: { readonly [Name in keyof Amounts]: Amounts[Name] | null }): void {
    if (row.cost_usd === null) return;
    this.#isKnown = true;
    this.#cost += row.cost_usd;
    const counts = [
      row.input_tokens,
      row.output_tokens,
      row.cache_read_tokens,
      row.cache_write_tokens,
      row.web_searches,
    ];
    this.#counts = this.#counts.map((sum, i) => sum + BigInt(counts[i] ?? 0));
  }

  get usage(): Usage {
    const [input, output, cacheRead, cacheWrite, searches] = this.#counts.map((sum) =>
      this.#isKnown ? exactInteger(sum) : null,
    );
    return {
      cost: this.#isKnown ? roundCost(this.#cost) : null,
      inputTokens: input ?? null,
      outputTokens: output ?? null,
      cacheReadTokens: cacheRead ?? null,
      cacheWriteTokens: cacheWrite ?? null,
      webSearches: searches ?? null,
    };
  }
}

/** Adds up what may be unknown. The sum is a lower bound; null when nothing but unknowns and zeros came. */
export class KnownSum {
  #sum = 0n;
  #hasUnknown = false;
  #isKnown = false;

  add(value: Int64 | null): void {
    if (value === null) {
      this.#hasUnknown = true;
      return;
    }
    this.#isKnown = true;
    this.#sum += BigInt(value);
  }

  get value(): Int64 | null {
    return !this.#isKnown || (this.#sum === 0n && this.#hasUnknown) ? null : exactInteger(this.#sum);
  }
}

const UNKNOWN: Usage = {
  cost: null,
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  webSearches: null,
};

/** A sum of nothing is only nothing when every session is covered; else it is unknown. */
export function unlessUncovered(usage: Usage, { partial, unknown }: UsageCoverage): Usage {
  const isNothing = Object.values(usage).every((value) => value === null || Number(value) === 0);
  return isNothing && partial + unknown > 0 ? UNKNOWN : usage;
}
