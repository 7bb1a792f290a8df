import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { imageLocator, sha256Hex } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RepairReport } from '../../../repair/repair-report.js';
import { repairSession } from '../../../repair/repair-session.js';
import { contentsOf, expectConservation, quarantineOf } from '../../../repair/testing/conservation.js';
import { SHAPES, sessionIdOf, TemporaryProfile } from '../../../testing/fixtures.js';
import { openEventLog } from '../../../testing/open-event-log.js';
import { verifySession } from '../../../verify-session.js';

let profile: TemporaryProfile;
let out: string;
beforeEach(() => {
  profile = new TemporaryProfile();
  out = join(profile.home, 'repaired');
});
afterEach(() => profile.remove());

const logOf = (dir: string): string => join(dir, 'events.jsonl');
const linesOf = (dir: string): string[] => readFileSync(logOf(dir), 'latin1').split(/(?<=\n)/);
const writeLines = (dir: string, lines: readonly string[]): void => writeFileSync(logOf(dir), lines.join(''), 'latin1');
const rulesOf = ({ findings }: Pick<RepairReport, 'findings'>): string[] => findings.map(({ rule }) => rule);
const cutsOf = ({ log }: RepairReport): [number, number, string][] =>
  (log?.cuts ?? []).map(({ offset, length, rule }) => [offset, length, rule]);

