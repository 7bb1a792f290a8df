import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { tryFlockProgram } from './flock.js';
import { withFlock } from './with-flock.js';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fxlog-flock-'));
  path = join(dir, 'some.lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('withFlock (session-directory §0.3)', () => {
  it('makes the lock file, empty and 0600, and keeps it', async () => {
    expect(await withFlock(path, {}, async () => existsSync(path))).toBe(true);
    expect(statSync(path)).toMatchObject({ size: 0 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('says so when somebody else holds it, under the name fx has for that', async () => {
    await withFlock(path, {}, async () => {
      const second = withFlock(path, { timeoutMs: 0, busyError: 'SessionBusy' }, async () => 'both');
      await expect(second).rejects.toMatchObject({ rule: 'lock/busy', fxError: 'SessionBusy' });
    });
    expect(await withFlock(path, { timeoutMs: 0 }, async () => 'free again')).toBe('free again');
  });

  it('collides with the flock of another process, and waits for it to go', async () => {
    writeFileSync(path, '', { mode: 0o600 });
    const holder = spawn('flock', ['--exclusive', '--nonblock', path, '--command', 'echo held; cat']);
    await once(holder.stdout, 'data');
    await expect(withFlock(path, { timeoutMs: 0 }, async () => 0)).rejects.toMatchObject({ rule: 'lock/busy' });
    const waiting = withFlock(path, { timeoutMs: 30_000 }, async () => 'taken');
    holder.stdin.end();
    expect(await waiting).toBe('taken');
  });

  it('lets go when the work throws', async () => {
    await expect(withFlock(path, {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFlock(path, { timeoutMs: 0 }, async () => 1)).toBe(1);
  });

  it('refuses a link, a directory and another mode', async () => {
    const other = join(dir, 'other');
    writeFileSync(other, '', { mode: 0o600 });
    symlinkSync(other, path);
    await expect(withFlock(path, {}, async () => 0)).rejects.toMatchObject({ rule: 'lock/unsafe' });
    rmSync(path);
    mkdirSync(path);
    await expect(withFlock(path, {}, async () => 0)).rejects.toMatchObject({ fxError: 'SessionPathUnsafe' });
    chmodSync(other, 0o644);
    await expect(withFlock(other, {}, async () => 0)).rejects.toMatchObject({ rule: 'lock/unsafe' });
  });

  it('takes the same lock through flock(1) where koffi is not installed', async () => {
    await withFlock(path, {}, async () => {
      const other = openSync(path, 'r+');
      expect(tryFlockProgram(other, path)).toBe(false);
      closeSync(other);
    });
    const held = openSync(path, 'r+');
    expect(tryFlockProgram(held, path)).toBe(true);
    await expect(withFlock(path, { timeoutMs: 0 }, async () => 0)).rejects.toMatchObject({ rule: 'lock/busy' });
    closeSync(held);
    expect(await withFlock(path, { timeoutMs: 0 }, async () => 'free again')).toBe('free again');
  });

  it('refuses, and says why, where neither koffi nor flock(1) is installed', async () => {
    vi.stubEnv('PATH', dir);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    // From a directory outside the repository the package cannot be found.
    const outfile = join(dir, 'alone.mjs');
    const entry = fileURLToPath(new URL('with-flock.ts', import.meta.url));
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', external: ['koffi'] });
    const alone = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { withFlock: typeof withFlock };
    let ran = false;
    const refused = alone.withFlock(path, {}, async () => {
      ran = true;
    });
    await expect(refused).rejects.toMatchObject({
      name: 'WriteError',
      rule: 'lock/flock-unavailable',
      fxError: 'SessionLockUnsupported',
    });
    expect(ran).toBe(false);
  });
});
