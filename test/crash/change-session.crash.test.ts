import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appendTurn, removeSession, rewriteSession, verifySession } from '@fxlog/store';
import { WriteError } from '@fxlog/writer';
import { type FileSystem, nodeFileSystem } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSession } from './check-session.js';
import { type CrashPoint, crashDirectory, failEverywhere, killEverywhere } from './crash-harness.js';
import { CRASH_POINTS } from './crash-points.js';
import { fillProfile, OTHER_ID } from './crash-profile.js';
import { append, ID, OPTIONS, remove, rewriteElsewhere, rewriteInPlace, TURN } from './crashed-operations.js';

let base: string;
beforeAll(() => {
  base = crashDirectory();
});
afterAll(() => rmSync(base, { recursive: true }));

let made = 0;
function prepare(): string {
  const dir = join(base, String(made++));
  mkdirSync(dir);
  fillProfile(dir);
  return dir;
}

const sessionIn = (dir: string): string => join(dir, 'sessions', ID);
const logOf = (session: string): Buffer => readFileSync(join(session, 'events.jsonl'));

/** Every file below a directory with its bytes; fingerprints differ from run to run and are left out, as are locks, which may be made. */
function contents(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dir, entry);
    if (statSync(path).isDirectory() || entry.endsWith('.lock')) continue;
    found.set(entry, readFileSync(path, 'latin1').replace(/"event_log_stat_fingerprint":"[0-9a-f]{64}"/, ''));
  }
  return found;
}

function expectSame(found: Map<string, string>, wanted: Map<string, string>, where: string): void {
  expect([...found.keys()], where).toEqual([...wanted.keys()]);
  for (const [name, bytes] of wanted) expect(found.get(name) === bytes, `${where}: ${name}`).toBe(true);
}

/** How each run that failed went, by its directory: whether the error says that the change stands nevertheless. */
const saidPublished = new Map<string, boolean>();

type Operation = (fileSystem: FileSystem, dir: string) => Promise<unknown>;

function listening(operation: Operation): Operation {
  return async (fileSystem, dir) => {
    try {
      return await operation(fileSystem, dir);
    } catch (error) {
      saidPublished.set(dir, error instanceof WriteError && error.published);
      throw error;
    }
  };
}

/** What any crash may leave beside the files of a session, all of which fx passes over (session-directory §0.2, §3.6). */
const LEFTOVER = /(^|\/)\.[^/]+\.tmp\.[0-9a-f]{32}$|^events\.compact\.[0-9a-f]{32}\.tmp$|^commit\.pending\.json$/;

/** What holds for everything but the session itself. */
function checkAround({ dir }: CrashPoint, where: string): void {
  const root = join(dir, 'sessions');
  expect(readFileSync(join(root, OTHER_ID, 'events.jsonl'), 'utf8'), where).toBe('other');
  for (const name of readdirSync(root)) {
    expect(name, where).toMatch(
      /^(latest|latest\.lock|index\.pending|\.index\.pending\.tmp\.[0-9a-f]{32}|another-session)$|^\d+-\d+-[0-9a-f]{16}$/,
    );
  }
}

interface Judgement {
  readonly turns: number;
  /** The log as fx would have it once it has the session open. */
  readonly log: Buffer;
  /** Nothing is left for the next writer to deal with. */
  readonly isSettled: boolean;
}

/** Which turn count and log a session has that was being changed; it must be one that fx would resume without losing anything committed. */
async function judge(point: CrashPoint, where: string): Promise<Judgement> {
  const session = sessionIn(point.dir);
  const verdict = await verifySession(session);
  expect(verdict.listed.ok, where).toBe(true);
  expect(verdict.resumable, where).toMatchObject({ ok: true });
  const isPending = existsSync(join(session, 'commit.pending.json'));
  expect(verdict.readable.ok || isPending, where).toBe(true);
  const { turns = -1, discardsBytes = 0 } = verdict.resumable;
  const log = logOf(session);
  // A call that fails once leaves nothing to be settled, unless the change stands.
  const kind = point.kind;
  if ((kind === 'ENOSPC' || kind === 'EIO') && saidPublished.get(point.dir) !== true) {
    expect({ isPending, discardsBytes }, where).toEqual({ isPending: false, discardsBytes: 0 });
  }
  return { turns, log: log.subarray(0, log.length - discardsBytes), isSettled: !isPending && discardsBytes === 0 };
}

/** Whatever was left, the next writer settles it, and then all is well. */
async function settle({ dir }: CrashPoint, where: string, { turns, isSettled }: Judgement): Promise<void> {
  if (isSettled) return;
  const session = sessionIn(dir);
  await appendTurn(session, TURN, { ...OPTIONS, recover: true });
  const verdict = await verifySession(session);
  expect(
    [verdict.readable, verdict.listed, verdict.resumable].map(({ ok }) => ok),
    where,
  ).toEqual([true, true, true]);
  expect(verdict.resumable, where).toMatchObject({ turns: turns + 1, discardsBytes: 0 });
  expect(verdict.listed.historyLen, where).toBe(turns + 1);
  expect(existsSync(join(session, 'commit.pending.json')), where).toBe(false);
}

interface Reference {
  readonly turns: number;
  readonly oldLog: Buffer;
  readonly newLog: Buffer;
  readonly files: ReadonlyMap<string, string>;
}

