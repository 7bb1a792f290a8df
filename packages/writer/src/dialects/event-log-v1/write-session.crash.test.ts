import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSession } from '../../../../../test/crash/check-session.js';
import {
  type CrashPoint,
  crashDirectory,
  failEverywhere,
  killEverywhere,
} from '../../../../../test/crash/crash-harness.js';
import { CRASH_POINTS } from '../../../../../test/crash/crash-points.js';
import { nodeFileSystem } from '../../fs/file-system.js';
import { SAMPLE_ID, sampleInput, sampleOptions, writeSample } from '../../testing/sample-session.js';
import { writeSession } from './write-session.js';

let base: string;
let reference: Map<string, string>;
beforeAll(async () => {
  base = crashDirectory();
  const dir = prepareRoot();
  await writeSample(nodeFileSystem, dir);
  checkSession(join(dir, 'sessions', SAMPLE_ID));
  reference = contents(join(dir, 'sessions', SAMPLE_ID));
});
afterAll(() => rmSync(base, { recursive: true }));

let made = 0;
function prepareRoot(): string {
  const dir = join(base, String(made++));
  mkdirSync(join(dir, 'sessions', 'older-session'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'sessions', 'older-session', 'events.jsonl'), 'older');
  return dir;
}

/** Every file below a directory with its bytes; the fingerprint of a manifest differs from run to run and is left out. */
function contents(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dir, entry);
    const text = statSync(path).isDirectory() ? '' : readFileSync(path, 'latin1');
    found.set(entry, text.replace(/"event_log_stat_fingerprint":"[0-9a-f]{64}"/, ''));
  }
  return found;
}

/** Names that fx looks at as something other than a session, or not at all (session-directory §1.2, §1.4). */
const IGNORED =
  /^(fxlog\+[0-9a-f]{32}|latest|latest\.lock|index\.pending|\.index\.pending\.tmp\.[0-9a-f]{32}|older-session)$/;

async function check({ kind, call, dir }: CrashPoint): Promise<void> {
  const where = `${kind} at call ${call}`;
  const root = join(dir, 'sessions');
  const session = join(root, SAMPLE_ID);
  if (existsSync(session)) {
    checkSession(session);
    expect(contents(session), where).toEqual(reference);
    expect(existsSync(join(root, 'index.pending')), where).toBe(true);
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
  await writeSession(sampleInput(), { root }, sampleOptions);
  expect(contents(session), where).toEqual(reference);
}

describe('writeSession, broken at every file-system call', () => {
  const subject = { prepare: prepareRoot, check };
  it('leaves nothing or the whole session when the process is killed', async () => {
    const entry = fileURLToPath(new URL('../../testing/write-session.child.ts', import.meta.url));
    const points = await killEverywhere(subject, entry, join(base, 'child.mjs'));
    expect(points).toBe(CRASH_POINTS.writeSession.killed);
  }, 600_000);

  it('leaves nothing or the whole session when the disk is full or broken', async () => {
    const points = await failEverywhere(subject, writeSample);
    expect(points).toBe(CRASH_POINTS.writeSession.failed);
  }, 600_000);
});
