import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { latestPointerName, withFlock } from '@fxlog/writer/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { copySession } from '../copy/copy-session.js';
import { listAsFx } from '../dialects/event-log-v1/listing/list-as-fx.js';
import { TemporaryProfile } from '../testing/fixtures.js';
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
