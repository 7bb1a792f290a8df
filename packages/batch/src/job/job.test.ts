import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchSummary } from '../model/session-result.js';
import { buildForNode } from '../testing/build-worker.js';
import { sessionFiles, TestDirectory, writeSession } from '../testing/sessions.js';
import type { TestRow } from '../testing/test-tasks.js';
import { readJob, settledSessions } from './job.js';
import { JobRows } from './job-rows.js';
import type { SettledSession } from './journal.js';
import { mergeJobs, readShards } from './merge-jobs.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const codec = { encode: (row: TestRow) => JSON.stringify(row), decode: (line: string): TestRow => JSON.parse(line) };
let worker: URL;
let program: URL;
let place: TestDirectory;

beforeAll(async () => {
  worker = await buildForNode('test-worker');
  program = await buildForNode('test-job');
});
afterAll(() => {
  for (const file of [worker, program]) rmSync(fileURLToPath(file));
});
beforeEach(() => {
  place = new TestDirectory();
});
afterEach(() => place.remove());

const SESSIONS = 60;

function writeSessions(): string {
  const root = join(place.path, 'sessions');
  for (let i = 0; i < SESSIONS; i += 1) {
    const { id, files } = sessionFiles('plain-text', i);
    if (i % 4 === 3) files.set('events.jsonl', (files.get('events.jsonl') as Buffer).subarray(0, 700 + i));
    writeSession(join(root, id), files, true);
  }
  return root;
}

function start(
  job: string,
  inputs: readonly string[],
  options: { shard?: string; retry?: boolean } = {},
): ChildProcess {
  const args = [place.path + job, worker.href, options.shard ?? '-', options.retry === true ? 'retry' : '-', ...inputs];
  return spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function run(...args: Parameters<typeof start>): Promise<BatchSummary> {
  const child = start(...args);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text);
}

