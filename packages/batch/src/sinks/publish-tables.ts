import type { PlainJson } from '@fxlog/reader/internal';
import type { SettledSession } from '../job/journal.js';
import type { SessionResult } from '../model/session-result.js';
import type { Cell } from '../rows/column.js';
import { type CellRow, cellsOf } from '../rows/row-codec.js';
import { columnsOf, type RowOf } from '../rows/tables.js';
import { openTableWriter } from './open-table-writer.js';
import { partitionOf } from './partition.js';
import { readSessionRow, readStagedRows } from './table-sink.js';
import type { TableTarget, TableWriter } from './table-target.js';

/** What was written. */
export interface PublishedTables {
  readonly sessions: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Makes tables of what a {@link TableSink} holds: every session that was found has its row, also one that could not be read. Rows that the
 * target has of the same sessions are replaced, so it can be called again, after a kill too.
 *
 * @throws BatchError when the target cannot be written
 */
export async function publishTables(
  directory: string,
  settled: Iterable<SettledSession>,
  target: TableTarget,
  signal?: AbortSignal,
): Promise<PublishedTables> {
  const sessions: Placed[] = [];
  for (const { result, extent } of settled) {
    const row = extent === undefined ? null : await readSessionRow(directory, extent);
    sessions.push({ result, extent, partition: partitionOf(target, row) });
    signal?.throwIfAborted();
  }
  // By partition, so that only the files of one are open at a time.
  sessions.sort((a, b) => compare(a.partition, b.partition) || a.result.index - b.result.index);
  const writer = await openTableWriter(target);
  const counts = new Map<string, number>();
  const write = async (rows: readonly CellRow[]) => {
    for (const { table } of rows) counts.set(table, (counts.get(table) ?? 0) + 1);
    await writer.write(rows);
  };
  try {
    await writer.open(new Set(sessions.map(({ result }) => result.key)));
    for (const session of sessions) {
      signal?.throwIfAborted();
      await writeSession(directory, session, writer, write);
    }
    await writer.finish();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return { sessions: sessions.length, rows: Object.fromEntries(counts) };
}

interface Placed {
  readonly result: SessionResult;
  readonly extent: PlainJson | undefined;
  readonly partition: string;
}

async function writeSession(
  directory: string,
  { result, extent, partition }: Placed,
  writer: TableWriter,
  write: (rows: readonly CellRow[]) => Promise<void>,
): Promise<void> {
  await writer.begin(result.key, partition);
  let findings = 0;
  let hasRow = false;
  if (extent !== undefined) {
    for await (const rows of readStagedRows(directory, extent)) {
      for (const { table } of rows) {
        if (table === 'findings') findings += 1;
        if (table === 'sessions') hasRow = true;
      }
      await write(rows.map((row) => (row.table === 'sessions' ? withOutcome(row, result) : row)));
    }
  }
  if (!hasRow) await write([sessionWithoutRows(result)]);
  if (result.findings.length > 0) await write(inputFindings(result, findings));
}

const STATUS = columnsOf('sessions').findIndex(({ name }) => name === 'status');

/** What the run says of a session is the last word. */
function withOutcome(row: CellRow, result: SessionResult): CellRow {
  const cells = [...row.cells];
  const reason = result.status === 'done' ? [null, null] : [result.rule, result.reason];
  cells.splice(STATUS, 3, result.status, ...reason);
  return { table: row.table, cells };
}

function sessionWithoutRows(result: SessionResult): CellRow {
  const known: ReadonlyMap<string, Cell> = new Map([
    ['session', result.key],
    ['status', result.status],
    ['rule', result.status === 'done' ? null : result.rule],
    ['reason', result.status === 'done' ? null : result.reason],
    ['usage_state', 'unknown'],
  ]);
  return { table: 'sessions', cells: columnsOf('sessions').map(({ name }) => known.get(name) ?? null) };
}

/** What was said about the way a session lay there. */
function inputFindings(result: SessionResult, before: number): CellRow[] {
  return result.findings.map((finding, i) => {
    const row: RowOf<'findings'> = {
      session: result.key,
      finding: before + i + 1,
      rule: finding.rule,
      severity: finding.severity,
      message: finding.message,
      file: finding.file ?? null,
      offset: finding.offset ?? null,
      length: finding.length ?? null,
      line: finding.line ?? null,
      // The journal keeps what JSON would round as text.
      seq: finding.seq === undefined ? null : exact(finding.seq),
      path: finding.path ?? null,
      fx_error: finding.fxError ?? null,
    };
    return cellsOf({ table: 'findings', row });
  });
}

function exact(value: number | bigint | string): number | bigint {
  return typeof value === 'string' ? BigInt(value) : value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
