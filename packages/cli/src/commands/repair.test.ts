import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtureSession } from '../testing/built-command.js';
import { runInProcess } from '../testing/run-in-process.js';

let home: string;
let dir: string;
let id: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fxlog-repair-'));
  const source = fixtureSession('multi-turn');
  id = basename(source);
  dir = join(home, 'sessions', id);
  mkdirSync(join(home, 'sessions'), { mode: 0o700 });
  cpSync(source, dir, { recursive: true });
  const setModes = (path: string): void => {
    chmodSync(path, 0o700);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) setModes(join(path, entry.name));
      else chmodSync(join(path, entry.name), 0o600);
    }
  };
  setModes(dir);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...argv: string[]) => runInProcess(argv, { cwd: home });
const damage = (): void => appendFileSync(join(dir, 'events.jsonl'), 'torn');

describe('repair', () => {
  test('without a place says what it would do, and how to do it', async () => {
    damage();
    const { code, stdout, stderr } = await run('repair', dir);
    expect(code).toBe(0);
    expect(stdout).toContain(`would be repaired  ${id}`);
    expect(stdout).toContain('4 B set aside; 5 turns');
    expect(stderr).toContain('-o DIR');
    expect(readdirSync(home)).toEqual(['sessions']);
  });

  test('writes the repaired session under its id, found by a beginning of it', async () => {
    damage();
    const { code, stdout } = await run('repair', id.slice(0, 13), '--root', home, '-o', 'out');
    expect(code).toBe(0);
    expect(stdout).toContain(`written to  ${join(home, 'out', id)}`);
    expect((await run('verify', join(home, 'out', id))).stdout).toContain('1 ok');
    expect((await run('repair', join(home, 'out', id))).stdout).toContain('nothing to repair');
  });

  test('gives the documented JSON', async () => {
    damage();
    const { stdout } = await run('repair', dir, '-o', 'out', '--seed', 's', '--json');
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual([
      'kind',
      'status',
      'id',
      'source',
      'dir',
      'backup',
      'quarantine',
      'log',
      'files',
      'findings',
      'before',
      'after',
    ]);
    expect(document).toMatchObject({ kind: 'repair', status: 'repaired', quarantine: 'quarantine/0001', backup: null });
    const { bytes, keptBytes, quarantinedBytes, cuts } = document.log;
    expect(keptBytes + quarantinedBytes).toBe(bytes);
    expect(cuts).toMatchObject([{ offset: bytes - 4, length: 4 }]);
  });

  test('puts it in the place of the damaged one, and goes on where it was cut off', async () => {
    damage();
    expect((await run('repair', dir, '--in-place')).stdout).toContain(`as it was   ${dir}+damaged`);
    expect(readFileSync(join(`${dir}+damaged`, 'events.jsonl'), 'utf8')).toMatch(/torn$/);
    rmSync(dir, { recursive: true });
    expect((await run('repair', dir, '--in-place')).stdout).toContain('repaired');
    rmSync(`${dir}+damaged`, { recursive: true });
    renameSync(dir, `${dir}+damaged`);
    expect((await run('repair', id, '--root', home, '--in-place')).code).toBe(0);
  });

  test('says with its exit code what kept it from repairing', async () => {
    damage();
    const codes = async (...argv: string[]) => (await run('repair', ...argv)).code;
    expect(await codes(join(home, 'nowhere'), '-o', 'out')).toBe(3);
    expect(await codes(dir, '-o', 'out', '--in-place')).toBe(2);
    expect(await codes(dir, '-o', join(dir, 'inside'))).toBe(2);
    expect(await codes(dir, '-o', join(home, 'sessions'))).toBe(3);
    expect(await codes(join(dir, 'events.jsonl'))).toBe(2);
    expect(await codes(home)).toBe(2);
    for (const name of readdirSync(dir))
      if (name.startsWith('commit.') && name !== 'commit.lock') rmSync(join(dir, name));
    expect(await codes(dir)).toBe(1);
    expect(existsSync(join(home, 'out'))).toBe(false);
  });
});

describe('doctor', () => {
  test('shows a profile on one page, and what to run next', async () => {
    expect((await run('doctor', '--root', home)).code).toBe(0);
    for (const name of readdirSync(dir))
      if (name.startsWith('commit.') && name !== 'commit.lock') rmSync(join(dir, name));
    const { code, stdout } = await run('doctor', '--root', home);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ +1 damaged/);
    expect(stdout).toContain('store/watermark-missing  in 1 session');
    expect(stdout).toContain(`fxlog repair ${dir} --dry-run`);
    const document = JSON.parse((await run('doctor', '--root', home, '--json')).stdout);
    expect(document).toMatchObject({
      kind: 'doctor',
      counts: { healthy: 0, flawed: 0, damaged: 1, pending: 0, foreign: 0 },
      sessions: [{ id, condition: 'damaged' }],
      advice: [{ command: ['repair', dir, '--dry-run'] }],
    });
  });
});
