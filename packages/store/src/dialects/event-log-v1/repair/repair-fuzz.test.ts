/**
 * Damaged logs by the thousand: every repair verifies, is idempotent, and loses no byte. `FXLOG_FUZZ` is the number of mutations (240 in
 * a full run), `FXLOG_FUZZ_SEED` the first of their seeds.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { afterAll, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { repairSession } from '../../../repair/repair-session.js';
import { expectConservation } from '../../../repair/testing/conservation.js';
import { mutate, Random } from '../../../repair/testing/mutations.js';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import type { SessionVerdict } from '../../../verdict.js';

const SHAPES = [
  'plain-text',
  'preference-change',
  'workspace-rebind',
  'recovery-abandoned',
  'interrupted-stream',
  'image-input',
  'legacy-v2-migrated',
  'recovered',
];
const COUNT = Number(process.env.FXLOG_FUZZ ?? runs(240));
const BATCH = 250;
const FIRST_SEED = Number(process.env.FXLOG_FUZZ_SEED ?? 1);

const profile = new TemporaryProfile();
const bases = SHAPES.map((shape) => profile.add(shape));
afterAll(() => profile.remove());

for (let first = FIRST_SEED; first < FIRST_SEED + COUNT; first += BATCH) {
  const end = Math.min(first + BATCH, FIRST_SEED + COUNT);
  it(`repairs the damaged logs ${first} to ${end - 1}: all verify, all are idempotent, no byte is lost`, async () => {
    const failures: string[] = [];
    for (let seed = first; seed < end && failures.length < 5; seed++) {
      try {
        await checkSeed(seed);
      } catch (error) {
        failures.push(`seed ${seed}: ${error instanceof Error ? error.stack?.slice(0, 700) : String(error)}`);
      }
    }
    expect(failures.join('\n')).toBe('');
  }, 600_000);
}

async function checkSeed(seed: number): Promise<void> {
  const random = new Random(seed);
  const base = bases[seed % bases.length] as string;
  const damagedRoot = join(profile.home, 'damaged');
  const out = join(profile.home, 'out');
  const dir = join(damagedRoot, basename(base));
  rmSync(damagedRoot, { recursive: true, force: true });
  rmSync(out, { recursive: true, force: true });
  mkdirSync(damagedRoot, { mode: 0o700 });
  cpSync(base, dir, { recursive: true, preserveTimestamps: true });
  const log = join(dir, 'events.jsonl');
  const damaged = mutate(readFileSync(log), random);
  writeFileSync(log, damaged);
  // Now and then some of what could help is gone as well; something must be left that tells who the session is.
  const helpers = ['checkpoint.json', 'session.json'].filter((name) => existsSync(join(dir, name)));
  if (helpers.length > 1 && random.below(2) === 0) rmSync(join(dir, helpers[random.below(2)] as string));
  await checkRepair(dir, damaged, out);
}

async function checkRepair(dir: string, damaged: Buffer, out: string): Promise<void> {
  const report = await repairSession(dir, { folder: out }, { seed: 'fuzz', clock: () => 1_800_000_000_000 });
  expect(report.status).toBe('repaired');
  const repaired = report.dir ?? '';
  const verdict = report.after as SessionVerdict;
  expect([verdict.readable.ok, verdict.listed.ok, verdict.resumable.ok]).toEqual([true, true, true]);
  expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const folded = await reduceLog(join(repaired, 'events.jsonl'), { requireNoTorn: true });
  expect(folded.turns).toBe(report.log?.turns);
  expect(folded.bytesConsumed).toBe(statSync(join(repaired, 'events.jsonl')).size);
  expectConservation(dir, damaged, report);
  // What the repair said of itself is what a fresh look says
  const again = await repairSession(repaired, null, { dryRun: true });
  expect(again.status).toBe('nothing-to-do');
  expect(again.before).toEqual(verdict);
}
