import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIXTURES, fixtureLog, fixtureSession } from '../testing/built-command.js';
import { runInProcess, terminalOf } from '../testing/run-in-process.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fxlog-analysis-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const garbage = () => {
  const path = join(directory, 'garbage.jsonl');
  writeFileSync(path, 'garbage\n');
  return path;
};

describe('fxlog stats', () => {
  it('prints one JSON object; damaged inputs are counted and are not a failure', async () => {
    const run = await runInProcess(['stats', fixtureSession('usage-costs'), garbage(), '--json']);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      kind: 'stats',
      sessions: 1,
      turns: 4,
      calls: 1,
      damaged: 1,
      usage: { cost: 0.02071 },
    });
  });

  it('ends with 1 when nothing could be read', async () => {
    const run = await runInProcess(['stats', garbage(), '--json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ sessions: 0, turns: 0, calls: 0, damaged: 1 });
  });

  it('ends with 3 when an input is not there, and counts the others', async () => {
    const run = await runInProcess(['stats', join(directory, 'missing'), fixtureSession('plain-text'), '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({ sessions: 1 });
  });

  it('fits a terminal of 80 columns, and says unknown where nothing was recorded', async () => {
    const run = await runInProcess(['stats', FIXTURES, '--quiet'], { terminal: terminalOf(80) });
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(run.stdout).toMatch(/\/home\/dev\/project-two +1 +2 +1 +unknown +unknown +unknown/);
  });

  it('prints CSV with a row for the whole and for each part', async () => {
    const run = await runInProcess(['stats', fixtureSession('usage-costs'), '--csv']);
    const lines = run.stdout.split('\r\n');
    expect(lines[1]).toMatch(/^total,,1,4,1,,,25119,0\.02071,3021,141,1700,100,0$/);
    expect(lines).toContain('model,lab/large-model,1,,,,,,0.00001,2000,80,1500,0,0');
    expect((await runInProcess(['stats', FIXTURES, '--csv', '--json'])).code).toBe(2);
  });

  it('writes a page', async () => {
    const page = join(directory, 'stats.html');
    const run = await runInProcess(['stats', fixtureSession('usage-costs'), '--html', page]);
    expect(run.code).toBe(0);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*lab\/small-model/);
    expect((await runInProcess(['stats', FIXTURES, '--html', join(directory, 'no', 'page')])).code).toBe(3);
    expect(await runInProcess(['stats', FIXTURES, '--html', '-o'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints the same from a job that is run again, and from its merged shards', async () => {
    const job = ['stats', FIXTURES, '--json'];
    const whole = await runInProcess([...job, '--job', join(directory, 'job')]);
    const again = await runInProcess([...job, '--job', join(directory, 'job')]);
    expect(again.stdout).toBe(whole.stdout);
    for (const i of [1, 2]) await runInProcess([...job, '--job', join(directory, `part-${i}`), '--shard', `${i}/2`]);
    const merged = await runInProcess([
      'merge',
      join(directory, 'part-1'),
      join(directory, 'part-2'),
      '-o',
      join(directory, 'whole'),
      '--json',
    ]);
    expect(merged.stdout).toBe(whole.stdout);
  });
});

describe('the sessions of a root', () => {
  const withCopies = () => {
    const root = join(directory, 'sessions');
    const [id] = readdirSync(join(FIXTURES, 'usage-costs'));
    for (const name of [id, `${id}.bak`, `${id}+damaged`, 'fxlog+trash/gone', 'trash+v1/gone']) {
      cpSync(fixtureSession('usage-costs'), join(root, name ?? ''), { recursive: true });
    }
    return { root, id: id ?? '' };
  };

  it('are counted once: neither backups nor the trash nor what a repair kept, unless they are named', async () => {
    const { root, id } = withCopies();
    const whole = await runInProcess(['stats', root, '--json', '--quiet']);
    expect(JSON.parse(whole.stdout)).toMatchObject({ sessions: 1, turns: 4, usage: { cost: 0.02071 } });
    // One line for the first of them, and one for the others.
    expect(whole.stderr.match(/batch\/not-counted/g)).toHaveLength(2);
    expect(whole.stderr).toMatch(/^info: The same holds for \d more directories\./m);
    const named = await runInProcess(['stats', join(root, `${id}.bak`), '--json', '--quiet']);
    expect(JSON.parse(named.stdout)).toMatchObject({ sessions: 1 });
  });

  it.each(['profile', 'profile/sessions'])('may be none where %s is named', async (named) => {
    mkdirSync(join(directory, 'profile', 'sessions'), { recursive: true, mode: 0o700 });
    for (const command of [['verify'], ['stats'], ['search', 'x']]) {
      const { code, stdout, stderr } = await runInProcess([...command, join(directory, named)]);
      expect({ code, stdout }, command.join(' ')).toEqual({ code: 0, stdout: '' });
      expect(stderr).toMatch(/No saved sessions|Nothing found/);
    }
  });

  it('may be none, with or without a root: that is not a failure of any command', async () => {
    const env = { HOME: directory };
    for (const command of [['list'], ['verify'], ['stats'], ['search', 'x'], ['doctor'], ['tree']]) {
      expect((await runInProcess(command, { env })).code, command.join(' ')).toBe(0);
    }
    mkdirSync(join(directory, '.fx', 'sessions'), { recursive: true });
    for (const command of [['list'], ['verify'], ['stats'], ['search', 'x'], ['doctor'], ['tree']]) {
      expect((await runInProcess(command, { env })).code, command.join(' ')).toBe(0);
    }
  });

  it.each([
    ['verify', ''],
    ['convert', ''],
    ['stats', ''],
    ['search', 'x', ''],
    ['show', ''],
  ])('are not named by an empty argument: fxlog %s "%s"', async (...argv) => {
    const run = await runInProcess([...argv, ...(argv[0] === 'convert' ? ['--to', 'pi'] : [])]);
    expect(run.code).toBe(2);
  });
});

describe('fxlog search', () => {
  it('prints no tabs, neither as such nor spelled out', async () => {
    const { code, stdout } = await runInProcess(['search', 'crate', fixtureSession('one-tool-call'), '-C', '2']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ {4}1 {4}export interface Crate/m),
    });
    expect(stdout).not.toMatch(/\t|\\t/);
  });

  it('shows the title of a session above its name, and the time of each turn', async () => {
    const session = fileURLToPath(
      new URL('../../../../test-fixtures/newer/conversation-log/ordinary/orchard_0001', import.meta.url),
    );
    const run = await runInProcess(['search', 'how many crates', session]);
    expect(run.stdout).toContain(`Crates and trees\n${session}\n  turn 1, user, 2026-09-21 14:13:25 UTC, byte 0\n`);
    const json = await runInProcess(['search', 'how many crates', session, '--json']);
    const [hit] = json.stdout.split('\n');
    expect(JSON.parse(hit ?? '')).toMatchObject({ title: 'Crates and trees', time: '2026-09-21T14:13:25.000Z' });
  });

  it('names session, turn and byte, and the command that shows it', async () => {
    const session = fixtureSession('usage-costs');
    const run = await runInProcess(['search', 'small invented', session, '--json']);
    const [hit, summary] = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(hit).toMatchObject({
      kind: 'hit',
      session,
      in: 'output',
      turn: 1,
      step: 1,
      tool: 'read_file',
      show: `fxlog show ${session}#1`,
    });
    const frame = readFileSync(fixtureLog('usage-costs')).toString('utf8', hit.offset, hit.offset + hit.length);
    expect(frame).toContain('small invented');
    expect(summary).toMatchObject({ kind: 'search-summary', hits: 1, sessions: 1, found: 1, done: 1 });
    const shown = await runInProcess(['show', ...hit.show.split(' ').slice(2)]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('── #1 ──');
  });

  it('spells out what a terminal would act on', async () => {
    const run = await runInProcess(['search', 'red', fixtureSession('terminal-exec')], {
      terminal: terminalOf(80, false),
    });
    expect(run.stdout).toContain('\\x1b[31mred');
    expect(run.stdout).not.toContain('\u001b');
  });

  it('shows lines around a hit', async () => {
    const run = await runInProcess([
      'search',
      'apples: number',
      fixtureSession('one-tool-call'),
      '-C',
      '1',
      '--in',
      'output',
    ]);
    expect(run.stdout).toMatch(/ {4}.*label: string;\n {2}> .*apples: number;\n {4}/);
  });

  it('finds nothing without failing, and refuses patterns that are none', async () => {
    const session = fixtureSession('plain-text');
    const none = await runInProcess(['search', 'no such words', session]);
    expect(none.code).toBe(0);
    expect(none.stdout).toBe('');
    expect(none.stderr).toContain('Nothing found');
    expect((await runInProcess(['search', '(', session, '--regex'])).code).toBe(2);
    expect((await runInProcess(['search', 'x', session, '--in', 'uesr'])).stderr).toContain('Did you mean user?');
    expect((await runInProcess(['search', 'x', session, '--regex', '--fuzzy'])).code).toBe(2);
  });
});

describe('fxlog export of tables', () => {
  it('makes tables, and says how many rows', async () => {
    const out = join(directory, 'tables');
    const run = await runInProcess([
      'export',
      fixtureSession('usage-costs'),
      '--to',
      'tables-jsonl',
      '-o',
      out,
      '--json',
    ]);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      kind: 'export',
      format: 'tables-jsonl',
      path: out,
      found: 1,
      done: 1,
      rows: { sessions: 1, turns: 4, tool_calls: 1 },
    });
    expect(readFileSync(join(out, 'turns.jsonl'), 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('ends with 1 when a session is damaged, and has the others', async () => {
    const out = join(directory, 'tables');
    const run = await runInProcess(['export', fixtureSession('plain-text'), garbage(), '--to', 'csv', '-o', out]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('2 found = 1 done + 1 failed + 0 skipped');
    expect(existsSync(join(out, 'turns.csv'))).toBe(true);
  });

  it('gives the same tables from merged shards as from one run', async () => {
    const base = ['export', join(FIXTURES, 'profile'), '--to', 'tables-jsonl'];
    await runInProcess([...base, '-o', join(directory, 'one')]);
    for (const i of [1, 2]) {
      const run = await runInProcess([
        ...base,
        '-o',
        join(directory, 'out'),
        '--job',
        join(directory, `part-${i}`),
        '--shard',
        `${i}/2`,
      ]);
      expect(run.code).toBe(0);
    }
    expect(existsSync(join(directory, 'out'))).toBe(false);
    const merged = await runInProcess([
      'merge',
      join(directory, 'part-1'),
      join(directory, 'part-2'),
      '-o',
      join(directory, 'whole'),
    ]);
    expect(merged.code).toBe(0);
    for (const table of ['sessions', 'turns', 'messages', 'tool_calls', 'usage', 'findings']) {
      const read = (folder: string) => readFileSync(join(directory, folder, `${table}.jsonl`), 'utf8');
      expect(read('whole/out')).toBe(read('one'));
    }
  });

  it('refuses options that are for another format', async () => {
    const run = await runInProcess(['export', FIXTURES, '--to', 'sqlite', '-o', join(directory, 'db'), '--safe']);
    expect(run.code).toBe(2);
    expect((await runInProcess(['export', FIXTURES, '--to', 'excel', '-o', join(directory, 'x')])).code).toBe(2);
  });

  it('says so when the place cannot be written to', async () => {
    const run = await runInProcess([
      'export',
      fixtureSession('plain-text'),
      '--to',
      'csv',
      '-o',
      join(directory, 'no', 'such', 'place'),
    ]);
    expect(run.code).toBe(3);
  });
});
