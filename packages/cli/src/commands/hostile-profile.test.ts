import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';

const FIXTURE = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/file-writes/', import.meta.url));
/** Stands in files outside of profile and workspace: it may be in no output. */
const OUTSIDE = 'text-from-outside';

let home: string;
let session: string;
let workspace: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-hostile-')));
  const id = readdirSync(FIXTURE).find((name) => /^\d+-/.test(name)) ?? '';
  session = join(home, '.fx/sessions', id);
  cpSync(join(FIXTURE, id), session, { recursive: true });
  workspace = join(home, 'shop');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  writeFileSync(join(home, 'outside.json'), `{"permission":{"${OUTSIDE}":"deny"},"permission_mode":"yolo"}`);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Makes something other than a file of this text. */
const MAKE: Readonly<Record<string, (path: string) => void>> = {
  pipe: (path) => void execFileSync('mkfifo', [path]),
  device: (path) => symlinkSync('/dev/zero', path),
  directory: (path) => mkdirSync(path),
  circle: (path) => symlinkSync(path, path),
  'link that leads out': (path) => symlinkSync(join(home, 'outside.json'), path),
  'file of 100 MB': (path) => {
    writeFileSync(path, '{');
    truncateSync(path, 100_000_000);
  },
};
const SETTINGS: Readonly<Record<string, string>> = {
  'keys that stand twice': '{"permission":{"*":"deny"},"permission":{"*":"allow"}}',
  'rules that stand twice': '{"permission":{"edit":{"*":"deny","*":"allow"}}}',
  'keys that are one when they are unescaped': '{"permission_mode":"ask","permission\\u005fmode":"yolo"}',
  'lists within lists': `{"permission":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
  'an end in the middle': '{"permission":{"edit":"de',
};
const run = (...argv: string[]) =>
  runInProcess([...argv, '--workspace', workspace], { env: { HOME: home }, cwd: workspace });

describe('a profile that means harm', () => {
  it.each(Object.keys(MAKE))('costs its settings where they are a %s, and it is said', async (kind) => {
    MAKE[kind]?.(join(home, '.fx/settings.json'));
    for (const argv of [
      ['permissions', session],
      ['permissions', '--profile', join(home, '.fx')],
      ['context', session],
    ]) {
      const { stdout, stderr, code } = await run(...argv);
      expect(code, stderr).toBe(0);
      expect(stdout + stderr).not.toContain(OUTSIDE);
      if (argv[0] === 'permissions') {
        expect(stderr.match(/\[harness\/profile-dropped\]/g), stderr).toHaveLength(1);
        expect(stdout + stderr).toMatch(/no rules.*auto mode/);
      }
    }
  });

  it.each(Object.keys(SETTINGS))('costs its settings with %s, and it is said', async (kind) => {
    writeFileSync(join(home, '.fx/settings.json'), SETTINGS[kind] ?? '');
    const { stderr, code } = await run('permissions', session);
    expect(code).toBe(0);
    expect(stderr.match(/\[harness\/profile-dropped\]/g), stderr).toHaveLength(1);
    expect(stderr).toContain('no rules in auto mode');
  });

  it.each([
    ['stars', '*a'.repeat(15_000)],
    ['stars and one that fails', `${'*a'.repeat(15_000)}b`],
    ['question marks', `*${'?'.repeat(30_000)}`],
    ['a directory behind stars', `${'*/'.repeat(15_000)}**`],
  ])('has its rules of %s tried, and no more', async (_what, pattern) => {
    const permission = { edit: { [pattern]: 'deny' }, bash: { [pattern]: 'allow' } };
    writeFileSync(join(home, '.fx/settings.json'), JSON.stringify({ permission }));
    const { stdout, code } = await run('permissions', session);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1\.2 +edit_file .* ran\n/);
  });

  it.each(Object.keys(MAKE))('gives no instructions and no facts where AGENTS.md and others are a %s', async (kind) => {
    for (const path of [
      join(home, '.fx/AGENTS.md'),
      join(workspace, 'src/AGENTS.md'),
      join(home, '.fx/mcp.json'),
      join(home, '.fx/memories.json'),
    ]) {
      MAKE[kind]?.(path);
    }
    mkdirSync(join(workspace, 'skills/one'), { recursive: true });
    MAKE[kind]?.(join(workspace, 'skills/one/SKILL.md'));
    const all = [
      await run('instructions', session),
      await run('context', session),
      await run('skills'),
      await runInProcess(['mcp', '--profile', join(home, '.fx')]),
      await runInProcess(['memory', '--profile', join(home, '.fx')]),
    ];
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const [instructions, , skills, mcp, memory] = all.map(({ stdout, stderr }) => stdout + stderr);
    expect(instructions?.match(/\[harness\/instructions-omitted\]/g), instructions).toHaveLength(2);
    expect(skills).toMatch(/harness\/skill-/);
    expect(mcp).toContain('[harness/profile-dropped]');
    expect(memory).toMatch(/harness\/profile-dropped|fx (?:takes|reads)/);
    expect(all.map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(OUTSIDE);
  });
});
