import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchError } from '../batch-error.js';
import type { CellRow } from '../rows/row-codec.js';
import { columnsOf, TABLE_NAMES, type TableName } from '../rows/tables.js';
import { isMissing, unwritable } from './system-refusal.js';
import type { TableWriter } from './table-target.js';
import type { TextFormat } from './text-format.js';

const BUFFERED = 1024 * 1024;

/** Tables as text: a directory with a file for each. */
export class TextTables implements TableWriter {
  readonly #files = new Map<TableName, GrowingFile>();

  constructor(
    readonly directory: string,
    readonly format: TextFormat,
  ) {}

  async open(sessions: ReadonlySet<string>): Promise<void> {
    const replaced = new Set([...sessions].map((key) => this.format.spell(key)));
    await mkdir(this.directory, { recursive: true }).catch(unwritable(this.directory));
    for (const table of TABLE_NAMES) {
      const path = join(this.directory, `${table}.${this.format.extension}`);
      const file = await GrowingFile.create(path);
      this.#files.set(table, file);
      await file.add(this.format.header(columnsOf(table)));
      await this.#keepOthers(path, table, file, replaced);
    }
  }

  begin(): Promise<void> {
    return Promise.resolve();
  }

  async write(rows: readonly CellRow[]): Promise<void> {
    for (const { table, cells } of rows) await this.#files.get(table)?.add(this.format.encode(columnsOf(table), cells));
  }

  async finish(): Promise<void> {
    for (const file of this.#files.values()) await file.complete();
    for (const file of this.#files.values()) await file.publish();
  }

  async abort(): Promise<void> {
    for (const file of this.#files.values()) await file.remove();
  }

  /** Copies what the table has of other sessions. */
  async #keepOthers(path: string, table: TableName, file: GrowingFile, replaced: ReadonlySet<string>): Promise<void> {
    const header = this.format.header(columnsOf(table));
    let isFirst = header !== '';
    for await (const record of records(path, this.format)) {
      if (isFirst && record !== header) {
        throw new BatchError({
          rule: 'batch/table-not-ours',
          message: `${path} has other columns: it is not a table of this version of fxlog.`,
        });
      }
      if (!isFirst && !replaced.has(this.format.firstCell(record))) await file.add(record);
      isFirst = false;
    }
  }
}

/** The rows of a file, with their newlines; nothing when there is no file. */
async function* records(path: string, { hasQuotes }: TextFormat): AsyncGenerator<string, void, undefined> {
  let parts: string[] = [];
  let isQuoted = false;
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: BUFFERED })) {
      const text: string = chunk;
      let start = 0;
      let lf = text.indexOf('\n');
      for (let at = 0; ; ) {
        const quote = hasQuotes ? text.indexOf('"', at) : -1;
        if (isQuoted) {
          if (quote < 0) break;
          isQuoted = false;
          at = quote + 1;
          continue;
        }
        if (lf >= 0 && lf < at) lf = text.indexOf('\n', at);
        if (quote >= 0 && (lf < 0 || quote < lf)) {
          isQuoted = true;
          at = quote + 1;
          continue;
        }
        if (lf < 0) break;
        yield parts.join('') + text.slice(start, lf + 1);
        parts = [];
        start = lf + 1;
        at = start;
      }
      parts.push(text.slice(start));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** A file that takes the place of another when it is complete. */
class GrowingFile {
  #buffer: string[] = [];
  #size = 0;

  private constructor(
    readonly path: string,
    readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(path, await open(`${path}.tmp`, 'w').catch(unwritable(path)));
  }

  /** Resolves at once while there is room. */
  add(text: string): Promise<void> | undefined {
    this.#buffer.push(text);
    this.#size += text.length;
    return this.#size >= BUFFERED ? this.#drain() : undefined;
  }

  async complete(): Promise<void> {
    await this.#drain();
    await this.file.datasync();
    await this.file.close();
  }

  publish(): Promise<void> {
    return rename(`${this.path}.tmp`, this.path).catch(unwritable(this.path));
  }

  async remove(): Promise<void> {
    await this.file.close();
    await rm(`${this.path}.tmp`, { force: true });
  }

  async #drain(): Promise<void> {
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#size = 0;
    await this.file.appendFile(text).catch(unwritable(this.path));
  }
}
