import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SettledSession } from '../job/journal.js';
import type { SessionResult } from '../model/session-result.js';
import { processSessions } from '../process-sessions.js';
import { rowsTask } from '../rows/rows-task.js';
import type { TableRow } from '../rows/tables.js';
import { type PublishedTables, publishTables } from '../sinks/publish-tables.js';
import { TableSink } from '../sinks/table-sink.js';
import type { TableTarget } from '../sinks/table-target.js';
import { statsTask } from '../stats/session-stats.js';
import type { StatsReport } from '../stats/stats-report.js';
import { StatsTotals } from '../stats/stats-totals.js';
import { MemorySink } from './memory-sink.js';

/** Rows of sessions, in this thread. */
export async function rowsOf(inputs: readonly string[]): Promise<readonly TableRow[]> {
  const sink = new MemorySink<TableRow>();
  await processSessions(inputs, { task: rowsTask, taskOptions: { content: true }, sink, jobs: 0 });
  return sink.sessions.flatMap(({ rows }) => rows);
}

/** Exports sessions into tables. */
export async function exportTables(
  inputs: readonly string[],
  target: TableTarget,
  directory: string,
): Promise<PublishedTables> {
  const stage = join(directory, `stage-${Math.random().toString(36).slice(2)}`);
  mkdirSync(stage);
  const extents = new Map<string, SettledSession['extent']>();
  class Noting extends TableSink {
    override async commit(result: SessionResult) {
      const extent = await super.commit(result);
      extents.set(result.key, extent);
      return extent;
    }
  }
  const results: SessionResult[] = [];
  await processSessions(inputs, {
    task: rowsTask,
    taskOptions: { content: true },
    sink: new Noting(stage, target),
    jobs: 0,
    onResult: (result) => results.push(result),
  });
  const settled = results.map((result): SettledSession => {
    const extent = extents.get(result.key);
    return extent === undefined ? { result } : { result, extent };
  });
  return publishTables(stage, settled, target);
}

/** Numbers over sessions. */
export async function statsOf(inputs: readonly string[]): Promise<StatsReport> {
  const sink = new MemorySink<Parameters<StatsTotals['add']>[1] & object>();
  const totals = new StatsTotals();
  const results: SessionResult[] = [];
  await processSessions(inputs, {
    task: statsTask,
    taskOptions: null,
    sink,
    jobs: 0,
    onResult: (result) => results.push(result),
  });
  for (const result of results) totals.add(result, sink.sessions.find(({ key }) => key === result.key)?.rows[0]);
  return totals.report;
}
