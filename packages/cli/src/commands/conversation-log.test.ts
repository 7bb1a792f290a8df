import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const NEWER = fileURLToPath(new URL('../../../../test-fixtures/newer/', import.meta.url));
const SHAPES = join(NEWER, 'conversation-log');

interface ExpectedEntry {
  readonly summary?: string;
  readonly user?: string;
  readonly images?: readonly string[];
  readonly steps?: readonly object[];
  readonly steering?: readonly string[];
  readonly end?: readonly [kind: string, text: string | null];
}

/** What each log says, worked out by reading it. */
const EXPECTED = JSON.parse(readFileSync(join(SHAPES, 'expected.json'), 'utf8')) as Record<string, ExpectedEntry[]>;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-conversation-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess(args, { cwd: home, env: { HOME: home } });
const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A copy of a session, to be damaged. */
function copyOf(shape: string): string {
  const dir = join(home, basename(shape));
  cpSync(join(SHAPES, shape), dir, { recursive: true });
  return dir;
}

// biome-ignore lint/suspicious/noExplicitAny: what the command prints
function shown(line: any): ExpectedEntry {
  if (line.kind === 'compaction') return { summary: line.compaction.summary };
  const { user, steps, steering, end } = line.turn;
  const images = user.images.map(({ path }: { path: string }) => path);
  const said = steering.map(({ text, afterSteps }: { text: string; afterSteps: number }) => `${afterSteps}: ${text}`);
  return {
    user: user.text,
    ...(images.length > 0 && { images }),
    steps: steps.map((step: { text: string | null; calls: never[]; results: never[] }) => ({
      text: step.text,
      calls: step.calls.map(({ name, id }) => `${name} ${id}`),
      // biome-ignore lint/suspicious/noExplicitAny: what the command prints
      results: step.results.map(({ status, callId, content }: any) => {
        return `${status} ${callId}: ${content.kind === 'inline' ? content.output : `${content.kind} ${content.preview}`}`;
      }),
    })),
    ...(said.length > 0 && { steering: said }),
    end: [end.kind, end.text ?? null],
  };
}

const entriesOf = async (...args: string[]) => {
  const lines = jsonLines((await run('show', '--json', ...args)).stdout);
  return lines.filter(({ kind }) => kind !== 'session').map(shown);
};

describe('conversation logs', () => {
  it('all have a hand-worked expectation', () => {
    const sessions = readdirSync(SHAPES).flatMap((shape) =>
      statSync(join(SHAPES, shape)).isDirectory() ? readdirSync(join(SHAPES, shape)).map((id) => `${shape}/${id}`) : [],
    );
    expect(Object.keys(EXPECTED).sort()).toEqual(sessions.sort());
  });

  it.each(Object.keys(EXPECTED))('%s says what it says', async (session) => {
    expect(await entriesOf(join(SHAPES, session))).toEqual(EXPECTED[session]);
  });
});

describe('outputs of tools beside a conversation log', () => {
  it('are shown whole, also where the log has a part of them', async () => {
    const dir = copyOf('tool-call/orchard_0002');
    const whole = `apples\npears\nplums\n${'and more\n'.repeat(30)}the last`;
    writeFileSync(join(dir, 'tool-results/result-shell-call-1.txt'), whole);
    const [turn] = jsonLines((await run('show', '--json', dir)).stdout).slice(1);
    expect(turn.turn.steps[0].results[0].content).toEqual({ kind: 'inline', output: whole });
    expect((await run('show', dir, '--full')).stdout).toContain('the last');
    expect((await run('tail', dir, '--full')).stdout).toContain('the last');
  });

  it.each([
    ['that are missing', (file: string) => rmSync(file)],
    [
      'that are links',
      (file: string) => {
        rmSync(file);
        symlinkSync('/etc/hostname', file);
      },
    ],
  ])('are previews, and that is said, of files %s', async (_, damage) => {
    const dir = copyOf('tool-call/orchard_0002');
    damage(join(dir, 'tool-results/result-shell-call-1.txt'));
    const { code, stdout, stderr } = await run('show', dir);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a preview of result-shell-call-1.txt'),
    });
    expect(stdout).toContain('plums');
    expect(stderr).toContain('an output is not there: result-shell-call-1.txt');
  });

  it('are said to be missing where the log has no part of them', async () => {
    const dir = copyOf('artifacts-missing/orchard_0013');
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace(/"preview":"[^"]*"/, '"preview":null'));
    const { stdout, stderr } = await run('show', dir);
    expect(stdout).toContain('its output is missing');
    expect(stderr).toContain('an output is not there: result-shell-call-1.txt');
  });
});

