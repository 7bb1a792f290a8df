import type { Column, ColumnType } from '../rows/column.js';
import { columnsOf, TABLE_NAMES, TABLES, type TableName } from '../rows/tables.js';

/**
 * How columns are declared. SQLite has no unsigned integers: a `uint64` column has no affinity, so that the few values beyond 2⁶³−1 can stand there as
 * text, with all their digits.
 */
const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  int64: 'INTEGER',
  uint64: 'ANY',
  real: 'REAL',
  boolean: 'INTEGER',
};

/** The version of the tables; `PRAGMA user_version`. */
export const SCHEMA_VERSION = 1;
/** `PRAGMA application_id`: "fxlg". */
export const APPLICATION_ID = 0x66786c67;

/** The DDL of one table. */
function createTable(table: TableName): string {
  const lines = columnsOf(table).map(declare);
  const key = TABLES[table].key.map(quote).join(', ');
  return `CREATE TABLE IF NOT EXISTS ${quote(table)} (\n${lines.join(',\n')},\n  PRIMARY KEY (${key})\n) STRICT;`;
}

/** The DDL of all tables. */
export function sqliteSchema(): string {
  return TABLE_NAMES.map(createTable).join('\n\n');
}

function declare({ name, type, nullable }: Column): string {
  return `  ${quote(name)} ${TYPES[type]}${nullable ? '' : ' NOT NULL'}`;
}

/** An identifier; some are words of SQL. */
export function quote(name: string): string {
  return `"${name}"`;
}
