import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStoreSession } from '../../../../../test/crash/check-store-session.js';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../../test/crash/crash-harness.js';
import { CRASH_POINTS } from '../../../../../test/crash/crash-points.js';
import { nodeFileSystem } from '../../fs/file-system.js';
import { writeSampleStoreSession } from '../../testing/sample-content.js';
import { SAMPLE_ID } from '../../testing/sample-session.js';

let base: string;
let reference: Map<string, string>;
beforeAll(async () => {
  base = crashDirectory();
  const dir = prepareRoot();
  await writeSampleStoreSession(nodeFileSystem, dir);
  checkStoreSession(join(dir, 'sessions/v2', SAMPLE_ID));
  reference = contents(join(dir, 'sessions/v2', SAMPLE_ID));
});
afterAll(() => rmSync(base, { recursive: true }));

let made = 0;
function prepareRoot(): string {
  const dir = join(base, String(made++));
  mkdirSync(join(dir, 'sessions/v2', 'older-session'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'sessions/v2', 'older-session', 'events.jsonl'), 'older');
  return dir;
}

/** Every file below a directory with its bytes. */
function contents(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dir, entry);
    found.set(entry, statSync(path).isDirectory() ? '' : readFileSync(path, 'latin1'));
  }
  return found;
}

/** Names that fx looks at as something other than a session, or not at all (session-directory §1.2, §1.4). */
const IGNORED = /^(fxlog\+[0-9a-f]{32}|older-session)$/;

async function check({ kind, call, dir }: CrashPoint): Promise<void> {
  const where = `${kind} at call ${call}`;
  const root = join(dir, 'sessions/v2');
  const session = join(root, SAMPLE_ID);
  if (existsSync(session)) {
    checkStoreSession(session);
    expect(contents(session), where).toEqual(reference);
  }
  for (const name of readdirSync(root)) {
    if (name !== SAMPLE_ID) expect(name, where).toMatch(IGNORED);
  }
  expect(contents(join(root, 'older-session')), where).toEqual(new Map([['events.jsonl', 'older']]));
  if (existsSync(session)) return;
  // A failure in passing leaves nothing behind; only a dead process or a dead disk leaves something, which is in nobody's way.
  if (kind === 'ENOSPC' || kind === 'EIO') {
    expect(
      readdirSync(root).filter((name) => name.includes('fxlog+')),
      where,
    ).toEqual([]);
  }
  await writeSampleStoreSession(nodeFileSystem, dir);
  expect(contents(session), where).toEqual(reference);
}

describe('writeContent as a session of the newer store, broken at every file-system call', () => {
  const subject = { prepare: prepareRoot, check };
  it('leaves nothing or the whole session when the process is killed', async () => {
    const entry = fileURLToPath(new URL('../../testing/write-store-session.child.ts', import.meta.url));
    const points = await killEverywhere(subject, entry, join(base, 'child.mjs'));
    expect(points).toBe(CRASH_POINTS['writeContent to the store'].killed);
  }, 600_000);

  it('leaves nothing or the whole session when the disk is full or broken', async () => {
    const points = await failEverywhere(subject, writeSampleStoreSession);
    expect(points).toBe(CRASH_POINTS['writeContent to the store'].failed);
  }, 600_000);
});
