import type { Int64 } from '@fxlog/format';
import { exactInteger } from '@fxlog/json/internal';
import { CountOnce } from '../model/count-once.js';
import type { SessionResult } from '../model/session-result.js';
import { UTC } from '../rows/day.js';
import { exactJsonRows } from '../rows/exact-json-rows.js';
import { roundCost } from './exact-sum.js';
import { byTouches, LARGEST, largest, type SessionStats } from './session-stats.js';
import type { ExtensionStats, SetAside, StatsReport, ToolStats, Usage } from './stats-report.js';
import { KnownSum, UsageSum, unlessUncovered } from './usage-sum.js';

/** Reasons that are kept; all are counted. */
const MAX_REASONS = 1000;
/** Files that are told by name. */
const MOST_FILES = 100;

const ROWS = exactJsonRows<SessionStats>();

/** Adds sessions up, each of them once. */
export class StatsTotals {
  #damaged = 0;
  #skipped = 0;
  readonly #notCounted: SetAside[] = [];
  readonly #countedInPart: SetAside[] = [];
  readonly #once = new CountOnce();
  /** As text, which takes less room: which of two that are the same counts is known at the end. */
  readonly #held: { readonly key: string; readonly isWarned: boolean; readonly stats: Buffer }[] = [];

  /** @param timeZone in which the days of what is added began; it is only told */
  constructor(readonly timeZone: string = UTC) {}

  /** Adds a session that was found: what was counted in it, when it could be read, and what became of it. */
  add(result: SessionResult, stats: SessionStats | undefined): void {
    // Of a damaged session counts what can be read of it, if that is more than that it is one.
    const counts = stats !== undefined && (result.status === 'done' || Number(stats.session.turns ?? 0) > 0);
    if (result.status !== 'done') {
      if (result.status === 'failed') this.#damaged += 1;
      else this.#skipped += 1;
      const { key, rule, reason } = result;
      const reasons = counts ? this.#countedInPart : this.#notCounted;
      if (reasons.length < MAX_REASONS) reasons.push({ session: key, rule, reason });
    }
    if (!counts) return;
    this.#once.add(result);
    const isWarned = result.status === 'done' && result.counts.warning > 0;
    this.#held.push({ key: result.key, isWarned, stats: Buffer.from(ROWS.encode(stats)) });
  }

