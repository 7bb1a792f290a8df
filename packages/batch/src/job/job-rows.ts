import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlainJson } from '@fxlog/reader/internal';
import type { Sink, SinkStart } from '../model/sink.js';
import { isExtent, ROWS_FILE, RowReader } from './row-reader.js';

/** How rows become lines and back. */
export interface RowCodec<Row> {
  /** One line, without its newline. */
  encode(row: Row): string;
  decode(line: string): Row;
}

const BUFFERED_BYTES = 1024 * 1024;

/**
 * Keeps the rows of a job in its directory (`rows.jsonl`), so that what a killed run had found out need not be found out again. The journal
 * knows where the rows of each session lie; what nothing points to does not count.
 */
export class JobRows<Row> implements Sink<Row> {
  #file: FileHandle | null = null;
  #buffer: Buffer[] = [];
  #buffered = 0;
  /** Bytes of the file, without the buffer. */
  #written = 0;
  #begin = 0;

  constructor(
    /** The job directory. */
    readonly directory: string,
    readonly codec: RowCodec<Row>,
  ) {}

  async open({ position }: SinkStart): Promise<void> {
    this.#file = await open(join(this.directory, ROWS_FILE), 'a+', 0o600);
    this.#written = typeof position === 'number' ? position : 0;
    await this.#file.truncate(this.#written);
  }

  begin(): Promise<void> {
    this.#begin = this.#end;
    return Promise.resolve();
  }

  write(rows: readonly Row[]): Promise<void> {
    return this.writeLines(Buffer.from(rows.map((row) => `${this.codec.encode(row)}\n`).join('')));
  }

  async writeLines(lines: Buffer): Promise<void> {
    this.#buffer.push(lines);
    this.#buffered += lines.length;
    if (this.#buffered >= BUFFERED_BYTES) await this.#drain();
  }

  commit(): Promise<PlainJson> {
    return Promise.resolve({ offset: this.#begin, bytes: this.#end - this.#begin });
  }

  async abort(): Promise<void> {
    await this.#drain();
    await this.#handle.truncate(this.#begin);
    this.#written = this.#begin;
  }

  async flush(): Promise<PlainJson> {
    await this.#drain();
    await this.#handle.datasync();
    return this.#written;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  /** The rows of sessions, in the order in which the extents come. */
  async *read(extents: Iterable<PlainJson | undefined>): AsyncGenerator<Row[], void, undefined> {
    const reader = await RowReader.open(this.directory);
    try {
      for (const extent of extents) if (isExtent(extent)) yield await reader.rows(extent, this.codec);
    } finally {
      await reader.close();
    }
  }

  get #end(): number {
    return this.#written + this.#buffered;
  }

  get #handle(): FileHandle {
    if (this.#file === null) throw new RangeError('the row file is not open');
    return this.#file;
  }

  async #drain(): Promise<void> {
    const bytes = Buffer.concat(this.#buffer);
    this.#buffer = [];
    this.#buffered = 0;
    await this.#handle.appendFile(bytes);
    this.#written += bytes.length;
  }
}