/** Resolves when a file is longer than that, or the process has ended. */
async function growth(file: string, length: number, child: ChildProcess): Promise<void> {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  while (size() <= length && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** What a job has found out: all that may be compared between runs. */
async function outcome(job: string) {
  const directory = place.path + job;
  const record = await readJob(directory);
  const sessions: SettledSession[] = [];
  for await (const settled of settledSessions(record)) sessions.push(settled);
  const rows: TestRow[] = [];
  for await (const some of new JobRows(directory, codec).read(sessions.map(({ extent }) => extent))) rows.push(...some);
  const failed = readFileSync(join(directory, 'failed.jsonl'), 'utf8');
  return { results: sessions.map(({ result }) => result), rows, failed, finished: record.content.finished };
}

describe('a job', () => {
  it('killed at any moment ends like one that was not', async () => {
    const inputs = [writeSessions()];
    const whole = await run('/whole', inputs);
    expect(whole).toMatchObject({ found: SESSIONS, done: 45, failed: 15, skipped: 0, resumed: 0 });
    let counted = 0;
    for (let kill = 0; kill < 6; kill += 1) {
      const child = start('/killed', inputs);
      const closed = once(child, 'close');
      // Before there is anything to go on with: at once, with the job made, with rows written. Then after some lines of the journal.
      if (kill === 1) await growth(join(place.path, 'killed/job.json'), 0, child);
      if (kill === 2) await growth(join(place.path, 'killed/rows.jsonl'), 0, child);
      if (kill > 2) await growth(join(place.path, 'killed/journal.jsonl'), counted + kill * 70, child);
      child.kill('SIGKILL');
      await closed;
      const { content } = await readJob(join(place.path, 'killed')).catch(() => ({ content: null }));
      counted = content?.bytes ?? 0;
    }
    expect(counted).toBeGreaterThan(0);
    const resumed = await run('/killed', inputs);
    expect({ ...resumed, resumed: 0 }).toEqual(whole);
    expect(await outcome('/killed')).toEqual(await outcome('/whole'));
    expect(readdirSync(join(place.path, 'killed')).sort()).toEqual([
      'failed.jsonl',
      'job.json',
      'job.lock',
      'journal.jsonl',
      'rows.jsonl',
    ]);
  });

  it.each([
    ['a torn line', (text: string) => text.slice(0, -Math.floor(text.length / 3))],
    ['lines that no checkpoint follows', (text: string) => text.slice(0, text.indexOf('{"t":"checkpoint"'))],
    ['something that is not a journal', (text: string) => `${text.slice(0, 2000)}\0\0\0`],
  ])('goes on behind a journal that ends in %s', async (_, cut) => {
    const inputs = [writeSessions()];
    const whole = await run('/job', inputs);
    const expected = await outcome('/job');
    const journal = join(place.path, 'job/journal.jsonl');
    writeFileSync(journal, cut(readFileSync(journal, 'utf8')));
    appendFileSync(join(place.path, 'job/rows.jsonl'), '{"rows":"of a run that was killed"');
    expect({ ...(await run('/job', inputs)), resumed: 0 }).toEqual(whole);
    expect(await outcome('/job')).toEqual(expected);
  });

  it('has nothing left to do when it is done', async () => {
    const inputs = [writeSessions()];
    const whole = await run('/job', inputs);
    expect(await run('/job', inputs)).toEqual({ ...whole, resumed: SESSIONS });
  });

  it('tries again what failed, and that alone', async () => {
    const root = writeSessions();
    await run('/job', [root]);
    const { id, files } = sessionFiles('plain-text', 3);
    writeSession(join(root, id), files, true);
    const retried = await run('/job', [root], { retry: true });
    expect(retried).toMatchObject({ found: SESSIONS, done: 46, failed: 14, resumed: 45 });
    const { results, rows, failed } = await outcome('/job');
    expect(results[3]).toMatchObject({ status: 'done' });
    expect(rows.map(({ key }) => key)).toEqual(results.map(({ key }) => key));
    expect(failed.split('\n')).toHaveLength(15);
  });

  it('refuses other arguments than it was begun with', async () => {
    const root = writeSessions();
    await run('/job', [root]);
    const child = spawn(
      process.execPath,
      [fileURLToPath(program), `${place.path}/job`, worker.href, '1/2', '-', root],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await once(child, 'close');
    expect(text).toContain('was begun with other shard');
  });
});

describe('shards', () => {
  it('are disjoint, and merged they are the whole', async () => {
    const inputs = [writeSessions(), join(place.path, 'nowhere')];
    const whole = await run('/whole', inputs);
    const shards = ['/1', '/2', '/3'];
    for (const [i, name] of shards.entries()) {
      const part = await run(name, inputs, { shard: `${i + 1}/3` });
      expect(part.found + part.elsewhere).toBe(SESSIONS + 1);
    }
    const set = await readShards(shards.map((name) => place.path + name).reverse());
    const merged = await mergeJobs(set, `${place.path}/merged`, new JobRows(`${place.path}/merged`, codec));
    expect(merged).toEqual(whole);
    const outcomes = [await outcome('/merged'), await outcome('/whole')];
    expect(outcomes[0]).toEqual(outcomes[1]);
    // The merged job is a job: it can be asked again, and tries again what failed.
    expect(await run('/merged', inputs)).toEqual({ ...whole, resumed: SESSIONS + 1 });
  });

  it('are not merged when one is missing, unfinished, or of another run', async () => {
    const inputs = [writeSessions()];
    for (const number of [1, 2]) await run(`/${number}`, inputs, { shard: `${number}/2` });
    const at = (name: string) => join(place.path, name);
    await expect(readShards([at('1')])).rejects.toMatchObject({ rule: 'batch/shard-invalid' });
    await expect(readShards([at('1'), at('1')])).rejects.toMatchObject({ rule: 'batch/shard-invalid' });
    await expect(readShards([at('1'), at('3')])).rejects.toMatchObject({ rule: 'batch/job-missing' });
    const journal = at('2/journal.jsonl');
    writeFileSync(journal, readFileSync(journal, 'utf8').slice(0, -20));
    await expect(readShards([at('1'), at('2')])).rejects.toMatchObject({ rule: 'batch/job-unfinished' });
  });
});