async function referenceOf(operation: Operation): Promise<Reference> {
  const dir = prepare();
  const { readable } = await verifySession(sessionIn(dir));
  const oldLog = logOf(sessionIn(dir));
  const files = contents(sessionIn(dir));
  await operation(nodeFileSystem, dir);
  return { turns: readable.turns ?? -1, oldLog, newLog: logOf(sessionIn(dir)), files };
}

/** Files that no commit touches are as they were; what is new are leftovers and what the commit brings. */
function checkFiles(point: CrashPoint, { files }: Reference, changing: RegExp, where: string): void {
  const now = contents(sessionIn(point.dir));
  for (const [name, bytes] of files)
    if (!changing.test(name)) expect(now.get(name) === bytes, `${where}: ${name}`).toBe(true);
  for (const name of now.keys()) if (!files.has(name) && !changing.test(name)) expect(name, where).toMatch(LEFTOVER);
}

const entryOf = (name: string): string => fileURLToPath(new URL(`${name}.child.ts`, import.meta.url));

function breakEverywhere(
  name: keyof typeof CRASH_POINTS,
  child: string,
  operation: Operation,
  makeCheck: () => Promise<(point: CrashPoint) => Promise<void>>,
): void {
  describe(`${name}, broken at every file-system call`, () => {
    it('keeps the old or has the new when the process is killed', async () => {
      const points = await killEverywhere(
        { prepare, check: await makeCheck() },
        entryOf(child),
        join(base, `${child}.mjs`),
      );
      expect(points).toBe(CRASH_POINTS[name].killed);
    }, 600_000);

    it('keeps the old or has the new when the disk is full or broken, and says which', async () => {
      const points = await failEverywhere({ prepare, check: await makeCheck() }, listening(operation));
      expect(points).toBe(CRASH_POINTS[name].failed);
    }, 600_000);
  });
}

const whereOf = ({ kind, call }: CrashPoint): string => `${kind} at call ${call}`;

breakEverywhere('appendTurn', 'append-turn', append, async () => {
  const reference = await referenceOf(append);
  return async (point) => {
    const where = whereOf(point);
    checkAround(point, where);
    const judgement = await judge(point, where);
    const { turns, log } = judgement;
    const hasTurn = turns === reference.turns + 1;
    expect(hasTurn || turns === reference.turns, where).toBe(true);
    expect(log.equals(hasTurn ? reference.newLog : reference.oldLog), where).toBe(true);
    checkFiles(
      point,
      reference,
      /^(events|session|checkpoint|display|commit\.[0-9a-f]{32})\.jsonl?$|^images\/image-7-/,
      where,
    );
    if (point.kind !== 'SIGKILL') expect(saidPublished.get(point.dir), where).toBe(hasTurn);
    await settle(point, where, judgement);
    if (!hasTurn && !judgement.isSettled) {
      expect(logOf(sessionIn(point.dir)).equals(reference.newLog), where).toBe(true);
    }
  };
});

breakEverywhere('rewriteSession in place', 'rewrite-in-place', rewriteInPlace, async () => {
  const reference = await referenceOf(rewriteInPlace);
  return async (point) => {
    const where = whereOf(point);
    checkAround(point, where);
    const judgement = await judge(point, where);
    const { turns, log } = judgement;
    expect(turns, where).toBe(reference.turns);
    const isNew = log.equals(reference.newLog);
    expect(isNew || log.equals(reference.oldLog), where).toBe(true);
    checkFiles(point, reference, /^(events|session|checkpoint|display|commit\.[0-9a-f]{32})\.jsonl?$/, where);
    if (point.kind !== 'SIGKILL') expect(saidPublished.get(point.dir), where).toBe(isNew);
    await settle(point, where, judgement);
  };
});

breakEverywhere('rewriteSession elsewhere', 'rewrite-elsewhere', rewriteElsewhere, async () => {
  const whole = prepare();
  const before = contents(sessionIn(whole));
  await rewriteElsewhere(nodeFileSystem, whole);
  const reference = contents(join(whole, 'copies', ID));
  return async (point) => {
    const where = whereOf(point);
    checkAround(point, where);
    expectSame(contents(sessionIn(point.dir)), before, where);
    const copy = join(point.dir, 'copies', ID);
    if (existsSync(copy)) {
      checkSession(copy);
      expectSame(contents(copy), reference, where);
      expect((await verifySession(copy)).resumable.ok, where).toBe(true);
    }
    if (point.kind !== 'SIGKILL') expect(saidPublished.get(point.dir), where).toBe(existsSync(copy));
    if (existsSync(copy) || point.kind !== 'SIGKILL') return;
    const again = { dropCheckpoints: true, ...OPTIONS };
    await rewriteSession(sessionIn(point.dir), { root: join(point.dir, 'copies') }, again);
    expectSame(contents(copy), reference, where);
  };
});

breakEverywhere('removeSession', 'remove-session', remove, async () => {
  const before = contents(sessionIn(prepare()));
  return async (point) => {
    const where = whereOf(point);
    checkAround(point, where);
    const places = [sessionIn(point.dir), join(point.dir, 'fxlog+trash', ID)].filter((path) => existsSync(path));
    expect(places, where).toHaveLength(1);
    expectSame(contents(places[0] ?? ''), before, where);
    const isGone = !existsSync(sessionIn(point.dir));
    if (isGone) expect(existsSync(join(point.dir, 'sessions/index.pending')), where).toBe(true);
    if (point.kind !== 'SIGKILL') expect(saidPublished.get(point.dir), where).toBe(isGone);
    if (!isGone) await removeSession(join(point.dir, 'sessions'), ID);
    expect(existsSync(sessionIn(point.dir)), where).toBe(false);
  };
});
