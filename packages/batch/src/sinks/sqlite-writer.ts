import type Libsql from 'libsql';
import { BatchError } from '../batch-error.js';
import type { Cell, ColumnType } from '../rows/column.js';
import type { CellRow } from '../rows/row-codec.js';
import { columnsOf, TABLE_NAMES, type TableName } from '../rows/tables.js';
import { APPLICATION_ID, quote, SCHEMA_VERSION, sqliteSchema } from './sqlite-schema.js';
import type { TableWriter } from './table-target.js';

type Database = Libsql.Database;

/** Tables as a SQLite database: one transaction, so that readers see all of a run or nothing. */
export class SqliteWriter implements TableWriter {
  #database: Database | null = null;
  readonly #inserts = new Map<TableName, Libsql.Statement>();
  #deletes: readonly Libsql.Statement[] = [];

  private constructor(
    readonly path: string,
    readonly Driver: typeof Libsql,
  ) {}

  /**
   * @param load gives the driver; for those who test what happens without it
   * @throws BatchError `unavailable` when libsql, an optional dependency, is not there
   */
  static async load(
    path: string,
    load: () => Promise<{ readonly default: typeof Libsql }> = () => import('libsql'),
  ): Promise<SqliteWriter> {
    try {
      return new SqliteWriter(path, (await load()).default);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async open(): Promise<void> {
    const database = this.#create();
    this.#database = database;
    try {
      const version = readValue(database, 'PRAGMA user_version');
      const owner = readValue(database, 'PRAGMA application_id');
      const isEmpty = readValue(database, 'SELECT count(*) FROM sqlite_schema') === 0;
      if (!isEmpty && (owner !== APPLICATION_ID || version !== SCHEMA_VERSION)) {
        throw new BatchError({
          rule: 'batch/table-not-ours',
          message: `${this.path} is a database, but not one of this version of fxlog.`,
        });
      }
      database.exec('BEGIN IMMEDIATE');
      database.exec(sqliteSchema());
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
      this.#prepare(database);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  async begin(session: string): Promise<void> {
    for (const statement of this.#deletes) statement.run(session);
  }

  async write(rows: readonly CellRow[]): Promise<void> {
    for (const { table, cells } of rows) {
      try {
        const columns = columnsOf(table);
        this.#inserts.get(table)?.run(cells.map((cell, i) => toSql(cell, columns[i]?.type)));
      } catch (error) {
        throw this.#refusal(error);
      }
    }
  }

  async finish(): Promise<void> {
    try {
      this.#database?.exec('COMMIT');
    } catch (error) {
      throw this.#refusal(error);
    }
    this.#database?.close();
  }

  async abort(): Promise<void> {
    // An open transaction goes with its connection.
    this.#database?.close();
  }

  /** @throws BatchError */
  #create(): Database {
    try {
      return new this.Driver(this.path);
    } catch (error) {
      throw new BatchError(
        {
          rule: 'batch/table-unwritable',
          message: `${this.path} cannot be opened as a database. See that its directory exists and that you may write there.`,
        },
        { cause: error },
      );
    }
  }

  #prepare(database: Database): void {
    for (const table of TABLE_NAMES) {
      const columns = columnsOf(table);
      const names = columns.map(({ name }) => quote(name)).join(', ');
      const marks = columns.map(() => '?').join(', ');
      this.#inserts.set(table, database.prepare(`INSERT INTO ${quote(table)} (${names}) VALUES (${marks})`));
    }
    this.#deletes = TABLE_NAMES.map((table) => database.prepare(`DELETE FROM ${quote(table)} WHERE session = ?`));
  }

  #refusal(error: unknown): unknown {
    if (!(error instanceof this.Driver.SqliteError)) return error;
    const rule = error.code === 'SQLITE_NOTADB' ? 'batch/table-not-ours' : 'batch/table-unwritable';
    return new BatchError({ rule, message: `${this.path}: SQLite says "${error.message}".` }, { cause: error });
  }
}

/** The single value that a query gives. */
function readValue(database: Database, query: string): unknown {
  const row = database.prepare(query).raw().get();
  return Array.isArray(row) ? row[0] : undefined;
}

/** There is no binary for this platform, or the optional dependencies were left out. */
function unavailable(error: unknown): BatchError {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return new BatchError(
    {
      rule: 'batch/table-unavailable',
      message: `SQLite needs the package libsql, which cannot be loaded (${reason}). npm install libsql@0.5.29 brings it; the other formats do without.`,
    },
    { cause: error },
  );
}

const MAX_INT64 = 2n ** 63n - 1n;

function toSql(cell: Cell, type: ColumnType | undefined): string | number | bigint | null {
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'bigint') return cell > MAX_INT64 ? String(cell) : cell;
  // The driver binds every number as a double.
  return typeof cell === 'number' && type !== 'real' ? BigInt(cell) : cell;
}
