import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../testing/run-rows.js';
import { fixtureSession } from '../testing/sessions.js';
import { describeTables } from './describe-tables.js';
import { CELL_ROWS, cellsOf } from './row-codec.js';
import { columnsOf, TABLE_NAMES, TABLES, type TableName } from './tables.js';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/tables.md', import.meta.url));

const SHAPES = [
  'parallel-tools',
  'tui-mixed',
  'failing-tools',
  'recovered',
  'workspace-rebind',
  'subagent-child',
  'image-input',
];

describe('tables', () => {
  it('are documented in docs/tables.md as they are (vitest -u writes it anew)', async () => {
    await expect(describeTables()).toMatchFileSnapshot(DOCUMENT);
  });

  it('have keys that are columns, and columns with names of their own', () => {
    for (const table of TABLE_NAMES) {
      const names = columnsOf(table).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const key of TABLES[table].key) expect(names).toContain(key);
      expect(names[0]).toBe('session');
    }
  });
});

describe('rows of the sessions that fx wrote', () => {
  it('have unique keys, and null only where a column may be null', async () => {
    const seen = new Set<string>();
    for (const row of await rowsOf(SHAPES.map(fixtureSession))) {
      const { cells } = cellsOf(row);
      const columns = columnsOf(row.table);
      for (const [i, column] of columns.entries()) {
        if (cells[i] === null) expect(column.nullable, `${row.table}.${column.name}`).toBe(true);
      }
      const key = TABLES[row.table].key.map((name) => cells[columns.findIndex((column) => column.name === name)]);
      const text = `${row.table} ${JSON.stringify(key)}`;
      expect(seen).not.toContain(text);
      seen.add(text);
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  it('come back from the file of a job as they were, whatever their integers', () => {
    const row = {
      session: 'k',
      finding: 1,
      rule: 'r',
      severity: 'error',
      message: 'm',
      file: null,
      offset: 2 ** 53 - 1,
      length: null,
      line: null,
      seq: 2n ** 64n - 1n,
      path: '18446744073709551615',
      fx_error: null,
    };
    const cells = cellsOf({ table: 'findings', row });
    expect(CELL_ROWS.decode(CELL_ROWS.encode(cells))).toEqual(cells);
  });

  it('are those of the history that stands when fx has replaced it', async () => {
    // README of the fixtures: 14 assistant turns and 2 interrupted ones.
    const rows = await rowsOf([fixtureSession('tui-mixed')]);
    const turns = rows.flatMap((row) => (row.table === 'turns' ? [row.row] : []));
    expect(turns.map(({ turn }) => turn)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
    expect(turns.filter(({ kind }) => kind === 'interrupted')).toHaveLength(2);
    expect(turns.filter(({ time_ms }) => time_ms === null).length).toBeGreaterThan(0);
  });

  it('name the parent of a child, and call its usage unknown', async () => {
    const rows = await rowsOf([fixtureSession('subagent-child')]);
    const session = only(rows, 'sessions');
    expect(session).toMatchObject({
      parent_id: '1796033772315-1796033772315766363-c663bf5bb9330bc8',
      child_mode: 'persistent',
      usage_state: 'unknown',
      cost_usd: null,
      input_tokens: null,
      wall_ms: null,
    });
  });

  it('keep a call, its arguments and its result together', async () => {
    const rows = await rowsOf([fixtureSession('one-tool-call')]);
    expect(only(rows, 'tool_calls')).toMatchObject({
      turn: 1,
      step: 1,
      call: 1,
      tool: 'read_file',
      is_call: true,
      status: 'success',
      arguments: '{"path":"src/crate.ts"}',
    });
  });
});

describe('rows of what calls were about', () => {
  it('name files as the calls do, with what fx counted', async () => {
    const rows = await rowsOf([fixtureSession('file-writes')]);
    const files = rows.flatMap((row) => (row.table === 'files' ? [row.row] : []));
    expect(files.map(({ call, action, path, new_path }) => [call, action, path, new_path])).toEqual([
      [1, 'write', 'src/basket.ts', null],
      [1, 'edit', 'src/basket.ts', null],
      [2, 'copy', 'src/basket.ts', 'tmp/copy.ts'],
      [1, 'rename', 'tmp/copy.ts', 'tmp/renamed.ts'],
      [1, 'write', 'docs/notes.md', null],
      [1, 'delete', 'tmp/renamed.ts', null],
    ]);
    expect(files[1]).toMatchObject({ status: 'success', additions: 2, deletions: 1 });
  });

  it('name the server of a tool, and why a call was refused', async () => {
    const rows = await rowsOf([fixtureSession('mcp-tool'), fixtureSession('permission-ask')]);
    const extensions = rows.flatMap((row) => (row.table === 'extensions' ? [row.row] : []));
    expect(extensions).toMatchObject([
      { kind: 'mcp', server: 'orchard', name: 'count_fruit', status: 'success', output_bytes: 120 },
      { kind: 'mcp', server: 'orchard', name: 'broken', status: 'failure', output_bytes: 131 },
    ]);
    const refusals = rows.flatMap((row) => (row.table === 'refusals' ? [row.row] : []));
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(['auto_denied']));
    const failed = rows.flatMap((row) => (row.table === 'tool_calls' && row.row.status === 'failure' ? [row.row] : []));
    for (const { turn, step, call, tool } of refusals) {
      expect(failed).toContainEqual(expect.objectContaining({ turn, step, call, tool }));
    }
  });
});

function only<Name extends TableName>(rows: Awaited<ReturnType<typeof rowsOf>>, table: Name) {
  const found = rows.filter((row) => row.table === table);
  expect(found).toHaveLength(1);
  const [row] = found;
  return row?.row;
}
