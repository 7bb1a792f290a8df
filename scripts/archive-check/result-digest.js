// @ts-check
// Digests of what commands make: of all rows of all tables, whatever their order, and of files.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../run.js';

const TABLES = ['sessions', 'turns', 'messages', 'tool_calls', 'usage', 'findings'];
const packages = createRequire(`${ROOT}/packages/batch/package.json`);

/** Files that say when and how they came to be: the inode of the log, the times of files. */
const OF_ITS_PLACE = /("event_log_stat_fingerprint":")[0-9a-f]{64}/;

/**
 * @param {string} folder
 * @returns {Record<string, string>} by table, as it were: number of files, digest of their names and bytes
 */
export function digestFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const digest = createHash('sha256');
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    const content = name.endsWith('session.json') ? bytes.toString('latin1').replace(OF_ITS_PLACE, '$1') : bytes;
    digest.update(`${name}\0${bytes.length}\0`).update(content);
  }
  return { files: `${files.length} ${digest.digest('hex')}` };
}

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
  /** @type {typeof import('libsql')} */
  const Database = packages('libsql');
  const database = new Database(path, { readonly: true });
  try {
    return Object.fromEntries(TABLES.map((table) => [table, digestRows(database, table)]));
  } finally {
    database.close();
  }
}

/** @param {import('libsql').Database} database @param {string} table */
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
