import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { verifySession } from '@fxlog/store';
import { afterEach, describe, expect, test } from 'vitest';
import { FIXTURES, fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

const homes: string[] = [];

/** A profile with copies of bundled sessions, with the modes that fx gives. */
function profile(...shapes: string[]): { home: string; root: string; dirs: string[] } {
  const home = mkdtempSync(join(tmpdir(), 'fxlog-change-'));
  homes.push(home);
  const root = join(home, '.fx', 'sessions');
  mkdirSync(root, { recursive: true });
  const dirs = shapes.map((shape) => {
    const dir = join(root, basename(fixtureSession(shape)));
    cpSync(fixtureSession(shape), dir, { recursive: true });
    return dir;
  });
  setModes(join(home, '.fx'));
  return { home, root, dirs };
}

function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('rewrite', () => {
  test('compacts in place and keeps a copy of the session as it was', async () => {
    const { home, dirs } = profile('many-turns');
    const [dir = ''] = dirs;
    const before = readFileSync(join(dir, 'events.jsonl'));
    const run = await runInProcess(['rewrite', basename(dir), '--compact', '--json', '--root', join(home, '.fx')]);
    expect(run.code).toBe(0);
    const [result] = jsonLines(run.stdout);
    expect(result).toMatchObject({ kind: 'rewrite', change: 'compact', changed: true, dir, after: { events: 4 } });
    expect(result.keptCopy.startsWith(join(home, '.fx', 'fxlog+trash'))).toBe(true);
    expect(readFileSync(join(result.keptCopy, 'events.jsonl')).equals(before)).toBe(true);
    expect((await verifySession(dir)).resumable.ok).toBe(true);
  });

  test('elsewhere leaves the session alone, and a seed makes the bytes repeat', async () => {
    const { home, root, dirs } = profile('recovery-continued');
    const [dir = ''] = dirs;
    const before = readFileSync(join(dir, 'events.jsonl'));
    for (const name of ['a', 'b']) {
      const args = ['rewrite', dir, '--drop-checkpoints', '-o', join(home, name), '--seed', 's'];
      expect((await runInProcess(args)).code).toBe(0);
    }
    const [first, second] = ['a', 'b'].map((name) => readFileSync(join(home, name, basename(dir), 'events.jsonl')));
    expect(first?.equals(second ?? Buffer.of())).toBe(true);
    expect(readFileSync(join(dir, 'events.jsonl')).equals(before)).toBe(true);
    expect(readdirSync(root)).toEqual([basename(dir)]);
  });

  test('rebinds to a real path; a second time there is nothing to change', async () => {
    const { home, dirs } = profile('plain-text');
    const [dir = ''] = dirs;
    const run = await runInProcess(['rewrite', dir, '--rebind', '.'], { cwd: home });
    expect(run.code).toBe(0);
    expect((await verifySession(dir)).listed.workspaceRoot).toBe(home);
    const again = await runInProcess(['rewrite', dir, '--rebind', home, '--json']);
    expect(again.code).toBe(0);
    expect(jsonLines(again.stdout)).toEqual([expect.objectContaining({ changed: false })]);
    expect(readdirSync(join(home, '.fx', 'fxlog+trash'))).toHaveLength(1);
  });

  test('wants exactly one change, and a session', async () => {
    const { dirs } = profile('plain-text');
    const [dir = ''] = dirs;
    expect((await runInProcess(['rewrite', dir])).code).toBe(2);
    expect((await runInProcess(['rewrite', dir, '--compact', '--drop-checkpoints'])).code).toBe(2);
    expect((await runInProcess(['rewrite', join(dir, 'events.jsonl'), '--compact'])).code).toBe(2);
    expect((await runInProcess(['rewrite', join(dir, 'absent'), '--compact'])).code).toBe(3);
  });

  test('a damaged session is an error of the data, one in the midst of a commit one of its surroundings', async () => {
    const { dirs } = profile('plain-text', 'multi-turn');
    const [damaged = '', pending = ''] = dirs;
    writeFileSync(join(damaged, 'events.jsonl'), 'x');
    const run = await runInProcess(['rewrite', damaged, '--compact']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('fxlog rules change/unreadable');
    writeFileSync(join(pending, 'commit.pending.json'), '{}');
    expect((await runInProcess(['rewrite', pending, '--compact'])).code).toBe(3);
  });
});

describe('copy', () => {
  test('into a profile the copy is listed, into any other folder it just lies there', async () => {
    const { home, dirs } = profile('image-input');
    const other = profile();
    const [dir = ''] = dirs;
    const run = await runInProcess(['copy', dir, join(other.home, '.fx'), '--json']);
    expect(run.code).toBe(0);
    expect(jsonLines(run.stdout)).toEqual([
      {
        kind: 'copy',
        id: basename(dir),
        from: dir,
        dir: join(other.root, basename(dir)),
        listedByFx: true,
        logBytes: readFileSync(join(dir, 'events.jsonl')).length,
        tailBytes: 0,
        findings: [],
      },
    ]);
    const list = await runInProcess(['list', '--json', '--root', other.root]);
    expect(jsonLines(list.stdout)[0].sessions).toMatchObject([{ id: basename(dir), health: 'ok', stale: false }]);
    const plain = await runInProcess(['copy', dir, 'somewhere/new'], { cwd: home });
    expect(plain.code).toBe(0);
    expect(plain.stderr).toContain('not a sessions root');
    expect(readdirSync(join(home, 'somewhere/new'))).toEqual([basename(dir)]);
    expect((await runInProcess(['copy', dir, 'somewhere/new'], { cwd: home })).code).toBe(3);
  });
});

describe('tree', () => {
  test('shows children beneath their parents', async () => {
    const run = await runInProcess(['tree', '--json', '--root', join(FIXTURES, 'profile')]);
    expect(run.code).toBe(0);
    const [document] = jsonLines(run.stdout);
    const list = jsonLines((await runInProcess(['list', '--json', '--root', join(FIXTURES, 'profile')])).stdout)[0];
    expect(document.sessions.map(({ id }: { id: string }) => id).sort()).toEqual(
      list.sessions.map(({ id }: { id: string }) => id).sort(),
    );
    const { home } = profile('subagent-parent', 'subagent-child');
    const drawn = await runInProcess(['tree', '--root', join(home, '.fx')]);
    expect(drawn.code).toBe(0);
    const lines = drawn.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.some((line) => /^└─ \d+|is not here/.test(line))).toBe(true);
  });
});

describe('rm', () => {
  test('moves to the trash beside the root, one by one, and says what it could not', async () => {
    const { home, root, dirs } = profile('plain-text', 'multi-turn');
    const [first = '', second = ''] = dirs;
    writeFileSync(join(second, 'commit.pending.json'), '{}');
    const run = await runInProcess(['rm', basename(second), 'absent', basename(first), '--json', '--root', root]);
    expect(run.code).toBe(3);
    const [pending, absent, moved] = jsonLines(run.stdout);
    expect(pending).toMatchObject({ kind: 'rm', movedTo: null, error: expect.stringContaining('commit') });
    expect(absent).toMatchObject({ input: 'absent', movedTo: null });
    expect(moved).toMatchObject({
      id: basename(first),
      movedTo: join(home, '.fx', 'fxlog+trash', basename(first)),
      error: null,
    });
    expect(existsSync(second)).toBe(true);
    expect(existsSync(first)).toBe(false);
  });

  test('takes nothing that lies in no root', async () => {
    const { home, dirs } = profile('plain-text');
    const [dir = ''] = dirs;
    await runInProcess(['copy', dir, join(home, 'plain')]);
    const run = await runInProcess(['rm', join(home, 'plain', basename(dir))]);
    expect(run.code).toBe(2);
    expect(existsSync(join(home, 'plain', basename(dir)))).toBe(true);
  });
});
