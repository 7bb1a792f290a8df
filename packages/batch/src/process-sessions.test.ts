import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from './model/progress.js';
import type { SessionResult } from './model/session-result.js';
import { processSessions } from './process-sessions.js';
import { buildForNode } from './testing/build-worker.js';
import { MemorySink } from './testing/memory-sink.js';
import { fixtureSession, sessionFiles, TestDirectory, writeSession } from './testing/sessions.js';
import { deadly, digest, fold, judge, type TestRow } from './testing/test-tasks.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

let worker: URL;
let place: TestDirectory;

beforeAll(async () => {
  worker = await buildForNode('test-worker');
});
afterAll(() => rmSync(fileURLToPath(worker)));
beforeEach(() => {
  place = new TestDirectory();
});
afterEach(() => place.remove());

const logs = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const name = `${String(i).padStart(4, '0')}.jsonl`;
    place.file(name, `log ${i}\n`.repeat((i * 37) % 500));
    return name;
  });

/** Cut off, overwritten, or with a piece missing: each at another place. */
function damage(log: Buffer, serial: number): Buffer {
  const at = (serial * 7919) % (log.length - 2);
  if (serial % 2 === 0) return log.subarray(0, at);
  return Buffer.concat([log.subarray(0, at), Buffer.from('\0\0'), log.subarray(at + 2)]);
}

