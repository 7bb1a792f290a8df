import type { UsageSnapshot } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';

/** The counters of a snapshot and of the entries of its models. */
const COUNTERS = [
  'api_duration_ms',
  'wall_duration_ms',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'request_count',
  'billable_web_search_calls',
  'lines_added',
  'lines_removed',
] as const;

type Counted = Readonly<Record<string, unknown>>;

/** What a session used itself, where a part of its running totals was counted in the session from which it was forked. */
export function usageSince(total: UsageSnapshot, inherited: UsageSnapshot): UsageSnapshot {
  const before = new Map(inherited.models.map((entry) => [entry.model, entry]));
  const models = total.models.flatMap((entry) => {
    const known = before.get(entry.model);
    const own = known === undefined ? entry : subtract(entry, known);
    return known !== undefined && isNothing(own) ? [] : [own];
  });
  return { ...subtract(total, inherited), models } as UsageSnapshot;
}

function subtract<Totals extends object>(total: Totals, before: Totals): Totals {
  const [now, then] = [total as Counted, before as Counted];
  const changed: Record<string, unknown> = {};
  for (const key of COUNTERS) {
    if (isInteger(now[key]) && isInteger(then[key])) changed[key] = exactInteger(BigInt(now[key]) - BigInt(then[key]));
  }
  // Costs are decimal amounts in doubles: what lies beyond a trillionth of a dollar is noise.
  changed.total_cost = Math.round((Number(now.total_cost) - Number(then.total_cost)) * 1e12) / 1e12;
  return { ...total, ...changed };
}

function isNothing(entry: object): boolean {
  const counted = entry as Counted;
  return counted.total_cost === 0 && COUNTERS.every((key) => !isInteger(counted[key]) || BigInt(counted[key]) === 0n);
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
