import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Finding } from '@fxlog/format';
import type { PlainJson } from '@fxlog/reader/internal';
import { digestOf } from '../model/key-numbers.js';
import type { SessionResult } from '../model/session-result.js';
import { type JournalEntry, JournalIndex } from './journal-index.js';
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

/** What a journal holds, up to its last checkpoint. Of the sessions only where they stand: there may be millions. */
export interface JournalContent {
  /** The last word on each session. */
  readonly index: JournalIndex;
  readonly position: PlainJson | undefined;
  /** Set when the last run came to its end. */
  readonly finished: FinishedRun | null;
  /** Bytes that count. */
  readonly bytes: number;
}

/** Lines that lie close together are read together. */
const READ_BYTES = 256 * 1024;
/** Lines that wait to be written. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Reads a journal. What stands behind the last checkpoint was on its way when the process was killed: it does not count, whole or torn.
 */
export async function readJournal(file: FileHandle): Promise<JournalContent> {
  let index = new JournalIndex();
  let position: PlainJson | undefined;
  let finished: FinishedRun | null = null;
  let counted = 0;
  let start = 0;
  let pending = new JournalIndex();
  for await (const { text, end } of readLines(file)) {
    const line = parseLine(text);
    if (line === null) break;
    if (line.t === 'session') {
      pending.add(entryOf(line, start, end - 1 - start));
      finished = null;
    } else if (line.t === 'checkpoint') {
      if (index.size === 0) index = pending;
      else index.addAll(pending);
      pending = new JournalIndex();
      position = line.position;
      counted = end;
    } else {
      finished = line;
      counted = end;
    }
    start = end;
  }
  return { index, position, finished: pending.size > 0 ? null : finished, bytes: counted };
}

function entryOf({ result }: SettledSession, offset: number, bytes: number): JournalEntry {
  const isFailed = result.status === 'failed';
  return { digest: digestOf(result.key), index: result.index, offset, bytes, isFailed };
}

/** The last word on each session, in the order of the inputs; or on those that failed. */
export async function* readSettled(
  file: FileHandle,
  index: JournalIndex,
  failedOnly = false,
): AsyncGenerator<SettledSession, void, undefined> {
  let chunk = Buffer.alloc(0);
  let chunkStart = 0;
  for (const { offset, bytes, isFailed } of index.inOrder()) {
    if (failedOnly && !isFailed) continue;
    if (offset < chunkStart || offset + bytes > chunkStart + chunk.length) {
      const buffer = Buffer.alloc(Math.max(READ_BYTES, bytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      chunk = buffer.subarray(0, bytesRead);
      chunkStart = offset;
    }
    yield settledIn(chunk.toString('utf8', offset - chunkStart, offset - chunkStart + bytes));
  }
}

function settledIn(text: string): SettledSession {
  const { result, extent }: SettledSession = JSON.parse(text);
  return { result, ...(extent !== undefined && { extent }) };
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
  #buffered = 0;
  #size: number;
  /** Sessions noted since the last checkpoint. */
  pending = 0;

  private constructor(
    readonly file: FileHandle,
    size: number,
  ) {
    this.#size = size;
  }

  /** Goes on behind what counts, and forgets the rest. */
  static async open(path: string): Promise<{ journal: JournalWriter; content: JournalContent }> {
    const file = await open(path, 'a+', 0o600);
    const content = await readJournal(file);
    await file.truncate(content.bytes);
    return { journal: new JournalWriter(file, content.bytes), content };
  }

  /** Notes a session; it counts from the next checkpoint on. Returns where it will stand. */
  add(settled: SettledSession): JournalEntry {
    const offset = this.#size + this.#buffered;
    const bytes = this.#add({ t: 'session', ...settled }) - 1;
    this.pending += 1;
    return entryOf(settled, offset, bytes);
  }

  /** What was noted of a session, once it is written. */
  read({ offset, bytes }: JournalEntry): SettledSession {
    const line = Buffer.alloc(bytes);
    readSync(this.file.fd, line, 0, bytes, offset);
    return settledIn(line.toString());
  }

  /** Gets rid of what was noted when it is much; it counts from the next checkpoint on all the same. */
  async relieve(): Promise<void> {
    if (this.#buffered >= MAX_BUFFERED_BYTES) await this.#write();
  }

  /** Makes everything that was noted count. Only to be called when the sink has it durably. */
  async checkpoint(position: PlainJson | undefined): Promise<void> {
    this.#add({ t: 'checkpoint', ...(position !== undefined && { position }) });
    await this.#write();
    await this.file.datasync();
    this.pending = 0;
  }

  async end(run: FinishedRun): Promise<void> {
    this.#add({ t: 'end', ...run });
    await this.#write();
    await this.file.datasync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  #add(line: Line): number {
    const text = `${JSON.stringify(line, bigintAsText)}\n`;
    const bytes = Buffer.byteLength(text);
    this.#buffer.push(text);
    this.#buffered += bytes;
    return bytes;
  }

  async #write(): Promise<void> {
    const text = this.#buffer.join('');
    const bytes = this.#buffered;
    this.#buffer = [];
    this.#buffered = 0;
    this.#size += bytes;
    await this.file.appendFile(text);
  }
}
