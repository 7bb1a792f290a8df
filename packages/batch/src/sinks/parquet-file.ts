import { open, rename, rm } from 'node:fs/promises';
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { BatchError } from '../batch-error.js';
import type { Cell } from '../rows/column.js';
import { columnsOf, type TableName } from '../rows/tables.js';
import { parquetSchema } from './parquet-schema.js';
import { unwritable } from './system-refusal.js';

/** A row group is written when it has so much text, or so many rows; until then it is held. */
const GROUP_BYTES = 4 * 1024 * 1024;
const GROUP_ROWS = 20_000;

/** A Parquet file that takes the place of another when it is complete. */
export class GrowingParquetFile {
  readonly #writer: ParquetWriter;
  readonly #cells: Cell[][];
  #rows = 0;
  #bytes = 0;

  constructor(
    readonly path: string,
    readonly table: TableName,
  ) {
    try {
      this.#writer = new ParquetWriter({
        writer: fileWriter(`${path}.tmp`),
        schema: parquetSchema(table),
        createdBy: 'fxlog',
      });
    } catch (error) {
      throw unwritable(path)(error);
    }
    this.#cells = columnsOf(table).map(() => []);
  }

  /** Resolves at once while there is room. */
  add(cells: readonly Cell[]): void | Promise<void> {
    for (const [i, column] of this.#cells.entries()) {
      const cell = cells[i] ?? null;
      column.push(cell);
      if (typeof cell === 'string') this.#bytes += cell.length;
    }
    this.#rows += 1;
    if (this.#bytes >= GROUP_BYTES || this.#rows >= GROUP_ROWS) return this.#writeGroup();
  }

  async complete(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    const file = await open(`${this.path}.tmp`, 'r+');
    await file.datasync();
    await file.close();
  }

  publish(): Promise<void> {
    return rename(`${this.path}.tmp`, this.path).catch(unwritable(this.path));
  }

  remove(): Promise<void> {
    return rm(`${this.path}.tmp`, { force: true });
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const columns = columnsOf(this.table);
    const columnData = this.#cells.map((data, i) => {
      const column = columns[i];
      const isInteger = column?.type === 'int64' || column?.type === 'uint64';
      return { name: column?.name ?? '', data: isInteger ? data.map(toBigInt) : [...data] };
    });
    const rowGroupSize = this.#rows;
    for (const column of this.#cells) column.length = 0;
    this.#rows = 0;
    this.#bytes = 0;
    await this.#writer.write({ columnData, rowGroupSize });
  }
}

function toBigInt(cell: Cell): Cell {
  return typeof cell === 'number' ? BigInt(cell) : cell;
}

/** A Parquet file that is there already. */
export class WrittenParquetFile {
  private constructor(
    readonly path: string,
    readonly table: TableName,
    readonly metadata: FileMetaData,
  ) {}

  /** @throws `not-ours` when it has other columns */
  static async open(path: string, table: TableName): Promise<WrittenParquetFile> {
    let metadata: FileMetaData;
    try {
      metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BatchError(
        { rule: 'batch/table-not-ours', message: `${path} cannot be read as Parquet: ${reason}.` },
        { cause: error },
      );
    }
    const names = metadata.schema.slice(1).map(({ name }) => name);
    const expected = columnsOf(table).map(({ name }) => name);
    if (names.join() !== expected.join()) {
      throw new BatchError({
        rule: 'batch/table-not-ours',
        message: `${path} has other columns: it is not a table of this version of fxlog.`,
      });
    }
    return new WrittenParquetFile(path, table, metadata);
  }

  /** Does it hold a row of one of these sessions? */
  async holdsAny(sessions: ReadonlySet<string>): Promise<boolean> {
    for await (const rows of this.#groups(['session'])) {
      if (rows.some(([session]) => typeof session === 'string' && sessions.has(session))) return true;
    }
    return false;
  }

  /** Its rows of sessions other than these, a row group at a time. */
  async *othersThan(sessions: ReadonlySet<string>): AsyncGenerator<Cell[][], void, undefined> {
    for await (const rows of this.#groups()) {
      yield rows.filter(([session]) => typeof session !== 'string' || !sessions.has(session));
    }
  }

  async *#groups(columns?: string[]): AsyncGenerator<Cell[][], void, undefined> {
    const file = await asyncBufferFromFile(this.path);
    let rowStart = 0;
    for (const group of this.metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      let rows: Cell[][] = [];
      await parquetRead({
        file,
        metadata: this.metadata,
        rowStart,
        rowEnd,
        ...(columns !== undefined && { columns }),
        onComplete: (read) => {
          rows = read;
        },
      });
      yield rows;
      rowStart = rowEnd;
    }
  }
}