describe('processing many sessions', () => {
  it('gives the same rows in the same order, whatever the number of workers', async () => {
    const inputs = logs(300);
    const outputs: unknown[] = [];
    for (const jobs of [0, 1, 2, 4]) {
      const sink = new MemorySink<TestRow>();
      const summary = await processSessions(inputs, {
        task: digest,
        taskOptions: { rows: 3 },
        sink,
        jobs,
        worker,
        find: { cwd: place.path },
      });
      expect(summary).toMatchObject({ found: 300, done: 300, failed: 0, skipped: 0 });
      expect(sink.sessions.map(({ key }) => key)).toEqual(inputs);
      outputs.push(sink.sessions);
    }
    for (const output of outputs) expect(output).toEqual(outputs[0]);
  });

  it('holds workers back when the sink is slow, and still ends', async () => {
    const inputs = logs(4);
    const sink = new MemorySink<TestRow>();
    // 20 MB for each session: more than may wait.
    const taskOptions = { rows: 200, width: 100_000 };
    await processSessions(inputs, { task: digest, taskOptions, sink, jobs: 2, worker, find: { cwd: place.path } });
    expect(sink.sessions.map(({ rows }) => rows.length)).toEqual([200, 200, 200, 200]);
  });

  it.each(['exit', 'memory', 'throw'])('loses one session when its worker ends by %s, and goes on', async (how) => {
    const inputs = logs(60);
    place.file('0030.jsonl', how);
    const sink = new MemorySink<TestRow>();
    const results: SessionResult[] = [];
    const summary = await processSessions(inputs, {
      task: deadly,
      taskOptions: null,
      sink,
      jobs: 2,
      worker,
      workerHeapMb: 64,
      find: { cwd: place.path },
      onResult: (result) => results.push(result),
    });
    const rule = how === 'throw' ? 'batch/task-failed' : 'batch/worker-died';
    expect(summary).toMatchObject({ found: 60, done: 59, failed: 1, skipped: 0, reasons: { [rule]: 1 } });
    expect(results[30]).toMatchObject({ key: '0030.jsonl', status: 'failed', rule });
    expect(results.map(({ key }) => key)).toEqual(inputs);
    expect(sink.sessions.map(({ key }) => key)).toEqual(inputs.filter((name) => name !== '0030.jsonl'));
    expect(sink.sessions.every(({ rows }) => rows.length === 2)).toBe(true);
  });

  it('accounts for every one of many sessions, half of them damaged, and for inputs that are none', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 300; i += 1) {
      const { id, files } = sessionFiles('plain-text', i);
      const log = files.get('events.jsonl') as Buffer;
      if (i % 3 === 2) files.set('events.jsonl', damage(log, i));
      writeSession(`${place.path}/sessions/${id}`, files, true);
      ids.push(id);
    }
    const sink = new MemorySink<TestRow>();
    const inputs = ['sessions', `sessions/${ids[0]}`, 'nowhere'];
    const summary = await processSessions(inputs, {
      task: judge,
      taskOptions: null,
      sink,
      jobs: 2,
      worker,
      find: { cwd: place.path },
    });
    expect(summary).toMatchObject({ found: 302, done: 200, failed: 101, skipped: 1 });
    expect(summary.found).toBe(summary.done + summary.failed + summary.skipped);
    expect(Object.values(summary.reasons).reduce((a, b) => a + b, 0)).toBe(102);
    expect(summary.reasons).toMatchObject({ 'batch/duplicate-input': 1, 'batch/input-unreadable': 1 });
  });

  it('finds all thousand damaged logs among two thousand good ones, each with its reason', async () => {
    const log = readFileSync(join(fixtureSession('plain-text'), 'events.jsonl'));
    const isDamaged = (i: number) => i % 3 === 1;
    const inputs = Array.from({ length: 3000 }, (_, i) => {
      const name = `${String(i).padStart(4, '0')}.jsonl`;
      place.file(name, isDamaged(i) ? damage(log, i) : log);
      return name;
    });
    const results: SessionResult[] = [];
    const sink = new MemorySink<TestRow>();
    const summary = await processSessions(inputs, {
      task: fold,
      taskOptions: null,
      sink,
      jobs: 2,
      worker,
      find: { cwd: place.path },
      onResult: (result) => results.push(result),
    });
    expect(summary).toMatchObject({ found: 3000, done: 2000, failed: 1000, skipped: 0 });
    expect(results.map(({ key }) => key)).toEqual(inputs);
    for (const [i, result] of results.entries()) {
      expect(result.status).toBe(isDamaged(i) ? 'failed' : 'done');
      if (result.status === 'failed') expect(result.reason).not.toBe('');
    }
    expect(sink.sessions.every(({ rows }) => rows.length === 1 && rows[0]?.text === '1')).toBe(true);
  });

  it('says how far it is, and at the end that everything is done', async () => {
    const told: Progress[] = [];
    const inputs = logs(20);
    await processSessions(inputs, {
      task: digest,
      taskOptions: { rows: 1 },
      sink: new MemorySink<TestRow>(),
      jobs: 0,
      find: { cwd: place.path },
      onProgress: (progress) => told.push(progress),
    });
    const last = told.at(-1) as Progress;
    expect(last).toMatchObject({
      finished: true,
      sessions: 20,
      totalSessions: 20,
      done: 20,
      etaMs: 0,
      current: '0019.jsonl',
    });
    expect(last.inputBytes).toBe(last.totalInputBytes);
  });

  it('ends when it is told to, with the reason', async () => {
    const abort = new AbortController();
    const sink = new MemorySink<TestRow>();
    const run = processSessions(logs(200), {
      task: digest,
      taskOptions: { rows: 1 },
      sink,
      jobs: 2,
      worker,
      find: { cwd: place.path },
      signal: abort.signal,
      onResult: ({ index }) => index === 10 && abort.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    expect(sink.calls.at(-1)).toBe('close');
    expect(sink.sessions.length).toBeLessThan(200);
  });

  it('ends when the sink fails, with its error', async () => {
    const sink = new MemorySink<TestRow>();
    sink.commit = () => Promise.reject(new Error('disk full'));
    const run = processSessions(logs(50), {
      task: digest,
      taskOptions: { rows: 1 },
      sink,
      jobs: 2,
      worker,
      find: { cwd: place.path },
    });
    await expect(run).rejects.toThrow('disk full');
  });
});
