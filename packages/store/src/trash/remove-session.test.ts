import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { latestPointerName, withFlock } from '@fxlog/writer/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { copySession } from '../copy/copy-session.js';
import { listAsFx } from '../dialects/event-log-v1/listing/list-as-fx.js';
import { contentsOf } from '../repair/testing/conservation.js';
import { SessionsRoot } from '../root/sessions-root.js';
import { NEWER, setModes, TemporaryProfile } from '../testing/fixtures.js';
import { verifySession } from '../verify-session.js';
import { removeSession } from './remove-session.js';
import { TRASH_NAME } from './trash-place.js';

const profiles: TemporaryProfile[] = [];
function profile(): TemporaryProfile {
  const made = new TemporaryProfile();
  profiles.push(made);
  return made;
}
afterEach(() => {
  for (const made of profiles.splice(0)) made.remove();
});

describe('a removed session', () => {
  it('lies whole in the trash beside the root, and fx lists no ghost of it', async () => {
    const here = profile();
    const { root, home } = here;
    const dir = here.add('multi-turn');
    const kept = basename(here.add('plain-text'));
    const id = basename(dir);
    const row = (of: string): object => ({
      id: of,
      created_at_ms: 1,
      updated_at_ms: 1,
      conversation_language: 'en',
      history_len: 0,
    });
    const index = JSON.stringify({ schema_version: 3, sessions: [row(id), row(kept)] });
    writeFileSync(join(root, 'index.json'), index, { mode: 0o600 });
    mkdirSync(join(root, 'latest/deferred'), { recursive: true, mode: 0o700 });
    const workspace = '/home/dev/project';
    const pointer = join(root, 'latest', latestPointerName(workspace));
    const text = { schema_version: 2, status: 'ready', workspace_root: workspace, session_id: id, updated_at_ms: 1 };
    writeFileSync(pointer, JSON.stringify(text), { mode: 0o600 });
    writeFileSync(join(root, 'latest/deferred', id), '{}', { mode: 0o600 });
    const files = readdirSync(dir, { recursive: true });

    const removed = await removeSession(root, id);
    expect(removed).toEqual({ id, dir, movedTo: join(home, TRASH_NAME, id) });
    expect(readdirSync(removed.movedTo, { recursive: true })).toEqual(files);
    expect(existsSync(dir)).toBe(false);
    expect(existsSync(pointer)).toBe(false);
    expect(readdirSync(join(root, 'latest/deferred'))).toEqual([]);
    expect((await listAsFx(root)).sessions.map((session) => session.id)).toEqual([kept]);
    expect(readFileSync(join(root, 'index.json'), 'utf8')).toBe(index);

    // Moved back it is what it was; and a second one of the same name gets a name of its own in the trash.
    const elsewhere = join(home, 'back', id);
    mkdirSync(join(home, 'back'));
    await copySession(removed.movedTo, { dir: elsewhere });
    renameSync(elsewhere, dir);
    expect((await verifySession(dir)).resumable.ok).toBe(true);
    expect((await removeSession(root, id)).movedTo).toBe(join(home, TRASH_NAME, `${id}+2`));
  });

  it('may be one that nobody can read', async () => {
    const here = profile();
    mkdirSync(join(here.root, 'empty'), { mode: 0o700 });
    const { movedTo } = await removeSession(here.root, 'empty');
    expect(existsSync(movedTo)).toBe(true);
  });
});

