import type { Int64 } from '@fxlog/format';
import type { Task } from '../model/task.js';
import { deriveRows } from '../rows/derive-rows.js';
import type { RowOf } from '../rows/tables.js';

/** What one tool did in one session. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly successes: number;
  readonly failures: number;
  /** Bytes that it gave, over all results. */
  readonly outputBytes: bigint;
}

/** A large output, and where it is. */
export interface LargeOutput {
  readonly turn: number;
  readonly step: number;
  readonly call: number;
  readonly tool: string;
  readonly bytes: Int64;
}

/** One session in numbers. */
export interface SessionStats {
  readonly session: RowOf<'sessions'>;
  /** Turns and calls of its own: what a fork copied from its source counts there, here and below. */
  readonly turns: number;
  readonly calls: number;
  /** By name. */
  readonly tools: readonly ToolUse[];
  /** Turns by the day on which they were committed; null for those whose day is not known. */
  readonly days: readonly { readonly day: string | null; readonly turns: number }[];
  readonly cancelled: number;
  readonly failed: number;
  /** Turns without an end, which are not among the others: one at most. */
  readonly running: number;
  /** Whether a running total of costs and tokens fell. */
  readonly hasReset: boolean;
  readonly usage: readonly RowOf<'usage'>[];
  /** The largest, largest first. */
  readonly outputs: readonly LargeOutput[];
}

/** How many outputs of one session can be among the largest of all. */
export const LARGEST = 10;

/** How a session is counted. */
export interface StatsOptions {
  /** Time zone in which days begin, a name of the IANA database. */
  readonly timeZone: string;
}

/** Counts one session; for {@link StatsTotals}. Without options days begin in UTC. */
export const statsTask: Task<StatsOptions | null, SessionStats> = {
  name: 'stats',
  async *run(input, options, context) {
    const rows = deriveRows(input, { content: false, messages: false, timeZone: options?.timeZone }, context);
    const counts = new SessionCounts();
    for (;;) {
      const batch = await rows.next();
      if (batch.done === true) {
        const stats = counts.end();
        if (stats !== null) yield [stats];
        return batch.value;
      }
      for (const row of batch.value) {
        switch (row.table) {
          case 'turns':
            counts.turn(row.row);
            break;
          case 'tool_calls':
            counts.call(row.row);
            break;
          case 'usage':
            counts.usage.push(row.row);
            break;
          case 'findings':
            if (row.row.rule === 'usage/reset') counts.hasReset = true;
            break;
          case 'sessions':
            counts.session = row.row;
            break;
          default:
        }
      }
    }
  },
};

class SessionCounts {
  session: RowOf<'sessions'> | null = null;
  running = 0;
  hasReset = false;
  readonly usage: RowOf<'usage'>[] = [];
  readonly #tools = new Map<string, { calls: number; successes: number; failures: number; outputBytes: bigint }>();
  readonly #pending: RowOf<'tool_calls'>[] = [];
  #turns = 0;
  #calls = 0;
  readonly #days = new Map<string | null, number>();
  readonly #interruptions = { cancelled: 0, failed: 0 };
  #outputs: LargeOutput[] = [];

  /** Takes a turn; its calls have come before it. */
  turn({ day, kind, interruption, is_inherited: isInherited }: RowOf<'turns'>): void {
    const calls = this.#pending.splice(0);
    if (isInherited) return;
    for (const call of calls) this.#count(call);
    if (kind === 'running') {
      this.running += 1;
      return;
    }
    this.#turns += 1;
    this.#calls += calls.filter((call) => call.is_call).length;
    this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
    if (interruption === 'cancelled' || interruption === 'failed') this.#interruptions[interruption] += 1;
  }

  call(row: RowOf<'tool_calls'>): void {
    this.#pending.push(row);
  }

  #count(row: RowOf<'tool_calls'>): void {
    const { tool, status, output_bytes: bytes } = row;
    let use = this.#tools.get(tool);
    if (use === undefined) {
      use = { calls: 0, successes: 0, failures: 0, outputBytes: 0n };
      this.#tools.set(tool, use);
    }
    if (row.is_call) use.calls += 1;
    if (status === 'success') use.successes += 1;
    if (status === 'failure') use.failures += 1;
    if (bytes === null) return;
    use.outputBytes += BigInt(bytes);
    this.#outputs.push({ turn: Number(row.turn), step: Number(row.step), call: Number(row.call), tool, bytes });
    if (this.#outputs.length >= 20 * LARGEST) this.#outputs = largest(this.#outputs);
  }

  end(): SessionStats | null {
    if (this.session === null) return null;
    return {
      session: this.session,
      turns: this.#turns,
      calls: this.#calls,
      tools: [...this.#tools].map(([tool, use]) => ({ tool, ...use })),
      days: [...this.#days].map(([day, turns]) => ({ day, turns })),
      ...this.#interruptions,
      running: this.running,
      hasReset: this.hasReset,
      usage: this.usage,
      outputs: largest(this.#outputs),
    };
  }
}

/** The largest, largest first; of the same size the first. */
export function largest<T extends { readonly bytes: Int64 }>(outputs: readonly T[]): T[] {
  return outputs.toSorted((a, b) => (a.bytes > b.bytes ? -1 : a.bytes < b.bytes ? 1 : 0)).slice(0, LARGEST);
}
