/**
 * The command as npm installs it: a file that starts, and commands in modules of their own. What the commands do is tested from their sources; here
 * is tested that the two parts work together.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BuiltCommand, fixtureSession } from '../packages/cli/src/testing/built-command.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PROFILE = join(ROOT, 'test-fixtures/fx-0.0.5/profile');

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'fxlog-built-'));
  cpSync(join(PROFILE, 'sessions'), join(directory, 'sessions'), { recursive: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function fxlog(...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'packages/cli/bin/fxlog.js'), ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

describe('the built command', () => {
  it('starts', () => {
    expect(fxlog('--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
    expect(fxlog('help', 'verify').stdout).toContain('Usage: fxlog verify');
  });

  it('runs commands', () => {
    const { status, stdout } = fxlog('list', '--root', directory, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'sessions', total: 7 });
  });

  it('tells failures of commands as such, with the code that goes with them', () => {
    const missing = fxlog('show', join(directory, 'missing'));
    expect(missing).toMatchObject({ status: 3, stdout: '' });
    expect(missing.stderr).toMatch(/^fxlog: .*missing: /);
    const usage = fxlog('convert', directory, '--to', 'nothing');
    expect(usage).toMatchObject({ status: 2, stdout: '' });
    expect(usage.stderr).toMatch(/^fxlog: /);
    expect(fxlog('no-such-command')).toMatchObject({ status: 2, stdout: '' });
  });

  it('finds its workers', () => {
    const alone = fxlog('verify', directory, '--json', '--quiet');
    const workers = fxlog('verify', directory, '--json', '--quiet', '--jobs', '2');
    expect(workers.stderr).toBe('');
    expect(workers.stdout.trimEnd().split('\n')).toHaveLength(8);
    expect(workers.status).toBe(alone.status);
  });

  it('converts, redacts and makes fixtures', async () => {
    const command = BuiltCommand.copy();
    onTestFinished(() => command.remove());
    const home = join(command.directory, 'home');
    const session = fixtureSession('terminal-exec');
    const made = await command.run(['convert', session, '--to', 'claude-code', '--install'], { env: { HOME: home } });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('claude --resume') });
    const files = readdirSync(join(home, '.claude'), { recursive: true, encoding: 'utf8' });
    const file = files.find((name) => name.endsWith('.jsonl')) ?? '';
    const shown = await command.run(['show', join(home, '.claude', file)], { env: { HOME: home } });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('→ terminal') });
    for (const name of ['redact', 'fixture']) {
      expect(await command.run([name, session, '-o', join(home, name)])).toMatchObject({ code: 0, stderr: '' });
    }
    const page = await command.run(['export', session, '--to', 'html']);
    expect(page.stdout).toMatch(/^<!doctype html>/i);
  });
});
