import { type FileHandle, open } from 'node:fs/promises';
import type { Finding } from '@fxlog/format';
import type { PlainJson } from '@fxlog/reader/internal';
import type { SessionResult } from '../model/session-result.js';
import { bigintAsText, readLines } from './line-file.js';

/** What the journal keeps of a session. */
export interface SettledSession {
  readonly result: SessionResult;
  /** What the sink returned for it on commit. */
  readonly extent?: PlainJson;
}

/** What the journal keeps of a run that came to its end. */
export interface FinishedRun {
  readonly found: number;
  readonly elsewhere: number;
  readonly inputFindings: readonly Finding[];
}

/** One line of the journal. */
type Line =
  | ({ readonly t: 'session' } & SettledSession)
  /** Everything up to here is durable in the sink too. */
  | { readonly t: 'checkpoint'; readonly position?: PlainJson }
  | ({ readonly t: 'end' } & FinishedRun);

/** What a journal holds, up to its last checkpoint. */
export interface JournalContent {
  /** The last word on each session, by key. */
  readonly sessions: Map<string, SettledSession>;
  readonly position: PlainJson | undefined;
  /** Set when the last run came to its end. */
  readonly finished: FinishedRun | null;
  /** Bytes that count. */
  readonly bytes: number;
}

/**
 * Reads a journal. What stands behind the last checkpoint was on its way when the process was killed: it does not count, whole or torn.
 */
export async function readJournal(file: FileHandle): Promise<JournalContent> {
  const sessions = new Map<string, SettledSession>();
  let position: PlainJson | undefined;
  let finished: FinishedRun | null = null;
  let counted = 0;
  let pending: SettledSession[] = [];
  for await (const { text, end } of readLines(file)) {
    const line = parseLine(text);
    if (line === null) break;
    if (line.t === 'session') {
      pending.push(line);
      finished = null;
    } else if (line.t === 'checkpoint') {
      for (const settled of pending) sessions.set(settled.result.key, settled);
      pending = [];
      position = line.position;
      counted = end;
    } else {
      finished = line;
      counted = end;
    }
  }
  return { sessions, position, finished: pending.length > 0 ? null : finished, bytes: counted };
}

function parseLine(text: string): Line | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Appends to a journal. */
export class JournalWriter {
  #buffer: string[] = [];
  /** Sessions noted since the last checkpoint. */
  pending = 0;

  private constructor(readonly file: FileHandle) {}

  /** Goes on behind what counts, and forgets the rest. */
  static async open(path: string): Promise<{ journal: JournalWriter; content: JournalContent }> {
    const file = await open(path, 'a+', 0o600);
    const content = await readJournal(file);
    await file.truncate(content.bytes);
    return { journal: new JournalWriter(file), content };
  }

  /** Notes a session; it counts from the next checkpoint on. */
  add(settled: SettledSession): void {
    this.#add({ t: 'session', ...settled });
    this.pending += 1;
  }

  /** Makes everything that was noted count. Only to be called when the sink has it durably. */
  async checkpoint(position: PlainJson | undefined): Promise<void> {
    this.#add({ t: 'checkpoint', ...(position !== undefined && { position }) });
    await this.#write();
    this.pending = 0;
  }

  async end(run: FinishedRun): Promise<void> {
    this.#add({ t: 'end', ...run });
    await this.#write();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  #add(line: Line): void {
    this.#buffer.push(`${JSON.stringify(line, bigintAsText)}\n`);
  }

  async #write(): Promise<void> {
    const text = this.#buffer.join('');
    this.#buffer = [];
    await this.file.appendFile(text);
    await this.file.datasync();
  }
}
