import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readConversation } from '@fxlog/assembler';
import { openSession, verifySession } from '@fxlog/store';
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

/** The sessions below a folder with one folder a shape. */
function sessionsBelow(folder: string, store = ''): { shape: string; id: string; dir: string }[] {
  const isDirectory = (path: string) => statSync(path).isDirectory();
  return readdirSync(folder)
    .filter((shape) => isDirectory(join(folder, shape)))
    .flatMap((shape) =>
      readdirSync(join(folder, shape, store))
        .map((id) => ({ shape, id, dir: join(folder, shape, store, id) }))
        .filter(({ dir }) => isDirectory(dir)),
    );
}

const CONVERSATIONS = sessionsBelow(NEWER);
const STORE_SESSIONS = sessionsBelow(join(FIXTURES, '../newer/sessions-v2'), 'v2');
const SHAPES = sessionsBelow(FIXTURES)
  .filter(({ dir }) => existsSync(join(dir, 'events.jsonl')))
  .map(({ shape }) => shape);

/** What was said and done in a session, as far as every format tells it. */
async function saidIn(dir: string) {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  const said = [];
  for await (const items of readConversation(log.path, { end: log.end, readBlob: log.readBlob })) {
    for (const item of items) {
      if (item.type === 'compaction') said.push({ user: null, summary: item.compaction.summary });
      if (item.type !== 'turn') continue;
      const { user, steps, end, files } = item.turn;
      said.push({
        user: user.text,
        images: user.images.map(({ id, mediaType }) => [id, mediaType]),
        steps: steps.map(({ text, calls, results }) => ({
          text,
          calls: calls.map(({ name, argumentsJson }) => [name, argumentsJson]),
          results: results.map(({ status, toolName }) => [status, toolName]),
        })),
        end: [end.kind, 'text' in end ? end.text : null],
        files: files.map(({ path, action }) => [path, action]),
      });
    }
  }
  return said;
}

const PROGRAMS = ['claude-code', 'codex', 'pi'].flatMap((program) =>
  readdirSync(join(TRANSCRIPTS, program), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ program, name, path: join(TRANSCRIPTS, program, name) })),
);

describe('fxlog convert --dialect', () => {
  it.each(CONVERSATIONS)('makes $shape/$id an event log that fx resumes, or says why not', async ({ dir }) => {
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

  it.each(SHAPES)('brings %s from an event log to a conversation log, to the newer store, and back', async (shape) => {
    const dir = fixtureSession(shape);
    if (!(await verifySession(dir)).readable.ok) return;
    const middle = await convert(dir, 'conversation-log', 'middle');
    const store = await convert(middle.path, 'sessions-v2', 'store');
    expect(store.path).toMatch(/store\/v2\/[^/]+$/);
    const back = await convert(store.path, 'event-log-v1', 'back');
    for (const { verdict } of [middle, store, back]) {
      expect(verdict).toMatchObject({ readable: { ok: true }, resumable: { ok: true } });
      expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
    expect(await saidIn(middle.path)).toEqual(await saidIn(store.path));
    expect(await saidIn(back.path)).toEqual(await saidIn(store.path));
    // An event log keeps nothing of a turn that ended without a word; apart from that it was all there.
    expect((await saidIn(dir)).map(({ user }) => user)).toEqual((await saidIn(back.path)).map(({ user }) => user));
  });

  it.each(STORE_SESSIONS)('brings $shape/$id from the newer store to the others, or says why not', async ({ dir }) => {
    const { readable, findings } = await verifySession(dir);
    const isSound = readable.ok && findings.every(({ severity }) => severity !== 'error');
    const done = await run('convert', dir, '--to', 'fx', '--dialect', 'conversation-log', '-o', 'middle', '--json');
    if (!isSound) return expect(done.code).not.toBe(2);
    expect(done.code, done.stderr).toBe(0);
    const { path } = JSON.parse(done.stdout) as { path: string };
    const again = await convert(path, 'sessions-v2', 'store');
    expect(await saidIn(again.path)).toEqual(await saidIn(path));
    const old = await convert(again.path, 'event-log-v1', 'old');
    expect(old.verdict).toMatchObject({ resumable: { ok: true } });
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

  it.each(['of a session directory', 'that lies alone'])(
    'gives an image whose number another has a number of its own in the log %s',
    async (where) => {
      const shape = join(FIXTURES, '../conformance/model-view/image-native');
      const id = readdirSync(shape).find((name) => /^\d+-/.test(name)) ?? '';
      const dir = join(home, 'twice', id);
      cpSync(join(shape, id), dir, { recursive: true });
      const log = join(dir, 'events.jsonl');
      const text = readFileSync(log, 'utf8').replaceAll('"id":2,', '"id":1,');
      writeFileSync(log, text.replaceAll('images/image-2-', 'images/image-1-'));
      cpSync(join(dir, 'images/image-2-16fef14b89aa9a62.bin'), join(dir, 'images/image-1-16fef14b89aa9a62.bin'));
      rmSync(join(dir, 'checkpoint.json'));
      const rules = ({ findings }: Awaited<ReturnType<typeof verifySession>>) => findings.map(({ rule }) => rule);
      expect(rules(await verifySession(dir))).toContain('store/image-id');
      const alone = join(home, 'alone.jsonl');
      cpSync(log, alone);
      const { verdict } = await convert(where === 'that lies alone' ? alone : dir, 'event-log-v1', 'to');
      expect(rules(verdict)).not.toContain('store/image-id');
      expect(verdict.resumable.ok).toBe(true);
      if (where !== 'that lies alone') expect(rules(verdict)).not.toContain('store/artifact-missing');
    },
  );

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
