import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairSession } from '../repair/repair-session.js';
import { contentsOf } from '../repair/testing/conservation.js';
import { NEWER, setModes, TemporaryProfile } from '../testing/fixtures.js';
import { verifySession } from '../verify-session.js';
import { copySession } from './copy-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => {
  profile.remove();
});

function layOut(path: string, below: string): string {
  const dir = join(profile.root, below, basename(path));
  cpSync(join(NEWER, path), dir, { recursive: true });
  setModes(dir);
  return dir;
}

const CONVERSATION = ['parallel-calls/orchard_0003', 'images/orchard_0011', 'running-turn/orchard_0017', 'diff-handle'];

describe('a session of a newer format', () => {
  it.each(
    CONVERSATION.map((path) => {
      const [shape = '', id = readdirSync(join(NEWER, 'conversation-log', shape))[0]] = path.split('/');
      return `conversation-log/${shape}/${id}`;
    }),
  )('%s is copied file by file into a root, and known to fx there', async (path) => {
    const dir = layOut(path, '');
    const root = join(profile.home, 'other', '.fx', 'sessions');
    const copied = await copySession(dir, { root });
    expect(copied).toMatchObject({ id: basename(dir), dir: join(root, basename(dir)), tailBytes: 0, findings: [] });
    const passedOver = /(?:^|\/)(?:owner\.live|recovery\.asked|history-cache\.bin)$/;
    const original = [...contentsOf(dir)].filter(([file]) => !passedOver.test(file));
    expect([...contentsOf(copied.dir)].sort()).toEqual(original.sort());
    expect(existsSync(join(root, 'index.pending'))).toBe(true);
    const [before, after] = [await verifySession(dir), await verifySession(copied.dir)];
    expect(after).toEqual({ ...before, dir: copied.dir, listed: after.listed });
  });

  it.each(['large-piece', 'moved-files', 'fork', 'child'])('sessions-v2/%s is copied with its blobs', async (shape) => {
    for (const id of readdirSync(join(NEWER, 'sessions-v2', shape, 'v2'))) {
      if (id.includes('.')) continue;
      const dir = layOut(`sessions-v2/${shape}/v2/${id}`, 'v2');
      const root = join(profile.home, 'other', '.fx', 'sessions');
      const copied = await copySession(dir, { root });
      expect(copied.dir).toBe(join(root, 'v2', id));
      expect(contentsOf(copied.dir)).toEqual(contentsOf(dir));
      for (const name of existsSync(join(dir, 'blobs')) ? readdirSync(join(copied.dir, 'blobs')) : []) {
        expect(statSync(join(copied.dir, 'blobs', name)).mode & 0o777).toBe(0o400);
      }
      expect((await verifySession(copied.dir)).resumable.ok).toBe(true);
    }
  });

  it('leaves a torn last line behind, and what is not a file', async () => {
    const dir = layOut('conversation-log/torn-tail/orchard_0019', '');
    symlinkSync('/etc/passwd', join(dir, 'tool-results', 'result-link.txt'));
    const copied = await copySession(dir, { dir: join(profile.home, 'orchard_0019') });
    expect(copied.tailBytes).toBeGreaterThan(0);
    expect(copied.findings.map(({ rule, file }) => [rule, file])).toEqual([
      ['change/left-behind', 'tool-results/result-link.txt'],
    ]);
    expect(existsSync(join(copied.dir, 'tool-results', 'result-link.txt'))).toBe(false);
    expect(readFileSync(join(copied.dir, 'events.jsonl')).at(-1)).toBe(0x0a);
  });

  it('is not copied where fx would not go on with it', async () => {
    const dir = layOut('sessions-v2/corrupt-middle/v2/orchard_0963', 'v2');
    await expect(copySession(dir, { dir: join(profile.home, 'v2', 'orchard_0963') })).rejects.toMatchObject({
      rule: 'change/unreadable',
    });
    expect(existsSync(join(profile.home, 'v2'))).toBe(false);
  });
});

describe('a repair in place', () => {
  it.each([
    ['conversation-log/torn-tail/orchard_0019', ''],
    ['sessions-v2/corrupt-middle/v2/orchard_0963', 'v2'],
  ])('%s takes the place of the damaged session, which stays whole', async (path, below) => {
    const dir = layOut(path, below);
    const before = contentsOf(dir);
    const report = await repairSession(dir, null, { inPlace: true });
    expect(report).toMatchObject({ status: 'repaired', dir, backup: `${dir}+damaged` });
    expect(contentsOf(`${dir}+damaged`)).toEqual(before);
    const { readable, resumable } = await verifySession(dir);
    expect([readable.ok, resumable.ok]).toEqual([true, true]);
    expect(readdirSync(join(profile.root, below)).sort()).toContain(basename(dir));
    expect(readdirSync(join(profile.root, below)).filter((name) => name.startsWith('fxlog'))).toEqual([]);
  });

  it('mends modes that a copy has lost', async () => {
    const dir = layOut('conversation-log/ordinary/orchard_0001', '');
    chmodSync(dir, 0o755);
    chmodSync(join(dir, 'events.jsonl'), 0o644);
    const report = await repairSession(dir, null, { inPlace: true });
    expect(report.log?.isUnchanged).toBe(true);
    expect(statSync(join(dir, 'events.jsonl')).mode & 0o777).toBe(0o600);
  });
});
