import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileSystem } from '@fxlog/writer/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../../../test/crash/crash-harness.js';
import { CRASH_POINTS } from '../../../../../../test/crash/crash-points.js';
import { verifySession } from '../../../verify-session.js';
import { appendConversationTurn } from './append-turn.js';
import { append, ID, laySession, OPTIONS, TURN } from './testing/appended-turn.js';

let base: string;
let before: Buffer;
let after: Buffer;
let made = 0;
const logIn = (dir: string): Buffer => readFileSync(join(dir, 'sessions', ID, 'events.jsonl'));
function prepare(): string {
  const dir = join(base, String(made++));
  laySession(dir);
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

/** Names beside the session that fx passes over, or looks at as something else. */
const AROUND = /^(latest\.lock|index\.pending|\.index\.pending\.tmp\.[0-9a-f]{32}|orchard_0001)$/;

async function check({ kind, call, dir }: CrashPoint): Promise<void> {
  const where = `${kind} at call ${call}`;
  const session = join(dir, 'sessions', ID);
  const log = logIn(dir);
  // Nothing that stood is ever touched, and what follows is the beginning of the turn.
  expect(after.subarray(0, log.length).equals(log) && log.length >= before.length, where).toBe(true);
  const verdict = await verifySession(session);
  expect(verdict.listed.ok && verdict.resumable.ok, where).toBe(true);
  const kept = log.length - (verdict.resumable.discardsBytes ?? 0);
  // Bytes behind the last whole line are cut off as well.
  if (!log.equals(after))
    expect(kept >= before.length && log.lastIndexOf(0x0a, kept - 1) === kept - 1, where).toBe(true);
  for (const name of readdirSync(join(dir, 'sessions'))) expect(name, where).toMatch(AROUND);
  if (log.length > before.length) {
    expect(existsSync(join(session, 'tool-results', 'result-shell-plums.txt')), where).toBe(true);
    expect(existsSync(join(dir, 'sessions', 'index.pending')), where).toBe(true);
  }
  if (log.equals(after)) return;
  // A call that fails once takes its bytes back.
  if (kind === 'ENOSPC' || kind === 'EIO') expect(log.equals(before), where).toBe(true);
  await appendConversationTurn(session, TURN, { ...OPTIONS, recover: true });
  expect(logIn(dir).equals(after), where).toBe(true);
}

describe('appendConversationTurn, broken at every file-system call', () => {
  const subject = { prepare, check };
  it('leaves the session as it was, or with the turn, or with what fx cuts off, when the process is killed', async () => {
    const entry = fileURLToPath(new URL('./testing/append-turn.child.ts', import.meta.url));
    const points = await killEverywhere(subject, entry, join(base, 'child.mjs'));
    expect(points).toBe(CRASH_POINTS.appendConversationTurn.killed);
  }, 600_000);

  it('does so when the disk is full or broken', async () => {
    const points = await failEverywhere(subject, append);
    expect(points).toBe(CRASH_POINTS.appendConversationTurn.failed);
  }, 600_000);
});
