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
 * summed: only the last one of a bucket is built, and it counts with what the one before it did not have.
 */
export class UsageLedger implements ConversationWatch {
  #workspace: string | null = null;
  #bucket: Bucket | null = null;
  #pending: UsageReport | null = null;
  #base: Amount = new Map();
  #parts: Part[] = [];
  #inherited: UsageSnapshot | null = null;

  began(state: SessionState): void {
    // What is there at the start was taken over from elsewhere.
    this.#takeOver(state);
  }

  replaced(state: SessionState): void {
    this.#settle();
    this.#takeOver(state);
  }

  moved(workspaceRoot: string): void {
    this.#workspace = workspaceRoot;
  }

  /** What was counted in the session from which this one was forked; null where nothing was. */
  get inherited(): UsageSnapshot | null {
    return this.#inherited;
  }

  usage(report: UsageReport): void {
    if (report.isInherited === true) {
      this.#inherited = report.read();
      this.#base = amountOf(this.#inherited);
      return;
    }
    const day = dayOf(report.timeMs);
    if (this.#bucket === null || this.#bucket.day !== day || this.#bucket.workspace !== this.#workspace) {
      this.#settle();
      this.#bucket = { day, workspace: this.#workspace };
    }
    report.keep();
    this.#pending = report;
  }

  /** What was added, in the order of the log. To be called at its end. */
  end(): readonly Part[] {
    this.#settle();
    return this.#parts;
  }

  #takeOver({ workspaceRoot, usage }: SessionState): void {
    this.#workspace = workspaceRoot;
    this.#adopt(usage, { day: null, workspace: workspaceRoot });
  }

  #settle(): void {
    if (this.#pending !== null && this.#bucket !== null) this.#adopt(this.#pending.read(), this.#bucket);
    this.#pending = null;
    this.#bucket = null;
  }

  #adopt(usage: UsageSnapshot | null, { day, workspace }: Bucket): void {
    const amount = amountOf(usage);
    for (const model of new Set([...this.#base.keys(), ...amount.keys()])) {
      const now = amount.get(model) ?? NOTHING;
      const before = this.#base.get(model) ?? NOTHING;
      const cost = subtractCost(now.cost, before.cost);
      const counts = now.counts.map((count, i) => count - (before.counts[i] ?? 0n));
      if (cost === 0 && counts.every((count) => count === 0n)) continue;
      const [input = 0n, output = 0n, cacheRead = 0n, cacheWrite = 0n, searches = 0n] = counts;
      this.#parts.push({
        day,
        workspace,
        model,
        cost_usd: cost,
        input_tokens: exactInteger(input),
        output_tokens: exactInteger(output),
        cache_read_tokens: exactInteger(cacheRead),
        cache_write_tokens: exactInteger(cacheWrite),
        web_searches: exactInteger(searches),
      });
    }
    this.#base = amount;
  }
}

function amountOf(usage: UsageSnapshot | null): Amount {
  return new Map(
    usage?.models.map((entry) => [
      entry.model,
      { cost: entry.total_cost, counts: COUNTERS.map((counter) => BigInt(entry[counter])) },
    ]),
  );
}

/** Costs are decimal amounts in doubles: what the subtraction adds beyond a trillionth of a dollar is noise. */
function subtractCost(a: number, b: number): number {
  const difference = a - b;
  return Math.abs(difference) < 1000 ? Math.round(difference * 1e12) / 1e12 : difference;
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
