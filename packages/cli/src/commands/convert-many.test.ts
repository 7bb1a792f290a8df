import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { verifySession } from '@fxlog/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const SHAPES = ['plain-text', 'one-tool-call', 'multi-turn'];
const IDS = SHAPES.map((shape) => basename(fixtureSession(shape))).sort();

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fxlog-convert-many-'));
  mkdirSync(join(place, 'home'));
  for (const shape of SHAPES) {
    const session = fixtureSession(shape);
    cpSync(session, join(place, 'store', basename(session)), { recursive: true });
  }
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess(args, { cwd: place, env: { HOME: join(place, 'home') } });
const linesOf = (text: string) => text.trimEnd().split('\n');
const lastJson = (text: string) => JSON.parse(linesOf(text).at(-1) as string);

/** The files below a folder with what they hold. */
function contentOf(folder: string): Record<string, string> {
  const path = join(place, folder);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.flatMap((name) =>
      statSync(join(path, name)).isFile() ? [[name, readFileSync(join(path, name), 'latin1')]] : [],
    ),
  );
}

/** Breaks the second event of a session. */
function breakLog(id: string): void {
  const path = join(place, 'store', id, 'events.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"seq":2,', '"seq":2;'));
}

describe('convert of many sessions', () => {
  it('makes of each what it makes of one', async () => {
    const { code, stdout } = await run('convert', 'store', '--to', 'markdown', '-o', 'pages');
    expect(code).toBe(0);
    const pages = contentOf('pages');
    expect(Object.keys(pages)).toEqual(IDS.map((id) => `${id}.md`));
    for (const id of IDS) {
      const alone = await run('convert', `store/${id}`, '--to', 'markdown');
      expect(pages[`${id}.md`]).toBe(Buffer.from(alone.stdout).toString('latin1'));
    }
    expect(linesOf(stdout).map((line) => line.split(':')[0])).toEqual([
      ...IDS.map((id) => `pages/${id}.md`),
      '3 found = 3 done + 0 failed + 0 skipped',
    ]);
  });

  it('makes sessions of fx that stand on their own', async () => {
    await run('convert', ...IDS.map((id) => `store/${id}`), '--to', 'fx', '-o', 'sessions');
    for (const id of IDS) {
      const { findings } = await verifySession(join(place, 'sessions', id));
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it('counts what is damaged, with the reason, and converts what can be read of it, and the others', async () => {
    const [first = '', second = '', third = ''] = IDS;
    breakLog(second);
    const { code, stdout } = await run('convert', 'store', '--to', 'jsonl', '-o', 'out', '--json');
    expect(code).toBe(1);
    const lines = linesOf(stdout).map((line) => JSON.parse(line));
    expect(lines.map(({ kind, input }) => [kind, input])).toEqual([
      ['conversion', `store/${first}`],
      ['conversion', `store/${second}`],
      ['conversion-failed', `store/${second}`],
      ['conversion', `store/${third}`],
      ['conversion-summary', undefined],
    ]);
    expect(lines[2]).toMatchObject({ rule: 'codec/bad-line', reason: expect.stringContaining('not JSON') });
    expect(lines[4]).toMatchObject({ found: 3, done: 2, failed: 1, skipped: 0, reasons: { 'codec/bad-line': 1 } });
    expect(Object.keys(contentOf('out'))).toEqual(IDS.map((id) => `${id}.jsonl`));
  });

  it('adds up what was lost', async () => {
    const { stdout } = await run('convert', 'store', '--to', 'claude-code', '-o', 'out', '--json');
    const lines = linesOf(stdout).map((line) => JSON.parse(line));
    const { losses } = lines.pop();
    const sum = (rule: string) => lines.reduce((total, line) => total + (line.losses[rule] ?? 0), 0);
    expect(Object.keys(losses)).not.toEqual([]);
    for (const rule of Object.keys(losses)) expect(losses[rule]).toBe(sum(rule));
  });

  it('gives sessions of the same name places of their own', async () => {
    cpSync(join(place, 'store'), join(place, 'again'), { recursive: true });
    const { stderr } = await run('convert', 'store', 'again', '--to', 'fx', '-o', 'out');
    expect(stderr).not.toContain('exists');
    expect(readdirSync(join(place, 'out')).sort()).toEqual([...IDS, 'copy+2'].sort());
    expect(readdirSync(join(place, 'out', 'copy+2')).sort()).toEqual(IDS);
  });

  it('calls logs alone by the directories that they lie in', async () => {
    const logs = IDS.map((id) => `store/${id}/events.jsonl`);
    await run('convert', ...logs, '--to', 'markdown', '-o', 'pages');
    expect(Object.keys(contentOf('pages'))).toEqual(IDS.map((id) => `${id}.md`));
  });

  it('never puts anything into a folder that holds something', async () => {
    mkdirSync(join(place, 'out'));
    writeFileSync(join(place, 'out', 'mine'), '');
    const { code, stderr } = await run('convert', 'store', '--to', 'markdown', '-o', 'out');
    expect(code).toBe(3);
    expect(stderr).toContain('out is not empty');
    expect(readdirSync(join(place, 'out'))).toEqual(['mine']);
  });

  it('leaves nothing where nothing may be lost', async () => {
    const args = ['--to', 'claude-code', '--strict-lossless', '-o', 'out', '--json'];
    const { code, stdout } = await run('convert', 'store', ...args);
    expect(code).toBe(1);
    expect(lastJson(stdout)).toMatchObject({ found: 3, done: 0, failed: 3 });
    expect(readdirSync(join(place, 'out'))).toEqual([]);
  });

  it.each([
    ['', 'folder', ['store', '--to', 'markdown']],
    ['', 'folder', ['store', '--to', 'markdown', '-o', '-']],
    ['', '--install', ['store', '--to', 'fx', '--install']],
    ['', '--report', ['store', '--to', 'markdown', '-o', 'out', '--report', 'losses.json']],
    ['', '--seed', ['store', '--to', 'markdown', '-o', 'out', '--stage', 'anonymize', '--job', 'job']],
    ['', 'stage', ['store', '--to', 'markdown', '-o', 'out', '--stage', 'magic']],
    ['', 'codec', ['store', '--to', 'nothing', '-o', 'out']],
  ])('%srefuses what makes no sense for many: %s', async (_, word, args) => {
    const { code, stderr } = await run('convert', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(word);
  });
});

describe.each([
  ['convert', ['--to', 'codex']],
  ['redact', []],
])('a job of %s', (command, args) => {
  it('says the same when it is asked again', async () => {
    const once = await run(command, 'store', ...args, '-o', 'out', '--job', 'job');
    const made = contentOf('out');
    const again = await run(command, 'store', ...args, '-o', 'out', '--job', 'job');
    expect(again.stdout).toBe(once.stdout);
    expect(contentOf('out')).toEqual(made);
  });

  it.each(['before anything was noted', 'after two sessions were noted'])(
    'goes on where it was after a kill %s',
    async (moment) => {
      const once = await run(command, 'store', ...args, '-o', 'out', '--job', 'job', '--json');
      const made = Object.keys(contentOf('out'));
      const journal = join(place, 'job', 'journal.jsonl');
      const lines = linesOf(readFileSync(journal, 'utf8')).filter((line) => line.startsWith('{"t":"session"'));
      // What a kill leaves behind: more in the folder than in the journal, and half of something.
      const noted = moment.startsWith('before') ? [] : [...lines.slice(0, 2), positioned(lines[1] as string)];
      writeFileSync(journal, noted.map((line) => `${line}\n`).join(''));
      mkdirSync(join(place, 'out/.fxlog-staging/half'), { recursive: true });
      const resumed = await run(command, 'store', ...args, '-o', 'out', '--job', 'job', '--json');
      expect(resumed.stdout).toBe(once.stdout);
      expect(Object.keys(contentOf('out')).map(withoutGeneration)).toEqual(made.map(withoutGeneration));
      expect(resumed.stderr.includes('2 sessions had been settled')).toBe(noted.length > 0);
    },
  );

  it('is the same whole when its shards are merged', async () => {
    const options = ['store', ...args, '--json'];
    const whole = await run(command, ...options, '-o', 'out');
    for (const shard of ['1', '2']) {
      await run(command, ...options, '--shard', `${shard}/2`, '-o', `out-${shard}`, '--job', `job-${shard}`);
    }
    const merged = await run('merge', 'job-1', 'job-2', '-o', 'merged', '--json');
    expect(merged.stdout.replaceAll(/"out-[12]\//g, '"out/')).toBe(whole.stdout);
    const [one, two] = [contentOf('out-1'), contentOf('out-2')];
    expect(Object.keys({ ...one, ...two }).length).toBe(Object.keys(one).length + Object.keys(two).length);
  });
});

/** A checkpoint right behind a session, as a journal that was killed there has it. */
function positioned(line: string): string {
  const { offset, bytes } = JSON.parse(line).extent;
  return JSON.stringify({ t: 'checkpoint', position: offset + bytes });
}

/** Names of watermarks have the generation of their log in them. */
const withoutGeneration = (name: string): string => name.replace(/commit\.[0-9a-f]{32}/, 'commit');

describe('redact of many sessions', () => {
  it('takes the secrets out of each', async () => {
    for (const id of IDS) {
      const path = join(place, 'store', id, 'events.jsonl');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replaceAll('/home/dev', '/home/ann'));
    }
    const { code, stdout } = await run('redact', 'store', '-o', 'out', '--json');
    expect(code).toBe(0);
    const made = Object.values(contentOf('out')).join('');
    expect(made).not.toContain('/home/ann');
    expect(lastJson(stdout)).toMatchObject({ kind: 'redact-summary', found: 3, done: 3 });
  });
});
