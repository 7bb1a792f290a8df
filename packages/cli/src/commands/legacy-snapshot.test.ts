import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { verifySession } from '@fxlog/store';
import { afterAll, describe, expect, test } from 'vitest';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const home = mkdtempSync(join(tmpdir(), 'fxlog-legacy-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const original = fixtureSession('legacy-v2');
const session = join(home, basename(original));
cpSync(original, session, { recursive: true });

describe('a session from before event logs', () => {
  test('is shown, searched, counted and exported like any other, and stays as it is', async () => {
    const [head, first, second] = jsonLines((await runInProcess(['show', '--json', session])).stdout);
    expect(head).toMatchObject({ format: 'legacy-snapshot', id: basename(session), turns: 2 });
    expect([first.turn.user.text, second.turn.end.text]).toEqual(['Old question', 'Another old answer.']);
    expect((await runInProcess(['tail', '-n', '1', session])).stdout).toContain('Another old answer.');
    const [hit] = jsonLines((await runInProcess(['search', '--json', 'Another', session])).stdout);
    expect(hit).toMatchObject({ turn: 2 });
    const [stats] = jsonLines((await runInProcess(['stats', '--json', session])).stdout);
    expect(stats).toMatchObject({ sessions: 1, turns: 2, formats: [{ format: 'legacy-snapshot', sessions: 1 }] });
    expect((await runInProcess(['convert', session, '--to', 'markdown', '-o', '-'])).stdout).toContain('Old answer.');
    expect(readdirSync(session)).toEqual(['session.json']);
    expect(readFileSync(join(session, 'session.json'))).toEqual(readFileSync(join(original, 'session.json')));
  }, 120_000);

  test.each(['event-log-v1', 'conversation-log', 'sessions-v2'])(
    'becomes a session of %s that fx goes on with',
    async (dialect) => {
      const out = join(home, dialect);
      const run = await runInProcess(['convert', '--json', session, '--to', 'fx', '--dialect', dialect, '-o', out]);
      expect(run.code).toBe(0);
      const [{ path, turns }] = jsonLines(run.stdout);
      expect(turns).toBe(2);
      const { format, readable, resumable, findings } = await verifySession(path);
      expect([format, readable, resumable.ok]).toMatchObject([dialect, { ok: true, turns: 2 }, true]);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
    120_000,
  );

  test.each([
    ['rewrite', '--compact'],
    ['repair', '--dry-run'],
  ])('is not changed: %s %s', async (command, option) => {
    expect((await runInProcess([command, session, option])).code).not.toBe(0);
  });

  test('cannot be followed', async () => {
    const run = await runInProcess(['tail', '-f', session]);
    expect([run.code, run.stderr]).toMatchObject([2, expect.stringContaining('does not grow')]);
  });
});
