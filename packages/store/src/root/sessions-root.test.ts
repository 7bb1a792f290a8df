import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FX, sessionIdOf, setModes, TemporaryProfile } from '../testing/fixtures.js';
import { isSessionOfRoot } from './root-entries.js';
import { SessionsRoot } from './sessions-root.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

const json = (file: string): unknown => JSON.parse(readFileSync(join(FX, 'profile', file), 'utf8'));
const ids = (sessions: readonly { id: string }[]): string[] => sessions.map(({ id }) => id);

describe('a session of a root', () => {
  it('has the name that it gives itself; a backup beside it, or what a repair kept, is another thing', () => {
    const own = profile.add('plain-text');
    const backup = profile.add('plain-text', `${basename(own)}.bak`);
    const kept = profile.add('plain-text', `${basename(own)}+damaged`);
    const damaged = profile.add('multi-turn');
    rmSync(join(damaged, 'authority.json'));
    rmSync(join(damaged, 'session.json'));
    expect([own, backup, kept, damaged].map(isSessionOfRoot)).toEqual([true, false, false, true]);
  });
});

describe('a profile that fx left behind', () => {
  let root: SessionsRoot;
  beforeEach(async () => {
    rmSync(profile.root, { recursive: true });
    cpSync(join(FX, 'profile'), profile.home, { recursive: true });
    setModes(profile.home);
    root = await SessionsRoot.open(profile.home);
  });

  const asPrinted = (listing: { sessions: readonly object[]; skippedInvalid: number }): object => ({
    kind: 'sessions',
    count: listing.sessions.length,
    sessions: listing.sessions,
  });

  it('is listed as `fx sessions --all` listed it', async () => {
    expect(asPrinted(await root.listAsFx())).toEqual(json('expected-sessions-all.json'));
  });

  it('is listed for each workspace as fx listed it there', async () => {
    const first = await root.listAsFx({ workspace: '/home/dev/project' });
    expect(asPrinted(first)).toEqual(json('expected-sessions-project.json'));
    const second = await root.listAsFx({ workspace: '/home/dev/project-two' });
    expect(asPrinted(second)).toEqual(json('expected-sessions-project-two.json'));
  });

  it('shows at least what fx shows, newest first', async () => {
    const listing = await root.list();
    expect(ids(listing.sessions)).toEqual(expect.arrayContaining(ids((await root.listAsFx()).sessions)));
    const times = listing.sessions.map(({ updatedAtMs }) => Number(updatedAtMs));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(listing.sessions).toHaveLength(7);
    expect(listing.strays.every(({ known }) => known)).toBe(true);
  });

  it('hangs the child below its parent', async () => {
    const parents = (await root.tree()).filter(({ children }) => children.length > 0);
    expect(parents).toHaveLength(1);
    const [parent] = parents;
    expect(parent?.children[0]?.summary.child).toEqual({
      mode: 'persistent',
      parentId: parent?.summary.id,
      permissionMode: 'auto',
    });
  });

  it('finds the latest session of a workspace', async () => {
    const pointer = await root.latest('/home/dev/project-two');
    expect(pointer).toMatchObject({ workspaceRoot: '/home/dev/project-two', targetExists: true });
    expect(await root.latestPointers()).toHaveLength(2);
    expect(await root.latest('/nowhere')).toBeNull();
  });

  it('pages as fx does, with a cursor to go on from', async () => {
    const all = ids((await root.listAsFx()).sessions);
    const first = await root.listAsFx({ limit: 2 });
    expect(first).toMatchObject({ hasMore: true });
    const second = await root.listAsFx({
      limit: 100,
      ...(first.nextCursor !== undefined && { cursor: first.nextCursor }),
    });
    expect([...ids(first.sessions), ...ids(second.sessions)]).toEqual(all);
    expect(second.hasMore).toBe(false);
  });
});

describe('opening', () => {
  it('takes a root, a profile, or a home with a profile', async () => {
    profile.add('plain-text');
    expect((await SessionsRoot.open(profile.root)).path).toBe(profile.root);
    expect((await SessionsRoot.open(profile.home)).path).toBe(profile.root);
    mkdirSync(join(profile.home, 'home/.fx/sessions'), { recursive: true });
    expect((await SessionsRoot.open(join(profile.home, 'home'))).path).toBe(join(profile.home, 'home/.fx/sessions'));
  });

  it('does not take a session called "sessions" for a root', async () => {
    profile.add('plain-text', 'sessions');
    expect((await SessionsRoot.open(profile.root)).path).toBe(profile.root);
  });

  it('refuses a link in the place of `sessions`, as fx does', async () => {
    mkdirSync(join(profile.home, 'linked'));
    symlinkSync(profile.root, join(profile.home, 'linked/sessions'));
    await expect(SessionsRoot.open(join(profile.home, 'linked'))).rejects.toMatchObject({ rule: 'store/path-unsafe' });
  });

  it('refuses what is not there or no directory, unless an empty store will do', async () => {
    await expect(SessionsRoot.open(join(profile.home, 'none'))).rejects.toMatchObject({ rule: 'store/not-found' });
    writeFileSync(join(profile.home, 'file'), '');
    await expect(SessionsRoot.open(join(profile.home, 'file'))).rejects.toMatchObject({
      rule: 'store/not-a-directory',
    });
    const empty = await SessionsRoot.open(join(profile.home, 'none'), { mustExist: false });
    expect((await empty.list()).sessions).toEqual([]);
    expect((await empty.listAsFx()).sessions).toEqual([]);
  });
});

