import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileSystem } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStoreSession } from '../../../../../../test/crash/check-store-session.js';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../../../test/crash/crash-harness.js';
import { CRASH_POINTS } from '../../../../../../test/crash/crash-points.js';
import { verifySession } from '../../../verify-session.js';
import { OPTIONS, TURN } from '../../conversation-log/append/testing/appended-turn.js';
import { appendStoreTurn } from './append-turn.js';
import { append, ID, layStoreSession } from './testing/appended-turn.js';

let base: string;
let before: Buffer;
let after: Buffer;
let made = 0;
const logIn = (dir: string): Buffer => readFileSync(join(dir, 'v2', ID, 'log.jsonl'));
function prepare(): string {
  const dir = join(base, String(made++));
  layStoreSession(dir);
  return dir;
}
beforeAll(async () => {
  base = crashDirectory();
  const dir = prepare();
  before = logIn(dir);
  await append(nodeFileSystem, dir);
  after = logIn(dir);
});
afterAll(() => rmSync(base, { recursive: true }));

async function check({ kind, call, dir }: CrashPoint): Promise<void> {
  const where = `${kind} at call ${call}`;
  const session = join(dir, 'v2', ID);
  const log = logIn(dir);
  // Nothing that stood is ever touched, and what follows is the beginning of the turn.
  expect(after.subarray(0, log.length).equals(log) && log.length >= before.length, where).toBe(true);
  const verdict = await verifySession(session);
  expect(verdict.listed.ok && verdict.resumable.ok && verdict.readable.ok, where).toBe(true);
  // Whatever line stands, its blobs do.
  expect(
    verdict.findings.filter(({ severity }) => severity === 'error'),
    where,
  ).toEqual([]);
  expect(readdirSync(join(dir, 'v2')), where).toEqual([ID]);
  for (const name of readdirSync(session)) expect(name, where).toMatch(/^(blobs|lock|log\.jsonl)$/);
  if (log.equals(after)) return checkStoreSession(session);
  // A call that fails once takes its bytes back.
  if (kind === 'ENOSPC' || kind === 'EIO') expect(log.equals(before), where).toBe(true);
  await appendStoreTurn(session, TURN, { ...OPTIONS, recover: true });
  expect((await verifySession(session)).resumable.ok, where).toBe(true);
  if (log.equals(before)) expect(logIn(dir).equals(after), where).toBe(true);
}

describe('appendStoreTurn, broken at every file-system call', () => {
  const subject = { prepare, check };
  it('leaves the session as it was, or with the turn, or with what fx ends, when the process is killed', async () => {
    const entry = fileURLToPath(new URL('./testing/append-turn.child.ts', import.meta.url));
    const points = await killEverywhere(subject, entry, join(base, 'child.mjs'));
    expect(points).toBe(CRASH_POINTS.appendStoreTurn.killed);
  }, 600_000);

  it('does so when the disk is full or broken', async () => {
    const points = await failEverywhere(subject, append);
    expect(points).toBe(CRASH_POINTS.appendStoreTurn.failed);
  }, 600_000);
});
