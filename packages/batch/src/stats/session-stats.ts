import { posix } from 'node:path';
import type { Int64 } from '@fxlog/format';
import type { Task } from '../model/task.js';
import { deriveRows } from '../rows/derive-rows.js';
import type { RowOf, TableRow } from '../rows/tables.js';

/** What one tool did in one session. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly successes: number;
  readonly failures: number;
  /** Bytes that it gave, over all results. */
  readonly outputBytes: bigint;
}

/** What a session did with a tool of an MCP server, or a skill. */
export interface ExtensionUse {
  readonly kind: string;
  /** The MCP server; null for a skill, and where the session does not tell. */
  readonly server: string | null;
  readonly name: string;
  readonly calls: number;
  readonly successes: number;
  readonly failures: number;
  readonly outputBytes: bigint;
}

/** How often fx refused calls for one reason. */
export interface RefusalCount {
  readonly reason: string;
  readonly calls: number;
}

/** What a session did to one file, by calls that succeeded. */
export interface FileTouch {
  /** Absolute where the workspace is known, at the end of the session. */
  readonly path: string;
  readonly reads: number;
  readonly changes: number;
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
  readonly extensions: readonly ExtensionUse[];
  readonly refusals: readonly RefusalCount[];
  /** Files that it read or changed, by tools of fx, and how many of them it changed. */
  readonly filesTouched: number;
  readonly filesChanged: number;
  /** Of these, those with the most changes, then readings. */
  readonly files: readonly FileTouch[];
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
/** How many files of one session are told by name; all are counted. */
const MAX_FILES = 100;

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
          case 'files':
          case 'extensions':
          case 'refusals':
            counts.about(row);
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

type SubjectRow = Extract<TableRow, { readonly table: 'files' | 'extensions' | 'refusals' }>;

class SessionCounts {
  session: RowOf<'sessions'> | null = null;
  running = 0;
  hasReset = false;
  readonly usage: RowOf<'usage'>[] = [];
  readonly #tools = new Map<string, { calls: number; successes: number; failures: number; outputBytes: bigint }>();
  readonly #extensions = new Map<string, { -readonly [K in keyof ExtensionUse]: ExtensionUse[K] }>();
  readonly #refusals = new Map<string, number>();
  readonly #files = new Map<string, { reads: number; changes: number }>();
  readonly #pending: RowOf<'tool_calls'>[] = [];
  readonly #pendingSubjects: SubjectRow[] = [];
  #turns = 0;
  #calls = 0;
  readonly #days = new Map<string | null, number>();
  readonly #interruptions = { cancelled: 0, failed: 0 };
  #outputs: LargeOutput[] = [];

  /** Takes a turn; its calls have come before it. */
  turn({ day, kind, interruption, is_inherited: isInherited }: RowOf<'turns'>): void {
    const calls = this.#pending.splice(0);
    const subjects = this.#pendingSubjects.splice(0);
    if (isInherited) return;
    for (const call of calls) this.#count(call);
    for (const subject of subjects) this.#countSubject(subject);
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

  about(row: SubjectRow): void {
    this.#pendingSubjects.push(row);
  }

  #countSubject({ table, row }: SubjectRow): void {
    if (table === 'refusals') this.#refusals.set(row.reason, (this.#refusals.get(row.reason) ?? 0) + 1);
    else if (table === 'extensions') this.#countExtension(row);
    else if (row.status === 'success' && row.action !== 'list' && row.action !== 'search') this.#countFile(row);
  }

  #countExtension({ kind, server, name, status, output_bytes: bytes }: RowOf<'extensions'>): void {
    const key = JSON.stringify([kind, server, name]);
    const none = { kind, server, name, calls: 0, successes: 0, failures: 0, outputBytes: 0n };
    const use = this.#extensions.get(key) ?? none;
    this.#extensions.set(key, use);
    use.calls += 1;
    if (status === 'success') use.successes += 1;
    if (status === 'failure') use.failures += 1;
    use.outputBytes += BigInt(bytes ?? 0);
  }

  /** A copy reads one file and changes another; a rename changes both. */
  #countFile({ action, path, new_path: newPath }: RowOf<'files'>): void {
    const isRead = action === 'read' || action === 'copy';
    this.#touch(path, isRead);
    if (newPath !== null) this.#touch(newPath, false);
  }

  #touch(path: string, isRead: boolean): void {
    const file = this.#files.get(path) ?? { reads: 0, changes: 0 };
    this.#files.set(path, file);
    if (isRead) file.reads += 1;
    else file.changes += 1;
  }

  /** The files by where they lie: the same one may have been named in several ways. */
  #touched(workspace: string | null): FileTouch[] {
    const found = new Map<string, { reads: number; changes: number }>();
    for (const [name, { reads, changes }] of this.#files) {
      const path = workspace === null ? posix.normalize(name.trim()) : posix.resolve(workspace, name.trim());
      const known = found.get(path);
      found.set(path, { reads: reads + (known?.reads ?? 0), changes: changes + (known?.changes ?? 0) });
    }
    return [...found].map(([path, counts]) => ({ path, ...counts }));
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
    const files = this.#touched(this.session.workspace);
    return {
      session: this.session,
      turns: this.#turns,
      calls: this.#calls,
      tools: [...this.#tools].map(([tool, use]) => ({ tool, ...use })),
      extensions: [...this.#extensions.values()],
      refusals: [...this.#refusals].map(([reason, calls]) => ({ reason, calls })),
      filesTouched: files.length,
      filesChanged: files.filter(({ changes }) => changes > 0).length,
      files: files.toSorted(byTouches).slice(0, MAX_FILES),
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

/** What was changed most comes first, then what was read most; by path where these are the same. */
export function byTouches(a: FileTouch, b: FileTouch): number {
  return b.changes - a.changes || b.reads - a.reads || (a.path < b.path ? -1 : 1);
}
