import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestEntry, tarOf, zipOf } from '../testing/archives.js';
import { buildForNode } from '../testing/build-worker.js';
import { filesOf, runJob, work } from '../testing/queue-job.js';
import { sessionFiles, TestDirectory, writeSession } from '../testing/sessions.js';
import { LeaseQueue } from './lease-queue.js';
import { openQueue } from './open-queue.js';
import type { ShardOrder } from './shard-queue.js';

// Workers are waited for.
vi.setConfig({ testTimeout: 120_000 });

const SESSIONS = 40;
const LEASE_MS = 300;

let place: TestDirectory;
let stop: AbortController;
/** Of each test; they end before its directory goes. */
let workers: Promise<void>[];
let program: URL;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = await buildForNode('test-queue-worker');
});
afterAll(() => rmSync(fileURLToPath(program)));

beforeEach(() => {
  place = new TestDirectory();
  stop = new AbortController();
  workers = [];
});
afterEach(async () => {
  stop.abort();
  for (const child of children) child.kill('SIGKILL');
  await Promise.allSettled(workers);
  place.remove();
});

const at = (name: string) => join(place.path, name);
const openLeases = () => LeaseQueue.open(at('queue'), LEASE_MS);

function writeSessions(root = 'sessions', count = SESSIONS): string {
  for (let i = 0; i < count; i += 1) {
    const { id, files } = sessionFiles('plain-text', i);
    if (i % 4 === 3) files.set('events.jsonl', (files.get('events.jsonl') as Buffer).subarray(0, 700 + i));
    writeSession(join(at(root), id), files, true);
  }
  return at(root);
}

function entriesOf(count: number): TestEntry[] {
  return Array.from({ length: count }, (_, i) => sessionFiles('plain-text', i)).flatMap(({ id, files }) =>
    [...files].map(([name, content]) => ({ name: `store/${id}/${name}`, content })),
  );
}

async function startWorkers(count: number, options: Parameters<typeof work>[2] = {}): Promise<void> {
  for (let i = 0; i < count; i += 1) workers.push(work(await openLeases(), stop.signal, options));
}

const order = (rank: number): ShardOrder => ({
  id: String(rank).padStart(64, 'a'),
  rank,
  job: '/nowhere',
  version: '1.2.3',
});

describe('a job on a queue', () => {
  it('leaves the files of one that was done here', async () => {
    const inputs = [writeSessions(), writeSessions('copies', 3), at('nowhere')];
    const whole = await runJob(at('here'), inputs);
    await startWorkers(3);
    const queued = await runJob(at('there'), inputs, { queue: await openLeases() });
    expect(queued).toEqual(whole);
    expect(whole).toMatchObject({ found: SESSIONS + 4, failed: 11 });
    expect(filesOf(at('there'))).toEqual(filesOf(at('here')));
    expect(readdirSync(at('there')).sort()).toEqual(readdirSync(at('here')).sort());
    expect(readdirSync(at('queue/orders'))).toEqual([]);
    expect(readdirSync(at('queue/leases'))).toEqual([]);
  });

  it.each([
    ['tar', tarOf],
    ['zip', async (entries: TestEntry[]) => zipOf(entries)],
  ] as const)('takes the sessions of a %s', async (kind, pack) => {
    const inputs = [writeSessions('loose', 3), place.file(`archive.${kind}`, await pack(entriesOf(20))), at('loose')];
    const whole = await runJob(at('here'), inputs);
    await startWorkers(2);
    expect(await runJob(at('there'), inputs, { queue: await openLeases() })).toEqual(whole);
    expect(filesOf(at('there'))).toEqual(filesOf(at('here')));
  });

  it('goes on when whoever began it was stopped', async () => {
    const inputs = [writeSessions()];
    await runJob(at('here'), inputs);
    await startWorkers(1);
    for (const sessions of [1, 9, 22]) {
      const interrupt = new AbortController();
      const running = runJob(at('there'), inputs, { queue: await openLeases(), signal: interrupt.signal });
      const watch = setInterval(() => {
        if (journalLines('there') >= sessions) interrupt.abort();
      }, 5);
      await running.catch(() => undefined);
      clearInterval(watch);
    }
    await runJob(at('there'), inputs, { queue: await openLeases() });
    expect(filesOf(at('there')).rows).toBe(filesOf(at('here')).rows);
    expect(await runJob(at('there'), inputs, { queue: await openLeases() })).toMatchObject({ resumed: SESSIONS });
  });

  it('gets back what the queue has forgotten', async () => {
    const inputs = [writeSessions()];
    await runJob(at('here'), inputs);
    const queue = await openLeases();
    const running = runJob(at('there'), inputs, { queue });
    await vi.waitFor(() => expect(readdirSync(at('queue/orders')).length).toBeGreaterThan(4), { timeout: 20_000 });
    for (const name of readdirSync(at('queue/orders'))) rmSync(at(`queue/orders/${name}`));
    await startWorkers(1);
    await running;
    expect(filesOf(at('there'))).toEqual(filesOf(at('here')));
  });

  it('fails the one session that takes every worker with it, and tries it again when asked', async () => {
    const inputs = [writeSessions('sessions', 6)];
    const queue = await openLeases();
    const hire = () => {
      const args = [fileURLToPath(program), queue.address, `${inputs[0]}/${sessionFiles('plain-text', 2).id}`];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      children.add(child);
      child.once('close', () => {
        if (children.delete(child) && !stop.signal.aborted) hire();
      });
    };
    hire();
    const summary = await runJob(at('there'), inputs, { queue, shardSessions: 3 });
    expect(summary).toMatchObject({ found: 6, failed: 2, reasons: { 'batch/worker-died': 1 } });
    stop.abort();
    for (const child of children) child.kill('SIGKILL');
    stop = new AbortController();
    await startWorkers(1);
    const again = await runJob(at('there'), inputs, { queue, shardSessions: 3, retryFailed: true });
    expect(again).toMatchObject({ found: 6, failed: 1, resumed: 4 });
  });

  it('fails sessions that no worker could work on, with the reason of the last', async () => {
    const inputs = [writeSessions('sessions', 4)];
    const tasks = { judge: () => Promise.reject(new Error('there is no room left')) };
    await startWorkers(2, { tasks });
    await runJob(at('there'), inputs, { queue: await openLeases(), shardSessions: 4 });
    expect(filesOf(at('there')).failed).toContain('No worker could do it; the last one said: there is no room left');
  });

  it('is not touched by a worker of another version', async () => {
    const inputs = [writeSessions('sessions', 4)];
    const running = runJob(at('there'), inputs, { queue: await openLeases(), signal: stop.signal });
    running.catch(() => undefined);
    const stranger = work(await openLeases(), stop.signal, { version: '9.9.9' });
    await expect(stranger).rejects.toMatchObject({
      rule: 'batch/queue-version',
      message: expect.stringMatching(/This is fxlog 9\.9\.9, .* was begun by fxlog 1\.2\.3\. Install the same version/),
    });
    await startWorkers(1);
    await running;
  });
});

