import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Interrupt } from '../output/interrupt.js';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

let place: string;
let interrupt: Interrupt;
let working: Promise<unknown>;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fxlog-queue-'));
  for (const [i, shape] of ['plain-text', 'one-tool-call', 'multi-turn', 'plain-text'].entries()) {
    const session = fixtureSession(shape);
    cpSync(session, join(place, 'store', String(i), basename(session)), { recursive: true });
  }
  interrupt = new Interrupt();
});
afterEach(async () => {
  interrupt.raise();
  await working;
  rmSync(place, { recursive: true, force: true });
});

const run = (...args: string[]) => runInProcess(args, { cwd: place });
const queue = () => `dir:${join(place, 'queue')}`;

function hire(): void {
  working = runInProcess(['worker', '--queue', queue(), '--quiet'], { cwd: place, interrupt });
}

/** Files below a folder of the test, by their paths, without what is different each time: the inode of a log, and where checkpoints fell. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(join(place, folder), { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(place, folder, name)).isFile());
  const read = (name: string) =>
    readFileSync(join(place, folder, name), 'latin1')
      .replace(/^\{"t":"checkpoint".*\n/gm, '')
      .replace(/"event_log_stat_fingerprint":"[0-9a-f]+"/, '');
  return Object.fromEntries(files.map((name) => [name, read(name)]));
}

describe('--queue', () => {
  it.each([
    ['verify', ['verify', 'store']],
    ['stats', ['stats', 'store', '--json']],
    ['search', ['search', 'the', 'store', '--json']],
  ])('of %s prints what is printed without, and leaves the same', async (_, argv) => {
    hire();
    const here = await run(...argv, '--job', 'here');
    const there = await run(...argv, '--job', 'there', '--queue', queue());
    expect(there).toEqual({ ...here, stderr: here.stderr.replaceAll('here', 'there') });
    expect(here.stdout).not.toBe('');
    expect(filesIn('there')).toEqual(filesIn('here'));
  });

  it.each([
    ['convert', ['convert', 'store', '--to', 'markdown']],
    ['redact', ['redact', 'store']],
  ])('of %s fills the folder as it is filled without', async (_, argv) => {
    hire();
    const here = await run(...argv, '-o', 'out', '--job', 'here');
    const made = filesIn('out');
    expect(Object.keys(made).length).toBeGreaterThan(3);
    rmSync(join(place, 'out'), { recursive: true });
    const there = await run(...argv, '-o', 'out', '--job', 'there', '--queue', queue());
    expect(there).toEqual(here);
    expect(filesIn('out')).toEqual(made);
    expect(filesIn('there')).toEqual(filesIn('here'));
  });

  it('of export makes the tables that are made without', async () => {
    hire();
    const argv = ['export', 'store', '--to', 'csv', '-o', 'tables'];
    const here = await run(...argv, '--job', 'here');
    const made = filesIn('tables');
    rmSync(join(place, 'tables'), { recursive: true });
    expect(await run(...argv, '--job', 'there', '--queue', queue())).toEqual(here);
    expect(filesIn('tables')).toEqual(made);
    expect(filesIn('there')).toEqual(filesIn('here'));
  });

  it('needs a job, and takes nothing that is for workers', async () => {
    working = Promise.resolve();
    for (const argv of [[], ['--job', 'j', '--shard', '1/2'], ['--job', 'j', '--jobs', '2']]) {
      const { code, stderr } = await run('verify', 'store', '--queue', queue(), ...argv);
      expect(code).toBe(2);
      expect(stderr).toMatch(/--queue|--jobs/);
    }
    const { code, stderr } = await run('verify', 'store', '--queue', 'http://ann:secret@host', '--job', 'j');
    expect(code).toBe(2);
    expect(stderr).toContain('This is not the address of a queue');
    expect(stderr).not.toContain('secret');
  });
});

describe('fxlog worker', () => {
  it('ends when there was nothing to do for a while', async () => {
    working = Promise.resolve();
    const { code, stderr } = await run('worker', '--queue', queue(), '--idle', '0');
    expect(code).toBe(0);
    expect(stderr).toContain(`Waiting for work at ${queue()}.`);
  });
});
