import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { durableReplace } from './durable-replace.js';
import { nodeFileSystem } from './file-system.js';
import { instrumentFileSystem } from './instrument-file-system.js';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fxlog-replace-'));
  path = join(dir, 'file.json');
});
afterEach(() => rmSync(dir, { recursive: true }));

const bytes = Buffer.from('{"new":true}');

describe('durableReplace (session-directory §0.2)', () => {
  it('makes and replaces a file of mode 0600 and leaves nothing beside it', async () => {
    await durableReplace(nodeFileSystem, path, Buffer.from('old'));
    await durableReplace(nodeFileSystem, path, bytes);
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['file.json']);
  });

  it('keeps the mode under any umask', async () => {
    const before = process.umask(0o277);
    try {
      await durableReplace(nodeFileSystem, path, bytes);
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('refuses a link, a second name and a directory', async () => {
    const other = join(dir, 'other');
    writeFileSync(other, 'kept');
    symlinkSync(other, path);
    await expect(durableReplace(nodeFileSystem, path, bytes)).rejects.toMatchObject({ rule: 'write/unsafe-path' });
    rmSync(path);
    linkSync(other, path);
    await expect(durableReplace(nodeFileSystem, path, bytes)).rejects.toMatchObject({ fxError: 'DurablePathUnsafe' });
    await expect(durableReplace(nodeFileSystem, dir, bytes)).rejects.toMatchObject({ rule: 'write/unsafe-path' });
    expect(readFileSync(other, 'utf8')).toBe('kept');
  });

  it('refuses a file without a write bit', async () => {
    writeFileSync(path, 'kept');
    chmodSync(path, 0o400);
    await expect(durableReplace(nodeFileSystem, path, bytes)).rejects.toMatchObject({
      rule: 'write/read-only',
      fxError: 'AccessDenied',
    });
  });

  it('syncs the file before it is renamed and the directory after', async () => {
    const calls: string[] = [];
    const recorded = instrumentFileSystem(nodeFileSystem, ({ operation }) => void calls.push(operation));
    await durableReplace(recorded, path, bytes);
    const order = calls.filter((operation) => ['write', 'sync', 'rename'].includes(operation));
    expect(order).toEqual(['write', 'write', 'sync', 'rename', 'sync']);
  });

  it('leaves the old file whole, whichever call fails', async () => {
    writeFileSync(path, 'old', { mode: 0o600 });
    let total = 0;
    const counted = instrumentFileSystem(nodeFileSystem, ({ index }) => {
      total = index;
    });
    await durableReplace(counted, path, Buffer.from('old'));
    for (let failing = 1; failing <= total; failing++) {
      const faulty = instrumentFileSystem(nodeFileSystem, ({ index }) => {
        if (index === failing) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
      });
      await expect(durableReplace(faulty, path, bytes)).rejects.toThrow();
      expect(['old', '{"new":true}']).toContain(readFileSync(path, 'utf8'));
    }
  });
});
