import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileSystem, nodeFileSystem } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSession } from '../../../../../../test/crash/check-session.js';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../../../test/crash/crash-harness.js';
import { pointsOf } from '../../../../../../test/crash/crash-points.js';
import { contentsOf } from '../../../repair/testing/conservation.js';
import { verifySession } from '../../../verify-session.js';
import { DAMAGED_ID, layDamaged } from './testing/damaged-session.js';
import { repairBeside, repairInPlace, repairIntoRoot } from './testing/repair-operations.js';

let base: string;
let made = 0;
let damaged: Map<string, string>;
beforeAll(() => {
  base = crashDirectory();
  damaged = contentsOf(layDamaged(join(base, 'reference')));
});
afterAll(() => rmSync(base, { recursive: true }));

function prepare(): string {
  const dir = join(base, String(made++));
  layDamaged(dir);
  return dir;
}

/** A repaired session stands complete, with all that it should hold. */
async function expectRepaired(dir: string, where: string): Promise<void> {
  checkSession(dir);
  const { readable, listed, resumable, findings } = await verifySession(dir);
  expect([readable.ok, listed.ok, resumable.ok], where).toEqual([true, true, true]);
  expect(
    findings.filter(({ severity }) => severity === 'error'),
    where,
  ).toEqual([]);
}

/** A lock file is made where there is none; nothing else of the damaged session may change. */
function expectUntouched(dir: string, where: string): void {
  expect(contentsOf(dir), where).toEqual(damaged);
}

const WORKS_IN: Record<string, (dir: string) => string> = {
  beside: (dir) => join(dir, 'repaired'),
  'into-root': (dir) => join(dir, 'other', 'sessions'),
};
const OPERATIONS: Record<string, (fileSystem: FileSystem, dir: string) => Promise<unknown>> = {
  beside: repairBeside,
  'into-root': repairIntoRoot,
};
/** Names that fx passes over (session-directory §1.2, §1.4). */
const PASSED_OVER = /\+|^(?:latest\.lock|index\.pending|\.index\.pending\.tmp\.[0-9a-f]{32})$/;

for (const [name, operation] of Object.entries(OPERATIONS)) {
  describe(`repairSession ${name}, broken at every file-system call`, () => {
    const check = async ({ kind, call, dir }: CrashPoint): Promise<void> => {
      const where = `${kind} at call ${call}`;
      expectUntouched(join(dir, 'sessions', DAMAGED_ID), where);
      const target = WORKS_IN[name]?.(dir) ?? '';
      for (const entry of existsSync(target) ? readdirSync(target) : []) {
        if (entry === DAMAGED_ID) await expectRepaired(join(target, entry), where);
        else expect(entry, where).toMatch(PASSED_OVER);
      }
      if (!existsSync(join(target, DAMAGED_ID))) await operation(nodeFileSystem, dir);
      await expectRepaired(join(target, DAMAGED_ID), where);
    };
    breakEverywhere(name, operation, check);
  });
}

describe('repairSession in place, broken at every file-system call', () => {
  const check = async ({ kind, call, dir }: CrashPoint): Promise<void> => {
    const where = `${kind} at call ${call}`;
    const root = join(dir, 'sessions');
    const session = join(root, DAMAGED_ID);
    const backup = `${session}+damaged`;
    expect(existsSync(session) || existsSync(backup), where).toBe(true);
    if (existsSync(backup)) {
      expectUntouched(backup, where);
      if (existsSync(session)) await expectRepaired(session, where);
    } else expectUntouched(session, where);
    for (const entry of readdirSync(root)) if (entry !== DAMAGED_ID) expect(entry, where).toMatch(PASSED_OVER);
    // Whatever happened, doing it again ends well, and the damaged session is still there.
    await repairInPlace(nodeFileSystem, dir);
    await expectRepaired(session, where);
    expectUntouched(backup, where);
  };
  breakEverywhere('in-place', repairInPlace, check);
});

function breakEverywhere(
  name: string,
  operation: (fileSystem: FileSystem, dir: string) => Promise<unknown>,
  check: (point: CrashPoint) => Promise<void>,
): void {
  const { killed, failed } = pointsOf(`repairSession ${name}`);

  it('leaves the damaged session, and nothing or the whole repaired one, when the process is killed', async () => {
    const entry = fileURLToPath(new URL(`testing/repair-${name}.child.ts`, import.meta.url));
    const points = await killEverywhere({ prepare, check }, entry, join(base, `${name}.mjs`));
    expect(points).toBe(killed);
  }, 900_000);

  it('leaves the damaged session, and nothing or the whole repaired one, when the disk is full or broken', async () => {
    const points = await failEverywhere({ prepare, check }, operation);
    expect(points).toBe(failed);
  }, 900_000);
}
