/** Damaged logs of the newer formats by the hundred: every repair verifies, is idempotent, and loses no byte. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationLog, FrameError, sessionsV2 } from '@fxlog/format';
import { type CheckedFrame, checkLine, type FormatDialect } from '@fxlog/format/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { StoreError } from '../store-error.js';
import { NEWER, setModes, TemporaryProfile } from '../testing/fixtures.js';
import { verifySession } from '../verify-session.js';
import { needsRepair } from './needs-repair.js';
import { repairSession } from './repair-session.js';
import { expectConservation } from './testing/conservation.js';
import { mutate, Random } from './testing/mutations.js';

const COUNT = runs(400);
const BATCH = 50;

const profile = new TemporaryProfile();
afterAll(() => profile.remove());

interface Base {
  readonly path: string;
  readonly id: string;
}

function basesOf(format: string, below: string): Base[] {
  const folder = join(NEWER, format);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name, below))
    .flatMap((shape) => readdirSync(shape, { withFileTypes: true }).map((entry) => ({ shape, entry })))
    .filter(({ entry }) => entry.isDirectory())
    .map(({ shape, entry }) => ({ path: join(shape, entry.name), id: entry.name }));
}

describe.each([
  { format: 'conversation-log', dialect: conversationLog, log: 'events.jsonl', below: '' },
  { format: 'sessions-v2', dialect: sessionsV2, log: 'log.jsonl', below: 'v2' },
])('a damaged $format', ({ format, dialect, log, below }) => {
  const bases = basesOf(format, below);

  for (let first = 1; first <= COUNT; first += BATCH) {
    it(`is repaired, from ${first} on: all verify, all are idempotent, no byte is lost`, async () => {
      const failures: string[] = [];
      for (let seed = first; seed < first + BATCH && failures.length < 5; seed++) {
        const base = bases[seed % bases.length] as Base;
        try {
          await check(base, new Random(seed));
        } catch (error) {
          const why = error instanceof Error ? error.stack?.slice(0, 900) : String(error);
          failures.push(`seed ${seed}, ${base.path}: ${why}`);
        }
      }
      expect(failures.join('\n')).toBe('');
    }, 600_000);
  }

  async function check({ path, id }: Base, random: Random): Promise<void> {
    const root = join(profile.home, 'damaged', below);
    const out = join(profile.home, 'out');
    rmSync(join(profile.home, 'damaged'), { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const dir = join(root, id);
    cpSync(path, dir, { recursive: true, preserveTimestamps: true });
    setModes(dir);
    const damaged = mutate(readFileSync(join(dir, log)), random);
    writeFileSync(join(dir, log), damaged);
    if (!needsRepair(await verifySession(dir))) return;
    const report = await orNothing(repairSession(dir, { folder: out }, { clock: () => 1_800_000_000_000 }));
    if (report === null) return expect(holdsPrompt(dialect, damaged)).toBe(false);
    expect(report.status).toBe('repaired');
    const repaired = report.dir ?? '';
    const { readable, resumable, findings } = await verifySession(repaired);
    expect([readable.ok, resumable.ok]).toEqual([true, true]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expectConservation(dir, damaged, report);
    expect((await repairSession(repaired, null, { dryRun: true })).status).toBe('nothing-to-do');
  }
});

async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError && error.rule === 'repair/nothing') return null;
    throw error;
  }
}

/** Whether there is a line left that begins a turn, and that fx would take. */
function holdsPrompt(dialect: FormatDialect, log: Buffer): boolean {
  const lines = log.toString('latin1').split('\n').slice(0, -1);
  return lines.some((text) => {
    const line = Buffer.from(`${text}\n`, 'latin1');
    try {
      // What lies in a blob that is missing is lost.
      if (text.includes('$blob')) return false;
      const { kind, event } = checkLine<CheckedFrame>(dialect, line, 0, line.length);
      return kind === 'user' || (kind === 'item' && (event as { type: string }).type === 'user');
    } catch (error) {
      if (error instanceof FrameError) return false;
      throw error;
    }
  });
}