describe('views of a session of fx', () => {
  const usersOf = async (...args: string[]) =>
    (await entriesOf(...args)).map(({ user, summary }) => user ?? `= ${summary}`);
  const SUMMARY = '= The orchard has three crates: apples, pears, plums.';

  it('of a conversation log: all of it, or what the newest summary leaves', async () => {
    const dir = join(SHAPES, 'compacted/orchard_0008');
    expect(await usersOf(dir)).toEqual(['list the crates', 'again', SUMMARY, 'thanks']);
    expect(await usersOf(dir, '--view', 'archive')).toEqual(['list the crates', 'again', 'thanks']);
    expect(await usersOf(dir, '--view', 'model')).toEqual([SUMMARY, 'thanks']);
    expect(await usersOf(`${dir}#-1`, '--view', 'archive')).toEqual(['thanks']);
    expect(await usersOf(`${dir}#2`, '--view', 'archive')).toEqual(['again']);
  });

  it('of a session without a summary are the same', async () => {
    const dir = join(SHAPES, 'ordinary/orchard_0001');
    for (const view of ['model', 'archive']) expect(await usersOf(dir, '--view', view)).toEqual(await usersOf(dir));
  });

  it('of the newer store', async () => {
    const dir = join(NEWER, 'sessions-v2/compacted/v2/orchard_0955');
    expect(await usersOf(dir, '--view', 'archive')).toEqual(['how many crates?', 'and trees?']);
    expect(await usersOf(dir, '--view', 'model')).toEqual(['= Three crates.', 'and trees?']);
  });
});

describe('a conversation log whose beginning is damaged', () => {
  it.each([
    ['a line that is no JSON', (text: string) => text.replace('{', '[')],
    ['two such lines', (text: string) => text.replace('{', '[').replace('\n{', '\n[')],
    ['an empty line in front', (text: string) => `\n${text}`],
    ['NUL bytes', (text: string) => text.replace('{"schema_version":3', '\0'.repeat(19))],
  ])('is one all the same: %s', async (_, damage) => {
    const dir = copyOf('ordinary/orchard_0001');
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, damage(readFileSync(log, 'utf8')));
    const { code, stdout, stderr } = await run('show', dir);
    expect(code).toBe(1);
    expect(stdout).toContain('and trees?');
    expect(stderr).not.toMatch(/session_started|InvalidEventFrame/);
    const events = jsonLines((await run('events', dir)).stdout);
    expect(events.at(-1)).toMatchObject({ seq: 6, event: { turn_completed: {} } });
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats.formats).toEqual([{ format: 'conversation-log', sessions: 1 }]);
  });
});

describe('the format of a session', () => {
  it.each([
    [join(SHAPES, 'ordinary/orchard_0001'), 'conversation-log'],
    [join(NEWER, 'sessions-v2/ordinary/v2/orchard_0950'), 'sessions-v2'],
    [join(NEWER, '../reported/days/sessions/1796033654001-1796033654001000000001-0000000000000001'), 'event-log-v1'],
  ])('is told by show, stats and export: %s', async (dir, format) => {
    expect(jsonLines((await run('show', dir, '--json')).stdout)[0]).toMatchObject({ kind: 'session', format });
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats).toMatchObject({ formats: [{ format, sessions: 1 }], biggestSessions: [{ format }] });
    await run('export', dir, '--to', 'csv', '-o', join(home, 'tables'));
    const [header = '', row = ''] = readFileSync(join(home, 'tables', 'sessions.csv'), 'utf8').split('\r\n');
    expect(row.split(',')[header.split(',').indexOf('format')]).toBe(format);
  });
});

describe('a change of format that was cut short', () => {
  it('is read where its turns are, whichever log has them', async () => {
    for (const [shape, turns] of [
      ['before-metadata', 1],
      ['after-metadata', 1],
      ['old-log-and-copy', 2],
      ['old-log-set-aside', 2],
    ] as const) {
      const [id = ''] = readdirSync(join(NEWER, 'mid-migration', shape));
      const dir = join(home, id);
      cpSync(join(NEWER, 'mid-migration', shape, id), dir, { recursive: true });
      const [report] = jsonLines((await run('verify', dir, '--json')).stdout);
      expect([shape, report.turns ?? turns, report.counts.error]).toEqual([shape, turns, 0]);
      expect(await entriesOf(dir)).toHaveLength(turns);
      expect(existsSync(join(dir, 'events.jsonl'))).toBe(shape !== 'before-metadata' && shape !== 'old-log-set-aside');
      rmSync(dir, { recursive: true });
    }
  });
});