  get report(): StatsReport {
    const sums = new Sums();
    let warned = 0;
    for (const { key, isWarned, stats } of this.#held) {
      if (!this.#once.counts({ key })) continue;
      if (isWarned) warned += 1;
      sums.add(ROWS.decode(stats.toString()));
    }
    return {
      timeZone: this.timeZone,
      ...sums.totals,
      damaged: this.#damaged,
      skipped: this.#skipped,
      warned,
      notCounted: [...this.#notCounted],
      countedInPart: [...this.#countedInPart],
      duplicates: this.#once.duplicates,
    };
  }
}

type Totals = Omit<
  StatsReport,
  'timeZone' | 'damaged' | 'skipped' | 'warned' | 'notCounted' | 'countedInPart' | 'duplicates'
>;

/** What sessions add up to. */
class Sums {
  #sessions = 0;
  #children = 0;
  #turns = 0;
  #calls = 0;
  #running = 0;
  #resets = 0;
  #logBytes = 0n;
  #first: Int64 | null = null;
  #last: Int64 | null = null;
  readonly #interruptions = { cancelled: 0, failed: 0 };
  readonly #usage = new UsageSum();
  readonly #coverage = new Coverage();
  readonly #known = {
    reasoning: new KnownSum(),
    requests: new KnownSum(),
    api: new KnownSum(),
    wall: new KnownSum(),
  };
  readonly #models = new Map<string, { usage: UsageSum; sessions: number }>();
  readonly #days = new Map<string | null, { usage: UsageSum; turns: number }>();
  readonly #workspaces = new Map<string | null, Workspace>();
  readonly #tools = new Map<string, { calls: number; successes: number; failures: number; outputBytes: bigint }>();
  readonly #servers = new ExtensionSums();
  readonly #skills = new ExtensionSums();
  readonly #refusals = new Map<string, { calls: number; sessions: number }>();
  readonly #files = new Map<string, { reads: number; changes: number; sessions: number }>();
  #filesTouched = 0;
  #filesChanged = 0;
  readonly #languages = new Map<string | null, number>();
  readonly #formats = new Map<string | null, number>();
  #biggestSessions: (StatsReport['biggestSessions'][number] & { bytes: Int64 })[] = [];
  #biggestOutputs: StatsReport['biggestOutputs'][number][] = [];

  add(stats: SessionStats): void {
    const { session, usage } = stats;
    this.#sessions += 1;
    if (session.child_mode !== null || session.parent_id !== null) this.#children += 1;
    const { turns, calls } = stats;
    this.#turns += turns;
    this.#calls += calls;
    this.#logBytes += BigInt(session.log_bytes ?? 0);
    this.#interruptions.cancelled += stats.cancelled;
    this.#interruptions.failed += stats.failed;
    this.#running += stats.running;
    if (stats.hasReset) this.#resets += 1;
    if (session.created_ms !== null && (this.#first === null || session.created_ms < this.#first)) {
      this.#first = session.created_ms;
    }
    if (session.updated_ms !== null && (this.#last === null || session.updated_ms > this.#last)) {
      this.#last = session.updated_ms;
    }
    this.#usage.add(session);
    this.#coverage.add(session.usage_state);
    this.#known.reasoning.add(session.reasoning_tokens);
    this.#known.requests.add(session.requests);
    this.#known.api.add(session.api_ms);
    this.#known.wall.add(session.wall_ms);
    this.#addUsage(usage);
    this.#workspace(session.workspace).add(turns, calls, session.usage_state);
    for (const { day, turns } of stats.days) this.#day(day).turns += turns;
    for (const { tool, ...use } of stats.tools) this.#addTool(tool, use);
    this.#servers.add(stats.extensions.filter(({ kind }) => kind === 'mcp').map((use) => [use.server, use]));
    this.#skills.add(stats.extensions.filter(({ kind }) => kind === 'skill').map((use) => [use.name, use]));
    for (const { reason, calls } of stats.refusals) {
      const sum = entry(this.#refusals, reason, () => ({ calls: 0, sessions: 0 }));
      sum.calls += calls;
      sum.sessions += 1;
    }
    this.#addFiles(stats);
    this.#languages.set(session.language, (this.#languages.get(session.language) ?? 0) + 1);
    this.#formats.set(session.format, (this.#formats.get(session.format) ?? 0) + 1);
    this.#addBiggest(stats, turns, calls);
  }

  #addUsage(rows: SessionStats['usage']): void {
    for (const row of rows) {
      const model = entry(this.#models, row.model, () => ({ usage: new UsageSum(), sessions: 0 }));
      model.usage.add(row);
      this.#day(row.day).usage.add(row);
      this.#workspace(row.workspace).usage.add(row);
    }
    for (const model of new Set(rows.map((row) => row.model))) {
      const known = this.#models.get(model);
      if (known !== undefined) known.sessions += 1;
    }
  }

  #addTool(tool: string, use: Omit<SessionStats['tools'][number], 'tool'>): void {
    const sum = entry(this.#tools, tool, () => ({ calls: 0, successes: 0, failures: 0, outputBytes: 0n }));
    sum.calls += use.calls;
    sum.successes += use.successes;
    sum.failures += use.failures;
    sum.outputBytes += use.outputBytes;
  }

  #addFiles({ filesTouched, filesChanged, files }: SessionStats): void {
    this.#filesTouched += filesTouched;
    this.#filesChanged += filesChanged;
    for (const { path, reads, changes } of files) {
      const sum = entry(this.#files, path, () => ({ reads: 0, changes: 0, sessions: 0 }));
      sum.reads += reads;
      sum.changes += changes;
      sum.sessions += 1;
    }
  }

  #addBiggest({ session, outputs }: SessionStats, turns: number, calls: number): void {
    const { session: key, format, id, title, log_bytes: bytes, cost_usd: cost } = session;
    const big = { session: key, format, id, title, turns, calls, logBytes: bytes ?? 0, cost, bytes: bytes ?? 0 };
    this.#biggestSessions = largest([...this.#biggestSessions, big]);
    this.#biggestOutputs = largest([...this.#biggestOutputs, ...outputs.map((o) => ({ session: key, id, ...o }))]);
  }

  #day(day: string | null) {
    return entry(this.#days, day, () => ({ usage: new UsageSum(), turns: 0 }));
  }

  #workspace(workspace: string | null): Workspace {
    return entry(this.#workspaces, workspace, () => new Workspace());
  }

  get totals(): Totals {
    return {
      sessions: this.#sessions,
      children: this.#children,
      turns: this.#turns,
      running: this.#running,
      interruptions: { ...this.#interruptions },
      calls: this.#calls,
      logBytes: exactInteger(this.#logBytes),
      firstMs: this.#first,
      lastMs: this.#last,
      usage: {
        ...unlessUncovered(this.#usage.usage, this.#coverage.counts),
        coverage: this.#coverage.counts,
        resets: this.#resets,
        reasoningTokens: this.#known.reasoning.value,
        requests: this.#known.requests.value,
        apiMs: this.#known.api.value,
        wallMs: this.#known.wall.value,
      },
      models: [...this.#models]
        .map(([model, { usage, sessions }]) => ({ model, sessions, ...usage.usage }))
        .sort((a, b) => byUsage(a, b) || compare(a.model, b.model)),
      days: [...this.#days]
        .map(([day, { usage, turns }]) => ({ day, turns, ...usage.usage }))
        // What has no day comes last.
        .sort((a, b) => compare(a.day ?? '~', b.day ?? '~')),
      workspaces: [...this.#workspaces]
        .map(([workspace, sum]) => ({ workspace, ...sum.totals }))
        .sort((a, b) => b.turns - a.turns || compare(a.workspace ?? '~', b.workspace ?? '~')),
      tools: [...this.#tools].map(toToolStats).sort((a, b) => b.calls - a.calls || compare(a.tool, b.tool)),
      mcpServers: this.#servers.totals,
      skills: this.#skills.totals,
      refusals: [...this.#refusals]
        .map(([reason, counts]) => ({ reason, ...counts }))
        .sort((a, b) => b.calls - a.calls || compare(a.reason, b.reason)),
      files: {
        touched: this.#filesTouched,
        changed: this.#filesChanged,
        most: [...this.#files]
          .map(([path, counts]) => ({ path, ...counts }))
          .sort(byTouches)
          .slice(0, MOST_FILES),
      },
      languages: [...this.#languages]
        .map(([language, sessions]) => ({ language, sessions }))
        .sort((a, b) => b.sessions - a.sessions || compare(a.language ?? '~', b.language ?? '~')),
      formats: [...this.#formats]
        .map(([format, sessions]) => ({ format, sessions }))
        .sort((a, b) => b.sessions - a.sessions || compare(a.format ?? '~', b.format ?? '~')),
      biggestSessions: this.#biggestSessions.map(({ bytes: _, ...session }) => ({
        ...session,
        cost: session.cost === null ? null : roundCost(session.cost),
      })),
      biggestOutputs: this.#biggestOutputs.slice(0, LARGEST),
    };
  }
}

/** MCP servers, or skills. */
class ExtensionSums {
  readonly #sums = new Map<
    string | null,
    { tools: Set<string>; sessions: number; calls: number; successes: number; failures: number; outputBytes: bigint }
  >();

  /** Adds what one session used, each under the name that it counts for. */
  add(uses: readonly (readonly [name: string | null, use: SessionStats['extensions'][number]])[]): void {
    for (const [name, use] of uses) {
      const none = { sessions: 0, calls: 0, successes: 0, failures: 0, outputBytes: 0n };
      const sum = entry(this.#sums, name, () => ({ tools: new Set<string>(), ...none }));
      sum.tools.add(use.name);
      sum.calls += use.calls;
      sum.successes += use.successes;
      sum.failures += use.failures;
      sum.outputBytes += use.outputBytes;
    }
    for (const name of new Set(uses.map(([name]) => name))) {
      const sum = this.#sums.get(name);
      if (sum !== undefined) sum.sessions += 1;
    }
  }

  get totals(): readonly ExtensionStats[] {
    return [...this.#sums]
      .map(([name, { tools, outputBytes, ...sum }]) => ({
        ...{ name, tools: tools.size, ...sum, outputBytes: exactInteger(outputBytes) },
        successRate: successRate(sum),
      }))
      .sort((a, b) => b.calls - a.calls || compare(a.name ?? '~', b.name ?? '~'));
  }
}

class Coverage {
  readonly counts = { complete: 0, partial: 0, unknown: 0 };

  add(state: string): void {
    this.counts[state === 'complete' || state === 'partial' ? state : 'unknown'] += 1;
  }
}

const NO_USAGE: Usage = {
  cost: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  webSearches: 0,
};

class Workspace {
  readonly usage = new UsageSum();
  readonly #coverage = new Coverage();
  #sessions = 0;
  #turns = 0;
  #calls = 0;

  /** A session that ended in this workspace. */
  add(turns: number, calls: number, state: string): void {
    this.#sessions += 1;
    this.#turns += turns;
    this.#calls += calls;
    this.#coverage.add(state);
  }

  get totals() {
    const { counts } = this.#coverage;
    // A session that is covered as a whole and has no row took nothing.
    const usage = this.usage.usage.cost === null && counts.complete > 0 ? NO_USAGE : this.usage.usage;
    const covered = unlessUncovered(usage, counts);
    return { sessions: this.#sessions, turns: this.#turns, calls: this.#calls, coverage: { ...counts }, ...covered };
  }
}

function toToolStats([tool, use]: [string, Omit<SessionStats['tools'][number], 'tool'>]): ToolStats {
  return {
    tool,
    calls: use.calls,
    successes: use.successes,
    failures: use.failures,
    successRate: successRate(use),
    outputBytes: exactInteger(use.outputBytes),
  };
}

function successRate({
  successes,
  failures,
}: {
  readonly successes: number;
  readonly failures: number;
}): number | null {
  const ended = successes + failures;
  return ended === 0 ? null : successes / ended;
}

function byUsage(a: Usage, b: Usage): number {
  return (b.cost ?? 0) - (a.cost ?? 0) || Number(b.inputTokens ?? 0) - Number(a.inputTokens ?? 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
