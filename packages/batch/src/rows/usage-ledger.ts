import type { SessionState } from '@fxlog/assembler';
import type { ConversationWatch, UsageReport } from '@fxlog/assembler/internal';
import type { Uint64 } from '@fxlog/format';
import type { RichUsageSnapshot, UsageSnapshot } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';
import { dayOf } from './day.js';
import type { RowOf } from './tables.js';

/** What requests to one model took. */
interface Amounts {
  readonly cost: number;
  readonly counts: readonly bigint[];
}

/** The counters of a model entry, in the order of {@link Amounts.counts}. */
const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'billable_web_search_calls',
] as const;

const NOTHING: Amounts = { cost: 0, counts: COUNTERS.map(() => 0n) };

type Amount = ReadonlyMap<string, Amounts>;

/** Where usage belongs: what is noted there adds up. */
interface Bucket {
  readonly day: string | null;
  readonly workspace: string | null;
}

type Part = Omit<RowOf<'usage'>, 'session' | 'part'>;

/**
 * Turns the running totals of a session (event-log §3.5) into what was added on each day, in each workspace, for each model. Totals are never
 * summed: each counts with what the one before it did not have. One that has fallen began anew, and counts in full.
 */
export class UsageLedger implements ConversationWatch {
  #workspace: string | null = null;
  #base: Amount = new Map();
  readonly #parts: Part[] = [];
  #resets = 0;
  #inherited: UsageSnapshot | null = null;

  /** @param timeZone in which days begin; see {@link dayOf} */
  constructor(readonly timeZone?: string) {}

  began(state: SessionState): void {
    // What is there at the start was taken over from elsewhere.
    this.#takeOver(state);
  }

  replaced(state: SessionState): void {
    this.#takeOver(state);
  }

  moved(workspaceRoot: string): void {
    this.#workspace = workspaceRoot;
  }

  /** What was counted in the session from which this one was forked; null where nothing was. */
  get inherited(): UsageSnapshot | null {
    return this.#inherited;
  }

  /** How often a running total fell. */
  get resets(): number {
    return this.#resets;
  }

  usage(report: UsageReport): void {
    if (report.isInherited === true) {
      this.#inherited = report.read();
      this.#base = amountOf(this.#inherited);
      return;
    }
    this.#adopt(report.read(), { day: dayOf(report.timeMs, this.timeZone), workspace: this.#workspace });
  }

  /** What was added, in the order of the log. */
  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** The sum of that, which is more than the last running total where one fell. */
  get sum(): Omit<Part, 'day' | 'workspace' | 'model'> {
    const sums = PARTS.map((key) => exactInteger(this.#parts.reduce((sum, part) => sum + BigInt(part[key]), 0n)));
    const [input_tokens = 0, output_tokens = 0, cache_read_tokens = 0, cache_write_tokens = 0, web_searches = 0] = sums;
    const cost_usd = roundCost(this.#parts.reduce((sum, part) => sum + part.cost_usd, 0));
    return { cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, web_searches };
  }

  #takeOver({ workspaceRoot, usage }: SessionState): void {
    this.#workspace = workspaceRoot;
    this.#adopt(usage, { day: null, workspace: workspaceRoot });
  }

  #adopt(usage: UsageSnapshot | null, bucket: Bucket): void {
    const amount = amountOf(usage);
    if (hasFallen(this.#base, amount)) {
      this.#resets++;
      this.#base = new Map();
    }
    for (const [model, now] of amount) {
      const before = this.#base.get(model) ?? NOTHING;
      const counts = now.counts.map((count, i) => count - (before.counts[i] ?? 0n));
      this.#add(model, { cost: now.cost - before.cost, counts }, bucket);
    }
    this.#base = amount;
  }

  /** Adds to the row of a model if it is the last one of its bucket, else begins another. */
  #add(model: string, { cost, counts }: Amounts, { day, workspace }: Bucket): void {
    if (cost === 0 && counts.every((count) => count === 0n)) return;
    const first = this.#parts.findLastIndex((part) => part.day !== day || part.workspace !== workspace) + 1;
    const at = this.#parts.findIndex((part, index) => index >= first && part.model === model);
    const known = at === -1 ? undefined : this.#parts[at];
    const [input, output, cacheRead, cacheWrite, searches] = PARTS.map((key, i) =>
      exactInteger(BigInt(known?.[key] ?? 0) + (counts[i] ?? 0n)),
    ) as [Uint64, Uint64, Uint64, Uint64, Uint64];
    this.#parts[at === -1 ? this.#parts.length : at] = {
      day,
      workspace,
      model,
      cost_usd: roundCost((known?.cost_usd ?? 0) + cost),
      input_tokens: input,
      output_tokens: output,
      cache_read_tokens: cacheRead,
      cache_write_tokens: cacheWrite,
      web_searches: searches,
    };
  }
}

/** The columns of a row, in the order of {@link Amounts.counts}. */
const PARTS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'web_searches'] as const;

/** Whether something is less than it was, or gone. Costs are decimal amounts in doubles: a trillionth of a dollar is noise. */
function hasFallen(before: Amount, now: Amount): boolean {
  for (const [model, { cost, counts }] of before) {
    const after = now.get(model) ?? NOTHING;
    if (roundCost(after.cost - cost) < 0 || counts.some((count, i) => (after.counts[i] ?? 0n) < count)) return true;
  }
  return false;
}

function amountOf(usage: UsageSnapshot | null): Amount {
  return new Map(
    usage?.models.map((entry) => [
      entry.model,
      { cost: entry.total_cost, counts: COUNTERS.map((counter) => BigInt(entry[counter])) },
    ]),
  );
}

/** Costs are decimal amounts in doubles: what lies beyond a trillionth of a dollar is noise. */
function roundCost(cost: number): number {
  return Math.abs(cost) < 1000 ? Math.round(cost * 1e12) / 1e12 : cost;
}

/** How far the recorded usage covers a session. */
export type UsageState = 'complete' | 'partial' | 'unknown';

/**
 * Judges a final snapshot. fx writes zeros where it has recorded nothing: a session with turns but no request, as children of 0.0.5 have them,
 * and one whose requests were never billed.
 */
export function usageState(usage: UsageSnapshot | undefined, turns: number): UsageState {
  if (usage === undefined || !hasRequests(usage, turns)) return 'unknown';
  if (usage.billing === 'complete') return 'complete';
  return usage.models.length > 0 ? 'partial' : 'unknown';
}

/** False where there are turns, but fx counted no request for them: then every number of the snapshot is a zero that says nothing. */
export function hasRequests(usage: UsageSnapshot, turns: number): boolean {
  return turns === 0 || usage.next_sequence !== 1;
}

/** Reasoning tokens and requests stand in the side file alone, which counts where it agrees with the log (session-directory §4.2). */
export function richUsage(
  usage: UsageSnapshot,
  sidecar: UsageSnapshot | null,
): { readonly reasoning: Uint64 | null; readonly requests: Uint64 | null } {
  const rich = isRich(usage) ? usage : sidecar;
  if (rich === null || !isRich(rich) || !agree(usage, rich)) return { reasoning: null, requests: null };
  return { reasoning: rich.reasoning_tokens, requests: rich.request_count };
}

function isRich(usage: UsageSnapshot): usage is RichUsageSnapshot {
  return 'reasoning_tokens' in usage;
}

const AGREEING = ['next_sequence', 'total_cost', ...COUNTERS] as const;

function agree(a: UsageSnapshot, b: UsageSnapshot): boolean {
  return AGREEING.every((key) => a[key] === b[key]);
}
