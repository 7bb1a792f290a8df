import type { Int64, RuleId } from '@fxlog/format';
import type { Duplicate } from '../model/count-once.js';

/** How far recorded usage covers sessions: how many of them are covered wholly, in part, or not at all. */
export interface UsageCoverage {
  readonly complete: number;
  readonly partial: number;
  readonly unknown: number;
}

/** Tokens and cost. Null is unknown: nothing at all was recorded. */
export interface Usage {
  /** US dollars. */
  readonly cost: number | null;
  readonly inputTokens: Int64 | null;
  readonly outputTokens: Int64 | null;
  readonly cacheReadTokens: Int64 | null;
  readonly cacheWriteTokens: Int64 | null;
  readonly webSearches: Int64 | null;
}

export interface ToolStats {
  readonly tool: string;
  readonly calls: number;
  readonly successes: number;
  readonly failures: number;
  /** Of the calls with a result, the part that succeeded, from 0 to 1; null without any. */
  readonly successRate: number | null;
  readonly outputBytes: Int64;
}

/** Use of one MCP server, with all its tools, or of one skill. */
export interface ExtensionStats {
  /** The server; null where sessions do not tell which. Or the name of the skill. */
  readonly name: string | null;
  /** Tools of the server that were called; 1 for a skill. */
  readonly tools: number;
  readonly sessions: number;
  readonly calls: number;
  readonly successes: number;
  readonly failures: number;
  readonly successRate: number | null;
  readonly outputBytes: Int64;
}

/** A session that is not counted, or not as a whole. */
export interface SetAside {
  readonly session: string;
  readonly rule: RuleId;
  readonly reason: string;
}

/** Numbers over many sessions. Lists come largest first; days in order. */
export interface StatsReport {
  /** Time zone in which days begin. */
  readonly timeZone: string;
  /** Sessions that were read, damaged ones as far as they can be; everything below is about them. */
  readonly sessions: number;
  /** Of these, children of other sessions. Each counts once, as a session of its own. */
  readonly children: number;
  readonly turns: number;
  /** Turns that are still running, or were cut off, and that are not among the turns. */
  readonly running: number;
  readonly interruptions: { readonly cancelled: number; readonly failed: number };
  readonly calls: number;
  readonly logBytes: Int64;
  /** From the beginning of the first session to the last event: milliseconds since 1970, UTC. */
  readonly firstMs: Int64 | null;
  readonly lastMs: Int64 | null;
  /** Sessions that are damaged or could not be read. */
  readonly damaged: number;
  readonly skipped: number;
  /** Sessions that are counted whole, and of which verify has a warning, such as turns that were never committed. */
  readonly warned: number;
  /** Those of them of which nothing is counted, and why; the first of them. */
  readonly notCounted: readonly SetAside[];
  /** Damaged ones that are counted as far as they can be read; the first of them. */
  readonly countedInPart: readonly SetAside[];
  /** Sessions that are others once more, by their keys: in a backup, or under another id. They are not counted. */
  readonly duplicates: readonly Duplicate[];
  readonly usage: Usage & {
    readonly coverage: UsageCoverage;
    /** Sessions in which a running total fell; what was counted before that is added to what was counted since. */
    readonly resets: number;
    readonly reasoningTokens: Int64 | null;
    readonly requests: Int64 | null;
    /** Milliseconds in requests, and that sessions were open; over the sessions of which it is known. */
    readonly apiMs: Int64 | null;
    readonly wallMs: Int64 | null;
  };
  readonly models: readonly (Usage & { readonly model: string; readonly sessions: number })[];
  /** `day` is null for what cannot be told apart by day. */
  readonly days: readonly (Usage & { readonly day: string | null; readonly turns: number })[];
  readonly workspaces: readonly (Usage & {
    readonly workspace: string | null;
    readonly sessions: number;
    readonly turns: number;
    readonly calls: number;
    readonly coverage: UsageCoverage;
  })[];
  readonly tools: readonly ToolStats[];
  readonly mcpServers: readonly ExtensionStats[];
  readonly skills: readonly ExtensionStats[];
  /** Calls that fx refused, by the reason that it recorded; which rule decided no session records. */
  readonly refusals: readonly { readonly reason: string; readonly calls: number; readonly sessions: number }[];
  /** Files that were read or changed by tools of fx, each session on its own; what commands did is not recorded. */
  readonly files: {
    readonly touched: number;
    readonly changed: number;
    /** Those with the most changes, then readings; of each session its first 100. */
    readonly most: readonly {
      readonly path: string;
      readonly reads: number;
      readonly changes: number;
      readonly sessions: number;
    }[];
  };
  readonly languages: readonly { readonly language: string | null; readonly sessions: number }[];
  readonly formats: readonly { readonly format: string | null; readonly sessions: number }[];
  readonly biggestSessions: readonly {
    readonly session: string;
    readonly format: string | null;
    readonly id: string | null;
    readonly title: string | null;
    readonly turns: number;
    readonly calls: number;
    readonly logBytes: Int64;
    readonly cost: number | null;
  }[];
  readonly biggestOutputs: readonly {
    readonly session: string;
    readonly id: string | null;
    readonly turn: number;
    readonly step: number;
    readonly call: number;
    readonly tool: string;
    readonly bytes: Int64;
  }[];
}
