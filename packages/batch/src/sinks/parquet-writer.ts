import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellRow } from '../rows/row-codec.js';
import { TABLE_NAMES, type TableName } from '../rows/tables.js';
import { GrowingParquetFile, WrittenParquetFile } from './parquet-file.js';
import { isMissing, unwritable } from './system-refusal.js';
import type { TableWriter } from './table-target.js';

const FILE = 'data.parquet';

/**
 * Tables as Parquet: a directory for each table, in it one for each partition (`month=2026-11`), in it one file. Sessions must come partition by
 * partition. Every table has a file in every partition, if only an empty one: engines do not like patterns that match nothing.
 */
export class ParquetTables implements TableWriter {
  #sessions: ReadonlySet<string> = new Set();
  #partition: string | null = null;
  #open = new Map<TableName, GrowingParquetFile>();
  readonly #complete: GrowingParquetFile[] = [];
  /** Partitions that are written anew. */
  readonly #written = new Set<string>();

  constructor(readonly directory: string) {}

  async open(sessions: ReadonlySet<string>): Promise<void> {
    this.#sessions = sessions;
    await mkdir(this.directory, { recursive: true }).catch(unwritable(this.directory));
  }

  async begin(_session: string, partition: string): Promise<void> {
    if (partition === this.#partition) return;
    await this.#endPartition();
    this.#partition = partition;
    this.#written.add(partition);
    for (const table of TABLE_NAMES) this.#open.set(table, await this.#rewrite(table, partition));
  }

  async write(rows: readonly CellRow[]): Promise<void> {
    for (const { table, cells } of rows) await this.#open.get(table)?.add(cells);
  }

  async finish(): Promise<void> {
    await this.#endPartition();
    // A session can have been in another partition before.
    for (const table of TABLE_NAMES) {
      for (const partition of await this.#partitions(table)) {
        if (this.#written.has(partition)) continue;
        const written = await WrittenParquetFile.open(this.#path(table, partition), table);
        if (!(await written.holdsAny(this.#sessions))) continue;
        const file = await this.#rewrite(table, partition);
        await file.complete();
        this.#complete.push(file);
      }
    }
    for (const file of this.#complete) await file.publish();
  }

  async abort(): Promise<void> {
    for (const file of [...this.#open.values(), ...this.#complete]) await file.remove();
  }

  async #endPartition(): Promise<void> {
    for (const file of this.#open.values()) {
      await file.complete();
      this.#complete.push(file);
    }
    this.#open = new Map();
  }

  /** A new file for a partition, which begins with what the old one has of other sessions. */
  async #rewrite(table: TableName, partition: string): Promise<GrowingParquetFile> {
    const path = this.#path(table, partition);
    await mkdir(join(path, '..'), { recursive: true }).catch(unwritable(path));
    const isThere = (await this.#partitions(table)).includes(partition);
    const old = isThere ? await WrittenParquetFile.open(path, table) : null;
    const file = new GrowingParquetFile(path, table);
    if (old === null) return file;
    for await (const rows of old.othersThan(this.#sessions)) for (const cells of rows) await file.add(cells);
    return file;
  }

  /** Partitions of a table that have a file. */
  async #partitions(table: TableName): Promise<string[]> {
    const entries = await readdir(join(this.directory, table), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found: string[] = [];
    for (const entry of entries) {
      if (entry.isFile() && entry.name === FILE) found.push('');
      if (!entry.isDirectory()) continue;
      const inner = await readdir(join(this.directory, table, entry.name));
      if (inner.includes(FILE)) found.push(entry.name);
    }
    return found;
  }

  #path(table: TableName, partition: string): string {
    return join(this.directory, table, partition, FILE);
  }
}
