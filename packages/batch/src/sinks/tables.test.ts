import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchError } from '../batch-error.js';
import type { Cell } from '../rows/column.js';
import type { CellRow } from '../rows/row-codec.js';
import { columnsOf, TABLE_NAMES } from '../rows/tables.js';
import { exportTables } from '../testing/run-rows.js';
import { fixtureSession, TestDirectory } from '../testing/sessions.js';
import { openTableWriter } from './open-table-writer.js';
import { SqliteWriter } from './sqlite-writer.js';
import { TABLE_FORMATS, type TableTarget } from './table-target.js';

let directory: TestDirectory;
beforeEach(() => {
  directory = new TestDirectory();
});
afterEach(() => directory.remove());

const out = () => join(directory.path, 'out');

const targetOf = (format: TableTarget['format']): TableTarget => {
  switch (format) {
    case 'csv':
      return { format, path: out(), safe: false };
    case 'parquet':
      return { format, path: out(), partition: 'month' };
    default:
      return { format, path: out() };
  }
};

const SOURCES: Readonly<Record<TableTarget['format'], (table: string) => string>> = {
  sqlite: (table) => table,
  parquet: (table) => `read_parquet('${out()}/${table}/**/*.parquet', hive_partitioning = false)`,
  csv: (table) => `read_csv('${out()}/${table}.csv', all_varchar = true, header = true, allow_quoted_nulls = false)`,
  'tables-jsonl': (table) =>
    `read_json('${out()}/${table}.jsonl', format = 'newline_delimited', maximum_object_size = 100000000)`,
};

