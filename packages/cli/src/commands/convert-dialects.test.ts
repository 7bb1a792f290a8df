import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { verifySession } from '@fxlog/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIXTURES, fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

vi.setConfig({ testTimeout: 120_000 });

const NEWER = join(FIXTURES, '../newer/conversation-log');
const TRANSCRIPTS = join(FIXTURES, '../codecs');

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-dialects-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { env: { HOME: home }, cwd: home });

/** What is written to a folder of that name, and how it is judged. */
async function convert(from: string, dialect: string, folder: string) {
  const done = await run('convert', from, '--to', 'fx', '--dialect', dialect, '-o', folder, '--json');
  expect(done.code, done.stderr).toBe(0);
  const result = JSON.parse(done.stdout) as { path: string; turns?: number; losses: Record<string, number> };
  return { ...result, verdict: await verifySession(result.path) };
}

const CONVERSATIONS = readdirSync(NEWER, { recursive: true, encoding: 'utf8' })
  .filter((name) => basename(name) === 'events.jsonl')
  .map((name) => ({ name: dirname(name), dir: join(NEWER, dirname(name)) }));

const PROGRAMS = ['claude-code', 'codex', 'pi'].flatMap((program) =>
  readdirSync(join(TRANSCRIPTS, program), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ program, name, path: join(TRANSCRIPTS, program, name) })),
);

describe('fxlog convert --dialect', () => {
  it.each(CONVERSATIONS)('makes $name an event log that fx resumes, or says why not', async ({ dir }) => {
    const readable = (await verifySession(dir)).readable.ok;
    const done = await run('convert', dir, '--to', 'fx', '-o', 'older', '--json');
    if (!readable) return expect(done.code).not.toBe(2);
    expect(done.code, done.stderr).toBe(0);
    const { path } = JSON.parse(done.stdout) as { path: string };
    expect(await verifySession(path)).toMatchObject({ format: 'event-log-v1', resumable: { ok: true } });
    // What came of it is a conversation log again.
    const { verdict } = await convert(path, 'conversation-log', 'newer');
    expect(verdict).toMatchObject({ format: 'conversation-log', readable: { ok: true }, resumable: { ok: true } });
  });

  it.each(PROGRAMS)('makes a conversation log of $program $name', async ({ program, path }) => {
    const done = await run(
      'convert',
      path,
      '--from',
      program,
      '--to',
      'fx',
      '--dialect',
      'conversation-log',
      '-o',
      'to',
    );
    const old = await run('convert', path, '--from', program, '--to', 'fx', '-o', 'old');
    expect(done.code, done.stderr).toBe(old.code);
    if (done.code !== 0) return;
    const [id = ''] = readdirSync(join(home, 'to'));
    const verdict = await verifySession(join(home, 'to', id));
    expect(verdict).toMatchObject({ format: 'conversation-log', readable: { ok: true }, resumable: { ok: true } });
    expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(readdirSync(join(home, 'old'))).toEqual([id]);
  });

  it('counts what a conversation log has no place for, and lists it with its place', async () => {
    const dir = fixtureSession('one-tool-call');
    const done = await run(
      ...['convert', dir, '--to', 'fx', '--dialect', 'conversation-log', '-o', 'to', '--report', 'losses.json'],
    );
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('1 turn');
    const { losses } = JSON.parse(readFileSync(join(home, 'losses.json'), 'utf8')) as {
      losses: { rule: string; turn?: number; seq?: number; path?: string }[];
    };
    expect(losses).toContainEqual(
      expect.objectContaining({
        rule: 'codec/unsure-output',
        turn: 0,
        seq: expect.any(Number),
        path: '/execution/tool_steps/0/tool_results/0/output',
      }),
    );
  });

  it('writes nothing where something would be lost and nothing may be', async () => {
    const dir = fixtureSession('one-tool-call');
    const done = await run(
      ...['convert', dir, '--to', 'fx', '--dialect', 'conversation-log', '-o', 'to', '--strict-lossless'],
    );
    expect(done.code).toBe(1);
    expect(readdirSync(join(home, 'to'))).toEqual([]);
  });

  it('converts many', async () => {
    for (const shape of ['plain-text', 'parallel-tools']) {
      const dir = fixtureSession(shape);
      cpSync(dir, join(home, 'sessions', basename(dir)), { recursive: true });
    }
    const done = await run('convert', 'sessions', '--to', 'fx', '--dialect', 'conversation-log', '-o', 'to', '--json');
    expect(done.code, done.stderr).toBe(0);
    const made = readdirSync(join(home, 'to'), { recursive: true, encoding: 'utf8' });
    expect(
      made.filter((name) => basename(name) === 'usage-v2.json' || basename(name) === 'session.json').length,
    ).toBeGreaterThanOrEqual(2);
    expect(made.some((name) => basename(name) === 'authority.json')).toBe(false);
  });

  it('keeps the format of fx 0.0.7 as the default, and takes a format for sessions of fx alone', async () => {
    const dir = fixtureSession('plain-text');
    expect(await run('convert', dir, '--to', 'fx', '-o', 'to')).toMatchObject({ code: 0 });
    const [id = ''] = readdirSync(join(home, 'to'));
    expect(await verifySession(join(home, 'to', id))).toMatchObject({ format: 'event-log-v1' });
    for (const argv of [
      ['--to', 'pi', '-o', 'x'],
      ['--to', 'fx', '-o', '-'],
    ]) {
      const done = await run('convert', dir, '--dialect', 'conversation-log', ...argv);
      expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('--dialect conversation-log') });
    }
  });
});
