import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeSession } from '@fxlog/writer';

/** A line, and who wrote it: the turn of a session as `SESSION#TURN`, or null for a person. */
export interface TrueLine {
  readonly text: string;
  readonly by: string | null;
}

/** What somebody does to the lines of a file; new lines are told by their text alone. */
export type Edit = (lines: readonly TrueLine[], written: (text: string) => TrueLine) => readonly TrueLine[];

interface Call {
  readonly name: string;
  readonly input: Record<string, string>;
  readonly output: string;
  readonly shown: { readonly before: string | null; readonly after: string } | null;
  readonly timeMs: number;
}

const AUTHOR = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' };
const COMMITTER = { GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.org' };

/**
 * A repository in which sessions and people work by turns, with a clock of its own, and what is true of every line. What git makes of it by merging or rebasing is
 * compared with what is expected.
 */
export class ScriptedRepository {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-blame-')));
  readonly root = join(this.home, 'project');
  readonly #files = new Map<string, readonly TrueLine[]>();
  readonly #sessions = new Map<string, Map<number, Call[]>>();
  /** What ends the lines of a file, and whether the last one is ended. */
  readonly #ends = new Map<string, { readonly end: string; readonly isClosed: boolean }>();
  #seconds = 1_790_000_000;
  /** How much the clock of the sessions is ahead of that of git, in seconds. */
  clockOfSessions = 0;

  constructor() {
    mkdirSync(this.root, { recursive: true });
    this.git('init', '-q', '-b', 'main');
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  git(...args: readonly string[]): string {
    const date = `${this.#tick()} +0000`;
    const env = { ...AUTHOR, ...COMMITTER, GIT_COMMITTER_DATE: date, GIT_CONFIG_NOSYSTEM: '1', HOME: this.home };
    const isNew = args[0] === 'commit';
    return execFileSync('git', ['-c', 'core.autocrlf=false', ...args], {
      cwd: this.root,
      env: { PATH: process.env.PATH, ...env, ...(isNew ? { GIT_AUTHOR_DATE: date } : {}) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  lines(path: string): readonly TrueLine[] {
    return this.#files.get(path) ?? [];
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** How the lines of a file end from now on. */
  ends(path: string, end: string, isClosed: boolean): void {
    this.#ends.set(path, { end, isClosed });
  }

  textOf(path: string, lines = this.lines(path)): string {
    const { end, isClosed } = this.#ends.get(path) ?? { end: '\n', isClosed: true };
    return lines.map(({ text }) => text).join(end) + (isClosed && lines.length > 0 ? end : '');
  }

  /** A person edits a file. */
  person(path: string, edit: Edit): void {
    this.#tick();
    this.#put(
      path,
      edit(this.lines(path), (text) => ({ text, by: null })),
    );
  }

  /** A session writes a file in one of its turns: the whole of it, or the part that differs. */
  session(id: string, turn: number, path: string, edit: Edit, how: 'write' | 'edit' = 'edit'): void {
    const before = this.#files.has(path) ? this.textOf(path) : null;
    this.#put(
      path,
      edit(this.lines(path), (text) => ({ text, by: `${id}#${this.#turnNumber(id, turn)}` })),
    );
    const after = this.textOf(path);
    const part = how === 'write' || before === null ? null : partOf(before, after);
    this.#called(id, turn, {
      name: part === null ? 'write_file' : 'edit_file',
      input: part === null ? { path, content: after } : { path, ...part },
      output: `${part === null ? 'wrote' : 'edited'} ${path} (${Buffer.byteLength(after)} bytes)`,
      shown: { before, after },
    });
  }

  /** A session moves a file. */
  sessionRenames(id: string, turn: number, from: string, to: string): void {
    this.rename(from, to);
    const input = { old_path: from, new_path: to };
    this.#called(id, turn, { name: 'rename_file', input, output: `renamed ${from} -> ${to}`, shown: null });
  }

  /** A person moves a file. */
  rename(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
    this.#files.set(to, this.lines(from));
    this.#files.delete(from);
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
  }

  /** All files as they are, to come back to. */
  snapshot(): ReadonlyMap<string, readonly TrueLine[]> {
    return new Map(this.#files);
  }

  /** What git has made of the files; compared with what is on the disk. */
  expect(files: ReadonlyMap<string, readonly TrueLine[]>): void {
    this.#files.clear();
    for (const [path, lines] of files) {
      this.#files.set(path, lines);
      const found = existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : null;
      if (found !== this.textOf(path)) throw new Error(`${path} is not what the script expects:\n${found}`);
    }
  }

  /** Writes what the sessions have recorded. */
  async writeSessions(): Promise<void> {
    rmSync(join(this.home, '.fx'), { recursive: true, force: true });
    for (const [number, [id, turns]] of [...this.#sessions].entries()) {
      const drafts = [...turns].map(([turn, calls]) => ({
        turn: historyTurn(turn, calls, this.clockOfSessions * 1000),
      }));
      const session = {
        id,
        created_at_ms: 1_790_000_000_000 + number,
        workspace_root: this.root,
        preferences: { model: 'openai/gpt-5', effort: 'auto', fast_mode: false },
        conversation_language: 'en',
      };
      await writeSession({ turns: drafts, session } as never, { root: join(this.home, '.fx/sessions') });
    }
  }

  #put(path: string, lines: readonly TrueLine[]): void {
    this.#files.set(path, lines);
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), this.textOf(path));
  }

  /** Turns are numbered as they first come, whatever the script calls them. */
  #turnNumber(id: string, turn: number): number {
    const turns = this.#sessions.get(id) ?? new Map<number, Call[]>();
    this.#sessions.set(id, turns);
    if (!turns.has(turn)) turns.set(turn, []);
    return [...turns.keys()].indexOf(turn) + 1;
  }

  #called(id: string, turn: number, call: Omit<Call, 'timeMs'>): void {
    this.#turnNumber(id, turn);
    const turns = this.#sessions.get(id) as Map<number, Call[]>;
    turns.set(turn, [...(turns.get(turn) ?? []), { ...call, timeMs: this.#tick() * 1000 + 250 }]);
  }

  #tick(): number {
    this.#seconds += 30;
    return this.#seconds;
  }
}

/** The id of a session, as fx makes them. */
export function sessionId(number: number): string {
  return `179000000000${number}-179000000000${number}000000-${String(number).repeat(16)}`;
}

/** The arguments of an edit: the least part of the text that differs, with enough around it to be the only one; null where there is no such part. */
function partOf(before: string, after: string): { old_string: string; new_string: string } | null {
  let [head, tail] = [0, 0];
  const most = Math.min(before.length, after.length);
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  for (let around = 0; around <= 400; around += 20) {
    const [from, to] = [Math.max(0, head - around), Math.max(0, tail - around)];
    const old = before.slice(from, before.length - to);
    if (old !== '' && before.split(old).length === 2) {
      return { old_string: old, new_string: after.slice(from, after.length - to) };
    }
  }
  return null;
}

function historyTurn(number: number, calls: readonly Call[], laterMs: number) {
  return {
    kind: 'assistant',
    user: { text: `Request ${number}`, images: [] },
    assistant: 'Done.',
    execution: {
      schema_version: 3,
      tool_steps: calls.map(({ name, input, output, shown, timeMs }, at) => ({
        assistant: null,
        tool_calls: [
          { id: `call_${number}_${at}`, name, arguments_json: JSON.stringify(input), provider_result: null },
        ],
        tool_results: [
          {
            ...{ tool_call_id: `call_${number}_${at}`, tool_name: name, status: 'success', output },
            ...{ output_handle: null, preview: null, output_bytes: output.length, stored_output_bytes: output.length },
            ...{ truncated: false, provider_native: false, created_at_ms: timeMs + laterMs, permission_feedback: [] },
            committed_file_presentation:
              shown === null
                ? null
                : {
                    ...{ path: input.path, kind: name === 'write_file' ? 'added' : 'edited', lines: [] },
                    ...{ additions: 1, deletions: 0, truncated: true },
                    ...{ previous_content: shown.before, after_content: shown.after },
                    lifecycle_id: { turn_id: number, call_id: `call_${number}_${at}` },
                  },
            ...{ command_output_replay: null, command_process_presentation: null },
          },
        ],
      })),
      files: [],
    },
  };
}