/** What an engine makes of the tables, every value as text. */
async function query(format: TableTarget['format'], table: string, columns: readonly string[], order: string) {
  const list = columns.map((name) => `CAST("${name}" AS ${format === 'sqlite' ? 'TEXT' : 'VARCHAR'})`).join(', ');
  const sql = `SELECT ${list} FROM ${SOURCES[format](table)} ORDER BY ${order}`;
  if (format === 'sqlite') {
    const database = new Database(out());
    try {
      return database.prepare(sql).raw().all() as (string | null)[][];
    } finally {
      database.close();
    }
  }
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows() as (string | null)[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const export_ = (inputs: readonly string[], target: TableTarget) => exportTables(inputs, target, directory.path);

describe.each(TABLE_FORMATS)('tables as %s, read back by an engine', (format) => {
  it('hold the sessions that fx wrote', async () => {
    const shapes = ['usage-costs', 'parallel-tools', 'tui-mixed', 'unicode-text', 'subagent-child'];
    const { rows } = await export_(shapes.map(fixtureSession), targetOf(format));
    expect(rows.sessions).toBe(5);
    const sessions = await query(format, 'sessions', ['status', 'turns', 'calls', 'usage_state', 'cost_usd'], 'id');
    // Counted by hand in the README of the fixtures; costs from the last snapshot of each log.
    expect(sessions).toEqual([
      ['done', '1', '9', 'unknown', null],
      ['done', '1', '2', 'unknown', null],
      ['done', '4', '1', 'partial', '0.02071'],
      ['done', '2', '0', 'unknown', null],
      ['done', '16', '4', 'unknown', null],
    ]);
    const usage = await query(format, 'usage', ['day', 'model', 'input_tokens', 'output_tokens'], 'part');
    expect(usage).toEqual([
      ['2026-11-30', 'lab/small-model', '1021', '61'],
      ['2026-11-30', 'lab/large-model', '2000', '80'],
    ]);
    const turns = await query(format, 'turns', ['session'], 'session, turn');
    expect(turns).toHaveLength(24);
  });

  it('hold texts as they are: quotes, newlines, controls, other scripts', async () => {
    const session = fixtureSession('unicode-text');
    await export_([session], targetOf(format));
    const [message] = await query(format, 'messages', ['text'], 'turn, step');
    const expected = JSON.parse(readFileSync(join(session, '..', 'expected.json'), 'utf8'));
    expect(message).toEqual([expected.history[0].user.text]);
  });

  it('have the same rows when sessions are exported again, and keep those of others', async () => {
    const [first, second] = [fixtureSession('usage-costs'), fixtureSession('multi-turn')];
    await export_([first, second], targetOf(format));
    const before = await query(format, 'messages', ['session', 'turn', 'step', 'text'], 'session, turn, step');
    await export_([second], targetOf(format));
    await export_([second, first], targetOf(format));
    expect(await query(format, 'messages', ['session', 'turn', 'step', 'text'], 'session, turn, step')).toEqual(before);
    expect(await query(format, 'sessions', ['turns'], 'turns')).toEqual([['4'], ['5']]);
  });

  it('have a row for a session that cannot be read, and its reason', async () => {
    const damaged = directory.file('broken.jsonl', '{"schema_version":1,\n');
    await export_([damaged, join(directory.path, 'missing')], targetOf(format));
    const sessions = await query(format, 'sessions', ['status', 'rule', 'turns'], 'session');
    expect(sessions.map(([status]) => status)).toEqual(['failed', 'failed']);
    expect(sessions[1]).toEqual(['failed', 'batch/input-unreadable', null]);
    const findings = await query(format, 'findings', ['severity'], 'finding');
    expect(findings.length).toBeGreaterThan(0);
  });

  it('keep every digit of 64-bit integers, and tell null from an empty text', async () => {
    const writer = await openTableWriter(targetOf(format));
    await writer.open(new Set(['k']));
    await writer.begin('k', '');
    await writer.write([
      cellRow('turns', { seq: 2n ** 64n - 1n, offset: 2 ** 53 - 1, time_ms: -(2n ** 63n), kind: '', work_id: null }),
    ]);
    await writer.finish();
    expect(await query(format, 'turns', ['seq', 'offset', 'time_ms', 'kind', 'work_id'], 'turn')).toEqual([
      ['18446744073709551615', '9007199254740991', '-9223372036854775808', '', null],
    ]);
  });

  it('stay as they were when writing is given up', async () => {
    await export_([fixtureSession('usage-costs')], targetOf(format));
    const writer = await openTableWriter(targetOf(format));
    await writer.open(new Set(['k']));
    await writer.begin('k', 'month=2030-01');
    await writer.write([cellRow('turns', {})]);
    await writer.abort();
    expect(await query(format, 'turns', ['session'], 'turn')).toHaveLength(4);
    if (format !== 'sqlite') {
      const names = readdirSync(out(), { recursive: true, encoding: 'utf8' });
      expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
  });
});

/** A row with something in every column. */
function cellRow(table: 'turns', values: Readonly<Record<string, Cell>>): CellRow {
  const cells = columnsOf(table).map(({ name, type }): Cell => {
    if (name in values) return values[name] ?? null;
    return name === 'session' ? 'k' : type === 'text' ? 'x' : type === 'boolean' ? true : 1;
  });
  return { table, cells };
}

describe('CSV', () => {
  it('puts an apostrophe before what a spreadsheet takes for a formula, when asked to', async () => {
    const writer = await openTableWriter({ format: 'csv', path: out(), safe: true });
    await writer.open(new Set(['=k']));
    await writer.begin('=k', '');
    await writer.write([
      {
        table: 'turns',
        cells: columnsOf('turns').map(({ name }) => (name === 'kind' ? '=1+"1"' : name === 'seq' ? -5 : null)),
      },
    ]);
    await writer.finish();
    const [, row] = readFileSync(join(out(), 'turns.csv'), 'utf8').split('\r\n');
    expect(row).toContain(`,"'=1+""1""",`);
    // A number is not a formula.
    expect(row).toContain(',-5,');
  });

  it('finds the rows of a session again whose key has quotes and newlines', async () => {
    const write = async (value: string) => {
      const writer = await openTableWriter({ format: 'csv', path: out(), safe: false });
      await writer.open(new Set(['a"b\n,c']));
      await writer.begin('a"b\n,c', '');
      await writer.write([
        {
          table: 'turns',
          cells: [
            'a"b\n,c',
            1,
            value,
            ...columnsOf('turns')
              .slice(3)
              .map(() => null),
          ],
        },
      ]);
      await writer.finish();
    };
    await write('first\r\n"line"');
    await write('second');
    const text = readFileSync(join(out(), 'turns.csv'), 'utf8');
    expect(text).toContain('second');
    expect(text).not.toContain('first');
  });

  it('does not touch a file that is not a table of its own', async () => {
    const path = directory.file('out/turns.csv', 'a,b\r\n1,2\r\n');
    await expect(export_([fixtureSession('plain-text')], targetOf('csv'))).rejects.toThrow(BatchError);
    expect(readFileSync(path, 'utf8')).toBe('a,b\r\n1,2\r\n');
  });
});

describe('SQLite', () => {
  it('does not touch a database or a file that is not its own', async () => {
    const other = new Database(out());
    other.exec('CREATE TABLE t (x)');
    other.close();
    await expect(export_([fixtureSession('plain-text')], targetOf('sqlite'))).rejects.toMatchObject({
      rule: 'batch/table-not-ours',
    });
    writeFileSync(out(), 'no database at all, but long enough to be looked at'.repeat(20));
    await expect(export_([fixtureSession('plain-text')], targetOf('sqlite'))).rejects.toMatchObject({
      rule: 'batch/table-not-ours',
    });
  });

  it('says what to install when its driver is not there', async () => {
    const absent = () => Promise.reject(new Error("Cannot find package 'libsql'"));
    await expect(SqliteWriter.load(out(), absent)).rejects.toMatchObject({
      rule: 'batch/table-unavailable',
      message: expect.stringContaining('npm install libsql'),
    });
  });

  it('says so when its directory is missing', async () => {
    const target: TableTarget = { format: 'sqlite', path: join(directory.path, 'no', 'such', 'db') };
    await expect(export_([fixtureSession('plain-text')], target)).rejects.toMatchObject({
      rule: 'batch/table-unwritable',
    });
  });
});

describe('Parquet', () => {
  it('is partitioned by month or workspace, with a file for every table', async () => {
    await export_([fixtureSession('plain-text')], { format: 'parquet', path: out(), partition: 'workspace' });
    expect(readdirSync(out()).sort()).toEqual([...TABLE_NAMES].sort());
    expect(readdirSync(join(out(), 'turns'))).toEqual(['workspace=%2Fhome%2Fdev%2Fproject']);
  });

  it('moves a session that has changed its partition', async () => {
    await export_([fixtureSession('plain-text')], { format: 'parquet', path: out(), partition: 'workspace' });
    await export_([fixtureSession('plain-text')], { format: 'parquet', path: out(), partition: 'month' });
    expect(existsSync(join(out(), 'turns', 'month=2026-11', 'data.parquet'))).toBe(true);
    expect(await query('parquet', 'turns', ['turn'], 'turn')).toEqual([['1']]);
  });
});