describe('finding', () => {
  it('finds by id and by a unique beginning, and says when several begin so', async () => {
    const dir = profile.add('plain-text');
    profile.add('multi-turn');
    const root = await SessionsRoot.open(profile.root);
    const id = sessionIdOf('plain-text');
    expect(await root.find(id)).toBe(dir);
    expect(await root.find(id.slice(0, 13))).toBe(dir);
    await expect(root.find('1796')).rejects.toMatchObject({
      rule: 'store/ambiguous-id',
      candidates: expect.arrayContaining([id]),
    });
    await expect(root.find('x')).rejects.toMatchObject({ rule: 'store/not-found' });
    await expect(root.find('../x')).rejects.toMatchObject({ rule: 'store/invalid-id' });
  });

  it('prefers the whole id to a longer one that begins so', async () => {
    const dir = profile.add('plain-text', 'abc');
    profile.add('plain-text', 'abcd');
    expect(await (await SessionsRoot.open(profile.root)).find('abc')).toBe(dir);
  });
});

describe('entries that are not a readable session', () => {
  it('shows them for what they are and hides nothing behind them', async () => {
    const good = profile.add('multi-turn');
    mkdirSync(join(profile.root, 'empty'));
    mkdirSync(join(profile.root, 'bad+name'));
    symlinkSync(good, join(profile.root, 'link'));
    writeFileSync(join(profile.root, 'file'), '');
    const broken = profile.add('plain-text', 'broken');
    writeFileSync(join(broken, 'authority.json'), 'garbage');
    profile.add('legacy-v2');
    profile.add('recovered-source');
    const { sessions, strays } = await (await SessionsRoot.open(profile.root)).list();
    const health = Object.fromEntries(sessions.map((session) => [session.id, `${session.format} ${session.health}`]));
    expect(health).toEqual({
      [sessionIdOf('multi-turn')]: 'event-log-v1 ok',
      [sessionIdOf('legacy-v2')]: 'legacy-snapshot ok',
      [sessionIdOf('recovered-source')]: 'event-log-v1 unreadable',
      empty: 'half-made half-made',
      broken: 'event-log-v1 unreadable',
    });
    expect(strays.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
      'bad+name directory',
      'file file',
      'link symlink',
    ]);
  });

  it('names the store of a newer fx and the sessions in it', async () => {
    mkdirSync(join(profile.root, 'v2/abcdefghijkl'), { recursive: true });
    writeFileSync(join(profile.root, 'v2/abcdefghijkl/log.jsonl'), '{"v":1}\n');
    const root = await SessionsRoot.open(profile.root);
    expect((await root.list()).sessions).toMatchObject([
      { id: 'abcdefghijkl', format: 'sessions-v2', health: 'unreadable' },
    ]);
    expect(await root.find('abcd')).toBe(join(profile.root, 'v2/abcdefghijkl'));
  });

  it('verifies every one of them, in a settled order', async () => {
    profile.add('multi-turn');
    profile.add('recovered-source');
    mkdirSync(join(profile.root, 'empty'));
    const verdicts = [];
    for await (const verdict of (await SessionsRoot.open(profile.root)).verifyAll({ concurrency: 2 }))
      verdicts.push(verdict);
    expect(verdicts.map(({ readable }) => readable.error ?? 'ok')).toEqual(['ok', 'FileNotFound', 'SessionNotFound']);
    expect(ids(verdicts)).toEqual([...ids(verdicts)].sort());
  });
});

describe('caches that fx does not trust', () => {
  const row = (id: string): object => ({
    id,
    created_at_ms: 1,
    updated_at_ms: 2,
    workspace_root: '/home/dev/project',
    conversation_language: 'en',
    history_len: 5,
    title: 'From index',
  });
  const writeIndex = (rows: readonly object[]): void => {
    writeFileSync(join(profile.root, 'index.json'), JSON.stringify({ schema_version: 3, sessions: rows }), {
      mode: 0o600,
    });
  };

  it('believes a valid index without looking at the directories', async () => {
    profile.add('multi-turn');
    writeIndex([row('ghost')]);
    expect(await (await SessionsRoot.open(profile.root)).listAsFx()).toMatchObject({
      source: 'index',
      sessions: [{ id: 'ghost' }],
    });
  });

  it('scans when a row of the page has turns but no title', async () => {
    profile.add('multi-turn');
    writeIndex([{ ...row('ghost'), title: null }]);
    const listing = await (await SessionsRoot.open(profile.root)).listAsFx();
    expect(listing).toMatchObject({ source: 'scan', sessions: [{ id: sessionIdOf('multi-turn') }] });
  });

  it('replays the sessions that a deferred token names', async () => {
    const dir = profile.add('multi-turn');
    const manifest = readFileSync(join(dir, 'session.json'), 'utf8');
    writeFileSync(join(dir, 'session.json'), manifest.replace('"history_len":5', '"history_len":9'));
    writeIndex([row(sessionIdOf('multi-turn'))]);
    mkdirSync(join(profile.root, 'latest/deferred'), { recursive: true });
    for (const directory of ['latest', 'latest/deferred']) chmodSync(join(profile.root, directory), 0o700);
    writeFileSync(join(profile.root, 'latest/deferred', sessionIdOf('multi-turn')), '{}', { mode: 0o600 });
    const listing = await (await SessionsRoot.open(profile.root)).listAsFx();
    expect(listing).toMatchObject({ source: 'scan', sessions: [{ title: 'Hello', history_len: 5 }] });
  });
});
