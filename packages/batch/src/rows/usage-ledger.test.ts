import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../testing/run-rows.js';
import { fixtureSession, TestDirectory } from '../testing/sessions.js';

const DAY_MS = 86_400_000;

let directory: TestDirectory;
beforeEach(() => {
  directory = new TestDirectory();
});
afterEach(() => directory.remove());

const lines = () =>
  readFileSync(join(fixtureSession('usage-costs'), 'events.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1);

/** The log of usage-costs, its events from `seq` on so many days later. */
const laterFrom = (seq: number, days: number) =>
  lines().map((line, i) =>
    i + 1 < seq
      ? line
      : line.replace(/"timestamp_ms":(\d+)/, (_, ms: string) => `"timestamp_ms":${Number(ms) + days * DAY_MS}`),
  );

async function usageOf(log: readonly string[]) {
  const path = directory.file('log.jsonl', log.map((line) => `${line}\n`).join(''));
  const rows = await rowsOf([path]);
  return rows.flatMap((row) =>
    row.table === 'usage'
      ? [[row.row.day, row.row.workspace, row.row.model, row.row.cost_usd, row.row.input_tokens, row.row.output_tokens]]
      : [],
  );
}

describe('usage by day and workspace', () => {
  it('is what was added: the last running total of a day less the last one before it', async () => {
    // The last snapshot before seq 13 (that of seq 10): small 0.0123, 1000 in, 50 out; large 0.00001, 2000 in, 80 out. The last of all: small
    // 0.0207, 1021 in, 61 out; large as before.
    expect(await usageOf(laterFrom(13, 3))).toEqual([
      ['2026-11-30', '/home/dev/project', 'lab/small-model', 0.0123, 1000, 50],
      ['2026-11-30', '/home/dev/project', 'lab/large-model', 0.00001, 2000, 80],
      ['2026-12-03', '/home/dev/project', 'lab/small-model', 0.0084, 21, 11],
    ]);
  });

  it('has no day for what a session had at its start', async () => {
    const log = lines();
    const last = /"usage":(\{.*\})\}\}$/.exec(log[27] ?? '')?.[1] ?? '';
    const started = (log[0] ?? '').replace(/"usage":\{.*\}(?=\}\}$)/, `"usage":${last}`);
    expect(await usageOf([started])).toEqual([
      [null, '/home/dev/project', 'lab/small-model', 0.0207, 1021, 61],
      [null, '/home/dev/project', 'lab/large-model', 0.00001, 2000, 80],
    ]);
  });

  it('belongs to the workspace of its time', async () => {
    const log = lines();
    const envelope = /^\{"schema_version":1,"log_generation":"[0-9a-f]+",/.exec(log[0] ?? '')?.[0] ?? '';
    const moved = `${envelope}"seq":13,"event_id":"${'0'.repeat(32)}","timestamp_ms":1796033672717,"kind":"workspace_rebound","payload":{"previous_workspace_root":"/home/dev/project","workspace_root":"/home/dev/other"}}`;
    const later = log.slice(12).map((line, i) => line.replace(/"seq":\d+/, `"seq":${i + 14}`));
    expect(
      (await usageOf([...log.slice(0, 12), moved, ...later])).map(([, workspace, , cost]) => [workspace, cost]),
    ).toEqual([
      ['/home/dev/project', 0.0123],
      ['/home/dev/project', 0.00001],
      ['/home/dev/other', 0.0084],
    ]);
  });
});
