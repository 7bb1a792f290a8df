/** Repair, copy and removal of sessions of the newer formats, broken at every file-system call. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileSystem } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../test/crash/crash-harness.js';
import { pointsOf } from '../../../../test/crash/crash-points.js';
import { NEWER, setModes } from '../testing/fixtures.js';
import { TRASH_NAME } from '../trash/trash-place.js';
import { verifySession } from '../verify-session.js';
import { contentsOf } from './testing/conservation.js';
import { ASKED, changeAsAsked } from './testing/newer-operations.js';

let base: string;
let made = 0;
beforeAll(() => {
  base = crashDirectory();
});
afterAll(() => rmSync(base, { recursive: true }));

const FORMATS = [
  {
    format: 'conversation-log',
    path: 'conversation-log/parallel-calls/orchard_0003',
    place: 'orchard_0003',
    log: 'events.jsonl',
  },
  {
    format: 'sessions-v2',
    path: 'sessions-v2/moved-files/v2/orchard_0965',
    place: 'v2/orchard_0965',
    log: 'log.jsonl',
  },
] as const;

/** Lays a session into `<dir>/sessions`; for a repair with a line of garbage in its middle, a torn last line, and a file of nobody's. */
function layOut({ path, place, log }: (typeof FORMATS)[number], operation: string): string {
  const dir = join(base, String(made++));
  const session = join(dir, 'sessions', place);
  mkdirSync(dirname(session), { recursive: true, mode: 0o700 });
  cpSync(join(NEWER, path), session, { recursive: true });
  if (operation.startsWith('repair')) {
    const lines = readFileSync(join(session, log), 'latin1').split(/(?<=\n)/);
    const middle = Math.floor(lines.length / 2);
    writeFileSync(
      join(session, log),
      `${lines.toSpliced(middle, 0, `${'\0'.repeat(500)}\n`).join('')}{"torn`,
      'latin1',
    );
    writeFileSync(join(session, 'notes.txt'), 'not of fx');
  }
  setModes(session);
  writeFileSync(join(dir, 'sessions', 'latest.lock'), '', { mode: 0o600 });
  writeFileSync(join(dir, ASKED), `${operation} ${place}`);
  return dir;
}

/** What lies in a session, but for its locks, which may be made. */
const lyingIn = (session: string): [string, string][] =>
  [...contentsOf(session)].filter(([file]) => !/(?:^|\/)(?:lock|session\.lock)$/.test(file)).sort();

/** Names that fx passes over, and folders of the stores. */
const PASSED_OVER = /\+|^(?:v2|latest|latest\.lock|index\.pending|\.index\.pending\.tmp\.[0-9a-f]{32})$/;

function expectOnly(folder: string, session: string, where: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name !== basename(session)) expect(name, where).toMatch(PASSED_OVER);
  }
}

describe.each(FORMATS)('a session of $format', (shape) => {
  const { place } = shape;
  const below = dirname(place);
  /** Where the outcome stands. */
  const OUTCOMES: Readonly<Record<string, (dir: string) => string>> = {
    'repair-beside': (dir) => join(dir, 'repaired', place),
    'repair-in-place': (dir) => join(dir, 'sessions', place),
    copy: (dir) => join(dir, 'other', 'sessions', place),
    remove: (dir) => join(dir, TRASH_NAME, place),
  };

  for (const [operation, outcomeIn] of Object.entries(OUTCOMES)) {
    const name = {
      'repair-beside': 'repairSession',
      'repair-in-place': 'repairSession',
      copy: 'copySession',
      remove: 'removeSession',
    }[operation];
    describe(`${name}, ${operation}`, () => {
      let source: [string, string][];
      let outcome: [string, string][];
      beforeAll(async () => {
        const dir = layOut(shape, operation);
        source = lyingIn(join(dir, 'sessions', place));
        await changeAsAsked(nodeFileSystem, dir);
        outcome = lyingIn(outcomeIn(dir));
        expect((await verifySession(outcomeIn(dir))).resumable.ok).toBe(true);
      });

      /** All that was there is somewhere: as it was, or as it was to become. */
      const check = async ({ kind, call, dir }: CrashPoint): Promise<void> => {
        const where = `${kind} at call ${call}`;
        const session = join(dir, 'sessions', place);
        const target = outcomeIn(dir);
        const isDone = (): boolean =>
          operation === 'repair-in-place' ? existsSync(`${session}+damaged`) : existsSync(target);
        const expectSource = (path: string): void => expect(lyingIn(path), where).toEqual(source);
        if (operation === 'remove') {
          expect(existsSync(session), where).toBe(!isDone());
          if (!isDone()) expectSource(session);
        } else if (operation === 'repair-in-place') {
          expect(existsSync(session) || isDone(), where).toBe(true);
          if (isDone()) expectSource(`${session}+damaged`);
          else expectSource(session);
        } else expectSource(session);
        if (isDone() && existsSync(target)) expect(lyingIn(target), where).toEqual(outcome);
        expectOnly(join(dir, 'sessions', below), session, where);
        expectOnly(dirname(target), target, where);
        // Whatever happened, doing it again ends well.
        if (operation === 'repair-in-place' || !isDone()) await changeAsAsked(nodeFileSystem, dir);
        expect(lyingIn(target), where).toEqual(outcome);
      };
      const subject = { prepare: () => layOut(shape, operation), check };
      const { killed, failed } = pointsOf(`${name} of ${shape.format}, ${operation}`);

      it('leaves the session as it was or as it was to become when the process is killed', async () => {
        const entry = fileURLToPath(new URL('testing/change-as-asked.child.ts', import.meta.url));
        expect(await killEverywhere(subject, entry, join(base, `${shape.format}-${operation}.mjs`))).toBe(killed);
      }, 900_000);

      it('leaves the session as it was or as it was to become when the disk is full or broken', async () => {
        expect(await failEverywhere(subject, changeAsAsked)).toBe(failed);
      }, 900_000);
    });
  }
});
