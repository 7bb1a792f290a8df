// @ts-check
// Digests of all rows of all tables, whatever their order.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../run.js';

const TABLES = ['sessions', 'turns', 'messages', 'tool_calls', 'usage', 'findings'];
const packages = createRequire(`${ROOT}/packages/batch/package.json`);

/**
 * @param {'sqlite' | 'parquet'} format
 * @param {string} path
 * @returns {Promise<Record<string, string>>} by table: number of rows, digest
 */
export function digestTables(format, path) {
  return format === 'sqlite' ? digestDatabase(path) : digestParquet(path);
}

/** @param {string} path */
async function digestDatabase(path) {
  /** @type {typeof import('better-sqlite3')} */
  const Database = packages('better-sqlite3');
  const database = new Database(path, { readonly: true });
  try {
    return Object.fromEntries(TABLES.map((table) => [table, digestRows(database, table)]));
  } finally {
    database.close();
  }
}

/** @param {import('better-sqlite3').Database} database @param {string} table */
function digestRows(database, table) {
  let rows = 0;
  let sum = 0n;
  for (const row of database.prepare(`SELECT * FROM "${table}"`).safeIntegers().raw().iterate()) {
    const text = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    sum += createHash('md5').update(text).digest().readBigUInt64LE();
    rows++;
  }
  return `${rows} ${BigInt.asUintN(64, sum).toString(16)}`;
}

/** @param {string} path */
async function digestParquet(path) {
  /** @type {typeof import('@duckdb/node-api')} */
  const { DuckDBInstance } = packages('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  /** @type {[string, string][]} */
  const digests = [];
  for (const table of TABLES) {
    if (!existsSync(join(path, table))) {
      digests.push([table, 'none']);
      continue;
    }
    const files = `${path}/${table}/**/*.parquet`.replaceAll("'", "''");
    const sql = `SELECT count(*), sum(hash(row)), bit_xor(hash(row)) FROM read_parquet('${files}', hive_partitioning = true) AS row`;
    const [row = []] = (await connection.runAndReadAll(sql)).getRows();
    digests.push([table, row.join(' ')]);
  }
  return Object.fromEntries(digests);
}