describe('a queue in a directory', () => {
  it('gives each shard to one worker, the first first', async () => {
    const queues = [await openLeases(), await openLeases(), await openLeases()];
    for (const rank of [5, 3, 9, 1]) await queues[0]?.add(order(rank));
    const taken: number[] = [];
    const all = queues.map((queue) =>
      queue.work(async ({ rank }) => void taken.push(rank), { version: '1.2.3', signal: stop.signal, idleMs: 100 }),
    );
    await Promise.all(all);
    expect(taken).toHaveLength(4);
    expect(taken[0]).toBe(1);
    expect([...taken].sort()).toEqual([1, 3, 5, 9]);
  });

  it('adds a shard once, however often it is added', async () => {
    const queue = await openLeases();
    for (let i = 0; i < 3; i += 1) await queue.add(order(1));
    expect(readdirSync(at('queue/orders'))).toHaveLength(1);
  });

  it('takes a shard back from a worker that is stopped, without counting it', async () => {
    const queue = await openLeases();
    await queue.add(order(1));
    const once = new AbortController();
    const run = async (_order: ShardOrder, _tell: unknown, signal: AbortSignal) => {
      once.abort(new Error('stopped'));
      signal.throwIfAborted();
    };
    await queue.work(run, { version: '1.2.3', signal: once.signal, idleMs: null });
    expect(readdirSync(at('queue/leases'))).toEqual([]);
    expect(await queue.state(order(1))).toEqual({ is: 'waiting' });
  });

  it('tells how far a worker is, and gives up what fails again and again', async () => {
    const queue = await openLeases();
    await queue.add(order(1));
    let fail: (error: Error) => void = () => undefined;
    const working = queue.work(
      (_, tell) => {
        tell({ sessions: 3, bytes: 77 });
        return new Promise((_resolve, reject) => {
          fail = reject;
        });
      },
      { version: '1.2.3', signal: stop.signal, idleMs: 1500 },
    );
    const progress = { sessions: 3, bytes: 77 };
    await vi.waitFor(async () => expect(await queue.state(order(1))).toEqual({ is: 'running', progress }), 5000);
    const again = setInterval(() => fail(new Error('the disk is full')), 20);
    await working;
    clearInterval(again);
    expect(await queue.state(order(1))).toEqual({ is: 'given-up', reason: 'the disk is full' });
    await queue.forget(order(1));
    expect(await queue.state(order(1))).toEqual({ is: 'unknown' });
  });

  it('is not made of a directory that holds something else', async () => {
    place.file('home/letter.txt', 'dear …');
    await expect(openQueue(`dir:${at('home')}`)).rejects.toMatchObject({ rule: 'batch/queue-url' });
    place.file('later/queue.json', '{"version":2}');
    await expect(openQueue(`dir:${at('later')}`)).rejects.toMatchObject({ rule: 'batch/queue-version' });
    await expect(openQueue(`dir:${place.file('file', '')}`)).rejects.toMatchObject({ rule: 'batch/queue-unreachable' });
  });
});

describe('the address of a queue', () => {
  it.each(['', 'queue', 'dir:relative', 'http://user:secret@host/', 'user:secret@host'])(
    'is not %j, and what was given is not repeated',
    async (address) => {
      const error = await openQueue(address).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ rule: 'batch/queue-url' });
      expect(String(error)).not.toContain('secret');
    },
  );
});

function journalLines(job: string): number {
  const path = at(`${job}/journal.jsonl`);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 0;
}