describe('a removed session of a newer format', () => {
  const layOut = (here: TemporaryProfile, path: string, below: string): string => {
    const dir = join(here.root, below, basename(path));
    cpSync(join(NEWER, path), dir, { recursive: true });
    setModes(dir);
    return dir;
  };

  it.each([
    ['conversation-log/parallel-calls/orchard_0003', '', 'session.lock'],
    ['conversation-log/running-turn/orchard_0017', '', 'session.lock'],
    ['sessions-v2/moved-files/v2/orchard_0965', 'v2', 'lock'],
  ])('%s lies whole in the trash, and comes back when it is moved back', async (path, below, lock) => {
    const here = profile();
    const dir = layOut(here, path, below);
    const root = join(here.root, below);
    if (below !== '') writeFileSync(join(root, 'index.jsonl'), 'whatever fx wrote', { mode: 0o600 });
    const before = contentsOf(dir);
    await withFlock(join(dir, lock), {}, async () => {
      await expect(removeSession(root, basename(dir), { timeoutMs: 0 })).rejects.toMatchObject({
        fxError: 'SessionBusy',
      });
    });
    expect(contentsOf(dir)).toEqual(before);
    const { movedTo } = await removeSession(root, basename(dir));
    expect(movedTo).toBe(join(here.home, TRASH_NAME, below, basename(dir)));
    expect(contentsOf(movedTo)).toEqual(before);
    expect(existsSync(dir)).toBe(false);
    // In the trash it is still known for what it is; and nobody lists it.
    expect((await verifySession(movedTo)).format).toBe(path.split('/')[0]);
    expect((await (await SessionsRoot.open(here.root)).list()).sessions).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(below === '' ? ['index.pending', 'latest.lock'] : ['index.jsonl']);
    renameSync(movedTo, dir);
    expect((await verifySession(dir)).readable.ok).toBe(true);
    expect((await (await SessionsRoot.open(here.root)).list()).sessions.map(({ id }) => id)).toEqual([basename(dir)]);
  });

  it('is one in the middle of its change to another format, too, with both of its logs', async () => {
    const here = profile();
    const dir = layOut(here, 'mid-migration/before-metadata/orchard_0920', '');
    const before = contentsOf(dir);
    const { movedTo } = await removeSession(here.root, 'orchard_0920');
    for (const [file, bytes] of before) expect(contentsOf(movedTo).get(file)).toBe(bytes);
  });
});

describe('nothing is moved', () => {
  it.each(['..', '.', '', 'latest', 'a/b', '../x', 'fxlog+trash', 'absent', 'file', 'link'])('for %j', async (id) => {
    const here = profile();
    const target = join(here.home, 'target');
    mkdirSync(target);
    mkdirSync(join(here.root, 'a/b'), { recursive: true });
    mkdirSync(join(here.root, 'latest'));
    mkdirSync(join(here.home, 'x'));
    writeFileSync(join(here.root, 'file'), '');
    symlinkSync(target, join(here.root, 'link'));
    const before = readdirSync(here.home, { recursive: true });
    await expect(removeSession(here.root, id)).rejects.toMatchObject({ rule: 'remove/not-a-session' });
    expect(readdirSync(here.home, { recursive: true })).toEqual(before);
  });

  it('of a session that is open, or in the midst of a commit, or when the trash is a link', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const id = basename(dir);
    await withFlock(join(dir, 'session.lock'), {}, async () => {
      await expect(removeSession(here.root, id, { timeoutMs: 0 })).rejects.toMatchObject({
        fxError: 'SessionBusy',
      });
    });
    await withFlock(join(dir, 'commit.lock'), {}, async () => {
      await expect(removeSession(here.root, id, { timeoutMs: 0 })).rejects.toMatchObject({ rule: 'lock/busy' });
    });
    for (const fence of ['commit.pending.json', 'authority.pending.json']) {
      writeFileSync(join(dir, fence), 'whatever', { mode: 0o600 });
      await expect(removeSession(here.root, id)).rejects.toMatchObject({ rule: 'change/pending' });
      renameSync(join(dir, fence), join(here.home, fence));
    }
    symlinkSync(here.root, join(here.home, TRASH_NAME));
    await expect(removeSession(here.root, id)).rejects.toMatchObject({ rule: 'write/unsafe-path' });
    expect(readdirSync(here.root)).toContain(id);
    expect((await verifySession(dir)).resumable.ok).toBe(true);
  });
});