async function repaired(dir: string): Promise<RepairReport & { readonly dir: string }> {
  const before = readFileSync(logOf(dir));
  const report = await repairSession(dir, { folder: out }, { seed: 'test', clock: () => 1_800_000_000_000 });
  if (report.dir === null) throw new Error(`It says ${report.status}.`);
  expectConservation(dir, before, report);
  const verdict = await verifySession(report.dir);
  expect(verdict.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([verdict.readable.ok, verdict.listed.ok, verdict.resumable.ok]).toEqual([true, true, true]);
  expect((await repairSession(report.dir, null, { dryRun: true })).status).toBe('nothing-to-do');
  return { ...report, dir: report.dir };
}

/** The whole state of a log, history included. */
async function stateOf(dir: string): Promise<object> {
  return (await reduceLog(logOf(dir), { requireNoTorn: true })).state;
}

/**
 * The state behind the first lines of a log. Totals are left out: while a turn is under way fx writes its own into a checkpoint, which the
 * log has only once the turn is committed.
 */
async function stateBehind(lines: readonly string[]): Promise<object> {
  const { state } = await reduceLog(Buffer.from(lines.join(''), 'latin1'));
  return withoutTotals(state);
}

function withoutTotals(state: object): object {
  return { ...state, total_input_tokens: 0, total_output_tokens: 0 };
}

/** multi-turn has five turns in 46 events (7, 18, 29, 35 and 46), and a checkpoint at event 34. */
const CHECKPOINT_AT = 34;

/** A copy of a session, its lines, and where each begins. */
function lay(shape: string): { dir: string; lines: string[]; offsets: number[] } {
  const dir = profile.add(shape);
  const lines = linesOf(dir);
  const offsets = lines.map((_, index) => lines.slice(0, index).join('').length);
  return { dir, lines, offsets };
}

const turnLines = (lines: readonly string[]): number[] =>
  lines.flatMap((line, index) => (line.includes('"kind":"history_turn_committed"') ? [index] : []));

describe('a log that is sound', () => {
  for (const shape of SHAPES.filter((name) => name !== 'legacy-v2')) {
    it(`comes out of ${shape} byte for byte, with everything that belongs to it`, async () => {
      const dir = profile.add(shape);
      const log = readFileSync(logOf(dir));
      const report = await repaired(dir);
      expect(readFileSync(logOf(report.dir)).equals(log)).toBe(true);
      expect(report.log).toMatchObject({ isUnchanged: true, keptBytes: log.length, quarantinedBytes: 0, cuts: [] });
      const children = (path: string) => [...contentsOf(path)].filter(([file]) => file.includes('/'));
      const carried = children(report.dir).filter(([file]) => !file.startsWith('quarantine/'));
      expect(carried).toEqual(children(dir));
    });
  }

  it('is left alone when the session has nothing to repair', async () => {
    const { dir } = await repaired(profile.add('plain-text'));
    const before = contentsOf(dir);
    for (const options of [{}, { inPlace: true }]) {
      const target = 'inPlace' in options ? null : { folder: join(profile.home, 'other') };
      expect(await repairSession(dir, target, options)).toMatchObject({
        status: 'nothing-to-do',
        dir: null,
        log: null,
      });
    }
    expect(contentsOf(dir)).toEqual(before);
    expect(existsSync(join(profile.home, 'other'))).toBe(false);
  });

  it('may have the spellings of an older fx, which its checkpoint has no more', async () => {
    const { dir, lines } = lay('plain-text');
    const older = lines.map((line) =>
      line.replace('"execution":{"schema_version":3', '"execution":{"schema_version":2'),
    );
    writeLines(dir, older);
    expect(older).not.toEqual(lines);
    const report = await repaired(dir);
    expect(linesOf(report.dir)).toEqual(older);
    expect(report.after?.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('keeps the events behind a watermark that lags', async () => {
    const { dir, lines, offsets } = lay('multi-turn');
    const name = readdirSync(dir).find((file) => /^commit\.[0-9a-f]{32}\.json$/.test(file)) ?? '';
    const watermark = JSON.parse(readFileSync(join(dir, name), 'utf8'));
    const sixth = JSON.parse(lines[5] ?? '');
    const earlier = {
      ...watermark,
      through_seq: 6,
      through_event_id: sixth.event_id,
      through_event_log_bytes: offsets[6],
    };
    writeFileSync(join(dir, name), `${JSON.stringify(earlier)}\n`);
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ isUnchanged: true, turns: 5 });
    const tail = statSync(logOf(dir)).size - (offsets[6] ?? 0);
    expect(report.findings).toMatchObject([
      { rule: 'repair/tail-kept', severity: 'info', offset: offsets[6], length: tail },
    ]);
  });
});

describe('damage in the log', () => {
  it('cuts off a torn tail and nothing else', async () => {
    const { dir, lines } = lay('multi-turn');
    const size = statSync(logOf(dir)).size;
    appendFileSync(logOf(dir), '{"schema_version":1,"log_gen');
    const report = await repaired(dir);
    expect(cutsOf(report).map(([offset, length]) => [offset, length])).toEqual([[size, 28]]);
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('takes garbage and NUL blocks out between lines without touching a line', async () => {
    const { dir, lines, offsets } = lay('multi-turn');
    writeLines(dir, [...lines.slice(0, 4), 'garbage\n', ...lines.slice(4, 9), '\0'.repeat(4096), ...lines.slice(9)]);
    const report = await repaired(dir);
    expect(cutsOf(report).map(([offset, length]) => [offset, length])).toEqual([
      [offsets[4], 8],
      [(offsets[9] ?? 0) + 8, 4096],
    ]);
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('separates records that lost the newline between them', async () => {
    const { dir, lines } = lay('multi-turn');
    writeLines(dir, [...lines.slice(0, 3), (lines[3] ?? '').trimEnd(), ...lines.slice(4)]);
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ quarantinedBytes: 0, lostFrames: 0 });
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('gives the last record back the newline that it lost', async () => {
    const { dir, lines } = lay('multi-turn');
    writeLines(dir, [...lines.slice(0, -1), (lines.at(-1) ?? '').trimEnd()]);
    expect(linesOf((await repaired(dir)).dir)).toEqual(lines);
  });

  it('leaves out frames that stand there twice', async () => {
    const { dir, lines, offsets } = lay('multi-turn');
    writeLines(dir, [...lines.slice(0, 8), ...lines.slice(5)]);
    const report = await repaired(dir);
    const repeated = (offsets[8] ?? 0) - (offsets[5] ?? 0);
    expect(report.log).toMatchObject({ quarantinedBytes: repeated, lostFrames: 0 });
    expect(report.log?.cuts.every(({ rule }) => rule === 'repair/duplicate')).toBe(true);
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('puts lines that changed places back into order', async () => {
    const { dir, lines } = lay('multi-turn');
    const shuffled = [...lines];
    [shuffled[4], shuffled[7]] = [lines[7] ?? '', lines[4] ?? ''];
    writeLines(dir, shuffled);
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ quarantinedBytes: 0, lostFrames: 0 });
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('lets the checkpoint stand in for a turn that is lost', async () => {
    const { dir, lines } = lay('multi-turn');
    const whole = await stateOf(dir);
    const [first = 0] = turnLines(lines);
    writeLines(dir, lines.toSpliced(first, 1, `${'x'.repeat(50)}\n`));
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ usedCheckpoint: true, lostFrames: 0, turns: 5 });
    expect(linesOf(report.dir).slice(0, first)).toEqual(lines.slice(0, first));
    expect(await stateOf(report.dir)).toEqual(whole);
  });

  it('lets the checkpoint stand in for a log that was cut short', async () => {
    const { dir, lines, offsets } = lay('multi-turn');
    truncateSync(logOf(dir), (offsets[10] ?? 0) + 20);
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ usedCheckpoint: true, turns: 3, keptBytes: offsets[10], quarantinedBytes: 20 });
    expect(linesOf(report.dir).slice(0, 10)).toEqual(lines.slice(0, 10));
    expect(withoutTotals(await stateOf(report.dir))).toEqual(await stateBehind(lines.slice(0, CHECKPOINT_AT)));
  });

  it('keeps the turns behind a gap where no checkpoint helps, and numbers them anew', async () => {
    const { dir, lines } = lay('multi-turn');
    rmSync(join(dir, 'checkpoint.json'));
    const turns = turnLines(lines);
    const [, second = 0] = turns;
    writeLines(dir, lines.toSpliced(second, 1));
    const report = await repaired(dir);
    expect(report.log).toMatchObject({
      usedCheckpoint: false,
      lostFrames: 1,
      turns: turns.length - 1,
      quarantinedBytes: 0,
    });
    expect(rulesOf(report)).toContain('repair/gap');
    const renumbered = lines.toSpliced(second, 1).map((line, index) => line.replace(/"seq":\d+/, `"seq":${index + 1}`));
    expect(linesOf(report.dir)).toEqual(renumbered);
  });

  it('does not believe a checkpoint that the log contradicts', async () => {
    const { dir, lines } = lay('multi-turn');
    const file = join(dir, 'checkpoint.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"through_event_id":"[0-9a-f]{32}"/, `"through_event_id":"${'ab'.repeat(16)}"`));
    rmSync(join(dir, 'session.json'));
    const [first = 0] = turnLines(lines);
    writeLines(dir, lines.toSpliced(first, 1));
    expect((await repaired(dir)).log).toMatchObject({ usedCheckpoint: false, lostFrames: 1, turns: 4 });
  });

  it('starts from the checkpoint where the first event is lost', async () => {
    const { dir, lines } = lay('multi-turn');
    const whole = await stateOf(dir);
    writeLines(dir, lines.slice(1));
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ usedCheckpoint: true, turns: 5 });
    expect(await stateOf(report.dir)).toEqual(whole);
  });

  it('makes the first event anew from the manifest where there is no checkpoint', async () => {
    const { dir, lines } = lay('multi-turn');
    rmSync(join(dir, 'checkpoint.json'));
    const manifest = JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8'));
    writeLines(dir, lines.slice(1));
    const report = await repaired(dir);
    expect(rulesOf(report)).toContain('repair/start-made');
    expect(report.log).toMatchObject({ turns: 5, quarantinedBytes: 0, lostFrames: 0 });
    const { id, workspace_root, created_at_ms, preferences } = manifest;
    expect(await stateOf(report.dir)).toMatchObject({ id, workspace_root, created_at_ms, preferences });
  });

  it('makes a session of its turns alone where nothing tells who it was', async () => {
    const { dir, lines } = lay('multi-turn');
    for (const file of ['checkpoint.json', 'session.json', 'display.json']) rmSync(join(dir, file));
    writeLines(dir, lines.slice(1));
    const report = await repaired(dir);
    expect(report.log).toMatchObject({ turns: 5 });
    expect(await stateOf(report.dir)).toMatchObject({ id: basename(dir), workspace_root: '/' });
  });

  it('takes the state from the checkpoint where the log is empty or missing', async () => {
    const { dir, lines } = lay('multi-turn');
    const state = await stateBehind(lines.slice(0, CHECKPOINT_AT));
    truncateSync(logOf(dir), 0);
    expect(withoutTotals(await stateOf((await repaired(dir)).dir))).toEqual(state);
    rmSync(logOf(dir));
    const report = await repairSession(dir, { folder: join(profile.home, 'second') });
    expect(withoutTotals(await stateOf(report.dir ?? ''))).toEqual(state);
  });

  it('refuses, and writes nothing, where there is nothing to make a session from', async () => {
    const { dir } = lay('plain-text');
    for (const file of ['checkpoint.json', 'session.json']) rmSync(join(dir, file), { force: true });
    truncateSync(logOf(dir), 0);
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({ rule: 'repair/nothing' });
    expect(existsSync(out)).toBe(false);
  });

  it('binds the workspace anew where the event that moved it is lost', async () => {
    const { dir, lines } = lay('workspace-rebind');
    rmSync(join(dir, 'checkpoint.json'), { force: true });
    const moves = lines.flatMap((line, index) => (line.includes('"kind":"workspace_rebound"') ? [index] : []));
    const whole = (await stateOf(dir)) as { workspace_root: string };
    writeLines(dir, lines.toSpliced(moves[0] ?? 0, 1));
    const report = await repaired(dir);
    if (moves.length > 1) expect(rulesOf(report)).toContain('repair/rebound');
    else expect(report.log?.lostFrames).toBe(1);
    if (moves.length > 1) expect(await stateOf(report.dir)).toMatchObject({ workspace_root: whole.workspace_root });
  });

  it('leaves a torn replacement out as a whole', async () => {
    const { dir, lines } = lay('tui-mixed');
    const start = lines.findIndex((line) => line.includes('"kind":"state_replacement_started"'));
    rmSync(join(dir, 'checkpoint.json'), { force: true });
    writeLines(dir, lines.slice(0, start + 2));
    const report = await repaired(dir);
    expect(linesOf(report.dir)).toEqual(lines.slice(0, start));
    expect(report.log?.cuts.map(({ rule }) => rule)).toEqual(['repair/replacement']);
  });

  it('keeps what can be read of a damaged replacement that holds the only history', async () => {
    const { dir, lines } = lay('recovered');
    const { history } = (await stateOf(dir)) as { history: unknown[] };
    rmSync(join(dir, 'checkpoint.json'), { force: true });
    const chunk = lines[2] ?? '';
    // One character near the end of the document, behind the turns
    const at = chunk.lastIndexOf('"}') - 40;
    writeLines(dir, lines.with(2, `${chunk.slice(0, at)}!${chunk.slice(at + 1)}`));
    const report = await repaired(dir);
    expect(((await stateOf(report.dir)) as { history: unknown[] }).history).toEqual(history);
  });

  it('keeps an event of a later fx without the keys that 0.0.5 refuses, and the event as it was in quarantine', async () => {
    const { dir, lines, offsets } = lay('multi-turn');
    rmSync(join(dir, 'checkpoint.json'));
    const [first = 0] = turnLines(lines);
    const later = (lines[first] ?? '').replace('"payload":{', '"payload":{"mood":"sunny",');
    writeLines(dir, lines.with(first, later));
    const report = await repaired(dir);
    expect(cutsOf(report)).toEqual([[offsets[first], later.length, 'repair/unknown-keys']]);
    expect(linesOf(report.dir)).toEqual(lines);
  });

  it('keeps the log of its own generation where frames of another session got in', async () => {
    const { dir, lines } = lay('multi-turn');
    const foreign = linesOf(profile.add('plain-text'));
    writeLines(dir, [...lines.slice(0, 6), ...foreign, ...lines.slice(6)]);
    const report = await repaired(dir);
    expect(linesOf(report.dir)).toEqual(lines);
    expect(report.log?.quarantinedBytes).toBe(foreign.join('').length);
  });

  it('takes the log that a compaction left where there is no other', async () => {
    const { dir, lines } = lay('plain-text');
    const generation = JSON.parse(lines[0] ?? '').log_generation as string;
    renameSync(logOf(dir), join(dir, `events.compact.${generation}.tmp`));
    const report = await repairSession(dir, { folder: out });
    expect(linesOf(report.dir ?? '')).toEqual(lines);
    expect(report.log).toMatchObject({ file: `events.compact.${generation}.tmp`, quarantinedBytes: 0 });
  });
});

describe('damage beside the log', () => {
  const accidents: Record<string, (dir: string) => void> = {
    'a missing watermark': (dir) =>
      rmSync(join(dir, readdirSync(dir).find((name) => name.startsWith('commit.') && name !== 'commit.lock') ?? '')),
    'a missing marker': (dir) => rmSync(join(dir, 'authority.json')),
    'a missing manifest': (dir) => rmSync(join(dir, 'session.json')),
    'no sidecar at all': (dir) => {
      for (const name of readdirSync(dir))
        if (name.endsWith('.json') && statSync(join(dir, name)).isFile()) rmSync(join(dir, name));
    },
    'sidecars of garbage': (dir) => {
      for (const name of readdirSync(dir))
        if (name.endsWith('.json')) writeFileSync(join(dir, name), '{"schema_version":3');
    },
    'modes that a copy lost': (dir) => {
      chmodSync(dir, 0o755);
      for (const name of ['events.jsonl', 'commit.lock', 'session.lock']) chmodSync(join(dir, name), 0o644);
    },
    'missing lock files': (dir) => {
      for (const name of ['commit.lock', 'session.lock']) rmSync(join(dir, name));
    },
    'an intent that nobody finished': (dir) =>
      writeFileSync(join(dir, 'commit.pending.json'), 'half an int', { mode: 0o600 }),
    'a log with two names': (dir) => linkSync(logOf(dir), join(profile.home, 'second-name')),
  };
  for (const [what, happen] of Object.entries(accidents)) {
    it(`mends ${what} and leaves the log as it is`, async () => {
      const { dir, lines } = lay('multi-turn');
      happen(dir);
      const report = await repaired(dir);
      expect(report.log).toMatchObject({ isUnchanged: true, turns: 5 });
      expect(linesOf(report.dir)).toEqual(lines);
    });
  }

  it('keeps a title that a user gave, the rich usage, and the identity of the session', async () => {
    const { dir } = lay('usage-costs');
    writeFileSync(
      join(dir, 'display.json'),
      '{"schema_version":1,"title":"My name for it","preview":null,"origin_workspace_root":null}',
    );
    const session = await openEventLog((await repaired(dir)).dir);
    const old = await openEventLog(dir);
    expect(session.display()).toMatchObject({ value: { title: 'My name for it' } });
    expect(session.authority()).toEqual(old.authority());
    expect(session.usage()).toMatchObject({ state: 'present' });
    expect((session.usage() as { value: object }).value).toEqual((old.usage() as { value: object }).value);
  });

  it('gives images with locators that fx refuses their proper names', async () => {
    const { dir, lines } = lay('image-input');
    const [name = ''] = readdirSync(join(dir, 'images'));
    renameSync(join(dir, 'images', name), join(dir, 'images', 'picture.bin'));
    writeLines(
      dir,
      lines.map((line) => line.replaceAll(`images/${name}`, 'images/picture.bin')),
    );
    rmSync(join(dir, 'checkpoint.json'), { force: true });
    const report = await repaired(dir);
    expect(rulesOf(report)).toContain('repair/locators');
    const id = Number(/image-(\d+)-/.exec(name)?.[1]);
    const bytes = readFileSync(join(dir, 'images', 'picture.bin'));
    expect(imageLocator(id, sha256Hex(bytes))).toBe(`images/${name}`);
    expect(readFileSync(join(report.dir, 'images', name)).equals(bytes)).toBe(true);
  });

  it('names the repaired session as its log does, and does not rename one in place', async () => {
    const { dir } = lay('plain-text');
    const renamed = join(profile.root, 'a-copy');
    renameSync(dir, renamed);
    await expect(repairSession(renamed, null, { inPlace: true })).rejects.toMatchObject({ rule: 'repair/renamed' });
    const report = await repaired(renamed);
    expect(basename(report.dir)).toBe(sessionIdOf('plain-text'));
    expect(rulesOf(report)).toContain('repair/renamed');
  });
});

describe('what is set aside', () => {
  it('holds every file that was not taken over, under names of its own', async () => {
    const { dir } = lay('plain-text');
    mkdirSync(join(dir, 'my notes'));
    writeFileSync(join(dir, 'my notes', 'read me.txt'), 'keep this');
    writeFileSync(join(dir, 'resume-view.bin'), 'picture');
    const report = await repaired(dir);
    const index = quarantineOf(report);
    const note = index?.entries.find(({ file }) => file === 'my notes/read me.txt');
    expect(readFileSync(join(report.dir, report.quarantine ?? '', note?.stored ?? ''), 'utf8')).toBe('keep this');
    expect(index?.entries.map(({ file }) => file)).toContain('resume-view.bin');
    expect(index).toMatchObject({ kind: 'fxlog-quarantine', schema_version: 1, session_id: basename(dir) });
  });

  it('is added to by the next repair, which keeps what lies there', async () => {
    const { dir } = lay('multi-turn');
    appendFileSync(logOf(dir), 'torn');
    const first = await repaired(dir);
    appendFileSync(logOf(first.dir), 'torn again');
    const second = await repairSession(first.dir, { folder: join(profile.home, 'second') });
    expect([first.quarantine, second.quarantine]).toEqual(['quarantine/0001', 'quarantine/0002']);
    const kept = (path: string) => contentsOf(join(path, 'quarantine', '0001'));
    expect(kept(second.dir ?? '')).toEqual(kept(first.dir));
  });

  it('is the same for the same damage, seed and clock, as is the whole repaired session', async () => {
    const { dir, lines } = lay('multi-turn');
    writeLines(dir, lines.toSpliced(6, 1));
    const contents = async (folder: string): Promise<[string, string][]> => {
      const report = await repairSession(dir, { folder: join(profile.home, folder) }, { seed: 's', clock: () => 1 });
      // The manifest has the fingerprint of the file it lies beside
      return [...contentsOf(report.dir ?? '')].filter(([file]) => file !== 'session.json').sort();
    };
    expect(await contents('one')).toEqual(await contents('two'));
  });

  it('follows no link and opens no pipe, and says so', async () => {
    const { dir } = lay('plain-text');
    writeFileSync(join(profile.home, 'secret'), 'secret');
    mkdirSync(join(dir, 'tool-results'), { recursive: true, mode: 0o700 });
    symlinkSync(join(profile.home, 'secret'), join(dir, 'tool-results', 'stolen.txt'));
    symlinkSync(profile.home, join(dir, 'artifacts'));
    const report = await repaired(dir);
    expect(quarantineOf(report)?.not_copied.map(({ file }) => file)).toEqual(['artifacts', 'tool-results/stolen.txt']);
    expect([...contentsOf(report.dir).values()]).not.toContain(sha256Hex(Buffer.from('secret')));
  });
});

describe('refusals', () => {
  it('writes nothing in a dry run, and says what it would do', async () => {
    const { dir } = lay('multi-turn');
    appendFileSync(logOf(dir), 'torn');
    const before = contentsOf(profile.home);
    const report = await repairSession(dir, null, { dryRun: true });
    expect(report).toMatchObject({ status: 'would-repair', dir: null, log: { quarantinedBytes: 4, turns: 5 } });
    expect(contentsOf(profile.home)).toEqual(before);
  });

  it('leaves the sessions of another fx alone', async () => {
    const legacy = profile.add('legacy-v2');
    await expect(repairSession(legacy, { folder: out })).rejects.toMatchObject({ rule: 'repair/legacy-format' });
    const { dir, lines } = lay('plain-text');
    rmSync(join(dir, 'authority.json'));
    writeFileSync(join(dir, 'session.json'), '{"schema_version":5}');
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({ rule: 'repair/newer-format' });
    // What is not a conversation log makes no session of that format.
    writeFileSync(join(dir, 'session.json'), '{"schema_version":4}');
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({ rule: 'repair/nothing' });
    expect(existsSync(out)).toBe(false);
    writeLines(dir, lines);
  });

  it('does not write into the session it repairs, over another, or where nobody said', async () => {
    const { dir } = lay('plain-text');
    const rejected = (target: Parameters<typeof repairSession>[1]) => expect(repairSession(dir, target)).rejects;
    await rejected({ folder: join(dir, 'inside') }).toMatchObject({ rule: 'repair/target' });
    await rejected(null).toMatchObject({ rule: 'repair/target' });
    await rejected({ folder: profile.root }).toMatchObject({ rule: 'write/exists' });
    await expect(repairSession(join(profile.root, 'nobody'), { folder: out })).rejects.toMatchObject({
      rule: 'repair/source',
    });
  });

  it('refuses more bytes than it was allowed', async () => {
    const { dir } = lay('plain-text');
    truncateSync(logOf(dir), 50_000_000_000);
    await expect(repairSession(dir, { folder: out })).rejects.toMatchObject({ rule: 'repair/too-large' });
  });
});

describe('in place', () => {
  it('puts the repaired session where the damaged one was, which stays whole beside it', async () => {
    const { dir, lines } = lay('multi-turn');
    appendFileSync(logOf(dir), 'torn');
    const before = contentsOf(dir);
    const report = await repairSession(dir, null, { inPlace: true });
    expect(report).toMatchObject({ status: 'repaired', dir, backup: `${dir}+damaged` });
    expect(contentsOf(report.backup ?? '')).toEqual(before);
    expect(linesOf(dir)).toEqual(lines);
    expect((await verifySession(dir)).findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(readdirSync(profile.root).sort()).toEqual([basename(dir), `${basename(dir)}+damaged`]);
  });

  it('tells a running fx to look again where the session lies in its root', async () => {
    const { dir } = lay('plain-text');
    writeFileSync(join(profile.root, 'index.json'), '{"schema_version":3,"sessions":[]}', { mode: 0o600 });
    await repairSession(dir, null, { inPlace: true });
    expect(readFileSync(join(profile.root, 'index.pending'), 'utf8')).toBe('pending\n');
  });

  it('goes on where an earlier one was cut off between its two renamings', async () => {
    const { dir } = lay('plain-text');
    renameSync(dir, `${dir}+damaged`);
    expect(await repairSession(dir, null, { inPlace: true })).toMatchObject({ status: 'repaired', dir });
  });

  it('keeps every earlier backup', async () => {
    const { dir } = lay('plain-text');
    await repairSession(dir, null, { inPlace: true });
    appendFileSync(logOf(dir), 'torn');
    expect(await repairSession(dir, null, { inPlace: true })).toMatchObject({ backup: `${dir}+damaged-2` });
  });
});

it('repairs a whole copy of a profile into a root of fx, where it is listed at once', async () => {
  const { dir } = lay('plain-text');
  const root = join(profile.home, 'restored', 'sessions');
  cpSync(dir, join(profile.home, 'copy', basename(dir)), { recursive: true });
  const report = await repairSession(join(profile.home, 'copy', basename(dir)), { root });
  expect(report.dir).toBe(join(root, basename(dir)));
  expect(existsSync(join(root, 'index.pending'))).toBe(true);
});
