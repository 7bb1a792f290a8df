import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Service } from '#test/services/service';
import { openQueue } from '../queue/open-queue.js';
import { buildForNode } from './build-worker.js';
import { filesOf, runJob, TEST_VERSION, work } from './queue-job.js';
import { sessionFiles, TestDirectory, writeSession } from './sessions.js';

const SESSIONS = 400;
const SHARD_SESSIONS = 2;
const WORKERS = 16;
const KILLS_PER_RESTART = 20;
const LEASE_MS = 3000;
const BETWEEN_KILLS_MS = 100;
const WAIT_MS = 300_000;
/**
 * Shards that are done between two kills, at least. However slow the machine is, few attempts at a shard end with a kill; five in a row would
 * make it one that takes its workers with it.
 */
const SHARDS_PER_KILL = 4;

/** Workers in processes of their own; one that ends is replaced. */
class Crew {
  readonly #children: ChildProcess[] = [];
  #isDismissed = false;
  kills = 0;
  /** Shards that they did. */
  done = 0;

  constructor(
    readonly program: URL,
    readonly address: string,
    size: number,
  ) {
    for (let i = 0; i < size; i += 1) this.#hire(i);
  }

  killOne(): void {
    this.kills += 1;
    this.#children[Math.floor(Math.random() * this.#children.length)]?.kill('SIGKILL');
  }

  dismiss(): void {
    this.#isDismissed = true;
    for (const child of this.#children) child.kill('SIGKILL');
  }

  #hire(place: number): void {
    const args = [fileURLToPath(this.program), this.address, '', String(LEASE_MS)];
    // One that begins while the service is away says so, and ends.
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#children[place] = child;
    child.on('message', () => {
      this.done += 1;
    });
    child.once('close', () => {
      if (!this.#isDismissed) this.#hire(place);
    });
  }
}

/** Options of {@link describeEngine}. */
export interface EngineSuite {
  /** Whether the service is installed; vitest.config.ts says so where it is not. */
  readonly isThere: boolean;
  /** Starts what keeps the queue, with nothing in it. */
  start(place: string): Promise<Service>;
  /** Workers that are killed. */
  readonly kills: number;
}

/** What must be true of a queue, whatever keeps it. */
export function describeEngine(name: string, { isThere, start, kills }: EngineSuite): void {
  vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

  let program: URL;
  let place: TestDirectory;

  beforeAll(async () => {
    program = await buildForNode('test-queue-worker');
  });
  afterAll(() => rmSync(fileURLToPath(program)));
  beforeEach(() => {
    place = new TestDirectory();
  });
  afterEach(() => place.remove());

  const at = (name: string) => join(place.path, name);

  function writeSessions(count: number): string {
    for (let i = 0; i < count; i += 1) {
      const { id, files } = sessionFiles('plain-text', i);
      if (i % 4 === 3) files.set('events.jsonl', (files.get('events.jsonl') as Buffer).subarray(0, 700 + i));
      writeSession(join(at('sessions'), id), files, true);
    }
    return at('sessions');
  }

  describe.runIf(isThere)(`a queue on ${name}`, () => {
    let service: Service;
    beforeEach(async () => {
      service = await start(place.path);
    });
    afterEach(() => service.stop());

    it('gives the same when workers are killed at random moments and the service is started again', async () => {
      const inputs = [writeSessions(SESSIONS)];
      const whole = await runJob(at('here'), inputs);
      const files = filesOf(at('here'));
      const queue = await openQueue(service.address, LEASE_MS);
      const crew = new Crew(program, service.address, WORKERS);
      let ends = false;
      const killing = (async () => {
        while (!ends) {
          const enough = crew.done + SHARDS_PER_KILL;
          await delay(Math.random() * 2 * BETWEEN_KILLS_MS);
          while (!ends && crew.done < enough) await delay(10);
          crew.killOne();
          if (crew.kills % KILLS_PER_RESTART === 0) await service.restart();
        }
      })();
      try {
        for (let job = 0; crew.kills < kills; job += 1) {
          const options = { queue, shardSessions: SHARD_SESSIONS };
          expect(await runJob(at(`there-${job}`), inputs, options)).toEqual(whole);
          expect(filesOf(at(`there-${job}`))).toEqual(files);
        }
      } finally {
        ends = true;
        await killing;
        crew.dismiss();
        await queue.close();
      }
    });

    it('tries again what fails, gives it up, and takes it anew', async () => {
      const queue = await openQueue(service.address, LEASE_MS);
      const stop = new AbortController();
      const order = { id: 'f'.repeat(64), rank: 0, job: place.path, version: TEST_VERSION };
      let attempts = 0;
      const working = queue.work(
        async () => {
          attempts += 1;
          throw new Error('the disk is full');
        },
        { version: TEST_VERSION, signal: stop.signal, idleMs: null },
      );
      try {
        for (let again = 1; again <= 2; again += 1) {
          await queue.add(order);
          await queue.add(order);
          const given = { is: 'given-up', reason: 'the disk is full' };
          await vi.waitFor(async () => expect(await queue.state(order)).toEqual(given), WAIT_MS);
          expect(attempts).toBe(5 * again);
          await queue.forget(order);
          expect(await queue.state(order)).toEqual({ is: 'unknown' });
        }
      } finally {
        stop.abort();
        await working;
        await queue.close();
      }
    });

    it('gets a shard back from a worker that is stopped or of another version', async () => {
      const inputs = [writeSessions(12)];
      await runJob(at('here'), inputs);
      const stop = new AbortController();
      const queue = await openQueue(service.address, LEASE_MS);
      const running = runJob(at('there'), inputs, { queue });
      const stranger = await openQueue(service.address, LEASE_MS);
      await expect(work(stranger, stop.signal, { version: '9.9.9' })).rejects.toMatchObject({
        rule: 'batch/queue-version',
      });
      const stopped = new AbortController();
      await stranger.work(
        async (_order, _tell, signal) => {
          stopped.abort(new Error('stopped'));
          signal.throwIfAborted();
        },
        { version: TEST_VERSION, signal: stopped.signal, idleMs: null },
      );
      const working = work(stranger, stop.signal);
      await running;
      stop.abort();
      await working;
      expect(filesOf(at('there'))).toEqual(filesOf(at('here')));
      for (const open of [queue, stranger]) await open.close();
    });

    it('leaves no password in a job or on the screen', async () => {
      const inputs = [writeSessions(6)];
      const stop = new AbortController();
      const queue = await openQueue(service.address, LEASE_MS);
      const working = work(queue, stop.signal);
      await runJob(at('there'), inputs, { queue });
      stop.abort();
      await working;
      await queue.close();
      expect(queue.address).not.toContain('secret');
      for (const name of ['job.json', 'journal.jsonl'])
        expect(readFileSync(at(`there/${name}`), 'utf8')).not.toContain('secret');
    });
  });
}
