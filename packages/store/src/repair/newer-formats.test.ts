/** Damaged logs of the newer formats by the hundred: every repair verifies, is idempotent, and loses no byte. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { contentsOf, expectConservation } from './testing/conservation.js';
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

  for (const damage of [damageLog, damageFiles]) {
    for (let first = 1; first <= COUNT; first += BATCH) {
      it(`is repaired, from ${first} on, after ${damage.name}: all verify, all are idempotent, no byte is lost`, async () => {
        const failures: string[] = [];
        for (let seed = first; seed < first + BATCH && failures.length < 5; seed++) {
          const base = bases[seed % bases.length] as Base;
          try {
            await check(base, new Random(seed), damage);
          } catch (error) {
            const why = error instanceof Error ? error.stack?.slice(0, 900) : String(error);
            failures.push(`seed ${seed}, ${base.path}: ${why}`);
          }
        }
        expect(failures.join('\n')).toBe('');
      }, 600_000);
    }
  }

  async function check({ path, id }: Base, random: Random, damage: typeof damageLog): Promise<void> {
    const root = join(profile.home, 'damaged', below);
    const out = join(profile.home, 'out');
    rmSync(join(profile.home, 'damaged'), { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const dir = join(root, id);
    cpSync(path, dir, { recursive: true, preserveTimestamps: true });
    setModes(dir);
    damage(dir, log, random);
    const damaged = readFileSync(join(dir, log));
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

function damageLog(dir: string, log: string, random: Random): void {
  writeFileSync(join(dir, log), mutate(readFileSync(join(dir, log)), random));
}

/** Also of what lies beside the log something is damaged or gone, and the log is at times as it was. */
function damageFiles(dir: string, log: string, random: Random): void {
  const files = [...contentsOf(dir).keys()].filter((file) => file !== log).sort();
  for (let count = 1 + random.below(2); count > 0 && files.length > 0; count--) {
    const path = join(dir, files[random.below(files.length)] ?? '');
    if (!existsSync(path)) continue;
    if (random.below(4) === 0) rmSync(path);
    else {
      chmodSync(path, 0o600);
      writeFileSync(path, mutate(readFileSync(path), random));
    }
  }
  for (let count = random.below(3); count > 0; count--) damageLog(dir, log, random);
}

describe('a conversation log', () => {
  const lay = (name: string): string => {
    const dir = join(profile.home, name, 'orchard_0001');
    cpSync(join(NEWER, 'conversation-log/ordinary/orchard_0001'), dir, { recursive: true });
    setModes(dir);
    return dir;
  };

  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is not JSON any more', (path: string) => writeFileSync(path, '{"schema_ver')],
  ])('is known by its lines where its manifest %s', async (_, damage) => {
    const dir = lay('no-manifest');
    damage(join(dir, 'session.json'));
    const before = readFileSync(join(dir, 'events.jsonl'));
    const report = await repairSession(dir, { folder: join(profile.home, 'no-manifest-out') });
    expect(report).toMatchObject({ status: 'repaired', log: { isUnchanged: true, quarantinedBytes: 0 } });
    expect(report.findings.map(({ rule }) => rule)).toContain('repair/start-made');
    expect(readFileSync(join(report.dir ?? '', 'events.jsonl'))).toEqual(before);
    expect(report.after).toMatchObject({ format: 'conversation-log', readable: { ok: true }, resumable: { ok: true } });
    rmSync(join(profile.home, 'no-manifest'), { recursive: true });
    rmSync(join(profile.home, 'no-manifest-out'), { recursive: true });
  });

  it('keeps the other three turns where the version of its first line is one that nobody knows', async () => {
    const dir = lay('version');
    const log = join(dir, 'events.jsonl');
    const turn = readFileSync(log, 'utf8').trimEnd().split('\n');
    const next = turn.map((line) => line.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + turn.length}`));
    const damaged = [...turn, ...next, ''].join('\n').replace('{"schema_version":3', '{"schema_version":6');
    writeFileSync(log, damaged);
    const report = await repairSession(dir, { folder: join(profile.home, 'version-out') });
    expect(report.log?.turns).toBe(3);
    expect(report.log?.cuts.map(({ offset, rule }) => [offset, rule])).toEqual([
      [0, 'conversation/schema-version'],
      [(turn[0] ?? '').length + 1, 'conversation/no-turn'],
    ]);
    expectConservation(dir, Buffer.from(damaged), report);
  });

  it('keeps its turns without an event that only a later fx knows, which lies in quarantine', async () => {
    const dir = lay('later-event');
    const log = join(dir, 'events.jsonl');
    const [first = '', second = '', ...rest] = readFileSync(log, 'utf8').split(/(?<=\n)/);
    const later = '{"schema_version":3,"seq":3,"timestamp_ms":1790000000000,"event":{"mood":{"value":"x"}}}\n';
    const shifted = rest.map((line) => line.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + 1}`));
    const damaged = [first, second, later, ...shifted].join('');
    writeFileSync(log, damaged);
    const report = await repairSession(dir, { folder: join(profile.home, 'later-event-out') });
    expect(report.log).toMatchObject({ turns: 2, quarantinedBytes: later.length });
    expect(report.after).toMatchObject({ readable: { ok: true, turns: 2 }, resumable: { ok: true } });
    expectConservation(dir, Buffer.from(damaged), report);
  });

  it('is left alone where all of it is of a newer version', async () => {
    const dir = lay('newer');
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll('{"schema_version":3', '{"schema_version":6'));
    await expect(repairSession(dir, { folder: join(profile.home, 'newer-out') })).rejects.toMatchObject({
      rule: 'repair/newer-format',
    });
    expect(existsSync(join(profile.home, 'newer-out'))).toBe(false);
  });
});

it('keeps the line of a checkpoint that comes to stand elsewhere: its spelling in the log, its bytes in quarantine', async () => {
  const root = join(profile.home, 'torn-checkpoint');
  const dir = join(root, 'orchard_0010');
  cpSync(join(NEWER, 'conversation-log/open-after-checkpoint/orchard_0010'), dir, { recursive: true });
  setModes(dir);
  const log = join(dir, 'events.jsonl');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(0, 4);
  const checkpoint = (lines[3] ?? '').replace('{"schema_version":3,', '{"schema_version":2,');
  expect(checkpoint).toContain('"context_checkpoint":{"covers_through_seq":3,');
  // The line end is missing: the turn cannot stay open behind it, and is told after its summary.
  const damaged = [...lines.slice(0, 3), checkpoint].join('\n');
  writeFileSync(log, damaged);
  const report = await repairSession(dir, { folder: join(root, 'out') });
  const rebound = checkpoint
    .replace('"seq":4,', '"seq":1,')
    .replace('"covers_through_seq":3,', '"covers_through_seq":0,');
  const [first] = readFileSync(join(report.dir ?? '', 'events.jsonl'), 'utf8').split('\n');
  expect(first).toBe(rebound);
  expect(report.log?.cuts).toMatchObject([
    { offset: damaged.indexOf(checkpoint), length: checkpoint.length, rule: 'conversation/checkpoint-coverage' },
  ]);
  expectConservation(dir, Buffer.from(damaged), report);
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
