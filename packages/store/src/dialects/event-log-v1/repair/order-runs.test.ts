/**
 * Lines of a log that changed places: whatever their order, every event comes back to its own.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { repairSession } from '../../../repair/repair-session.js';
import { Random } from '../../../repair/testing/mutations.js';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import { SessionFiles } from '../judge/session-files.js';
import { type LogPlan, planLog } from './plan-log.js';

const COUNT = runs(10_000);
const SHAPES = ['plain-text', 'preference-change', 'multi-turn'];

const profile = new TemporaryProfile();
afterAll(() => profile.remove());

const linesOf = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line}\n`);

const planOf = (dir: string): Promise<LogPlan> => planLog(new SessionFiles(dir, false), { maxBytes: 2 ** 30 });

function shuffled(lines: readonly string[], random: Random): string[] {
  const left = [...lines];
  return lines.map(() => left.splice(random.below(left.length), 1)[0] as string);
}

const seqOf = (line: string): number => Number(/"seq":(\d+)/.exec(line)?.[1]);
const withSeq = (line: string, seq: number): string => line.replace(/"seq":\d+/, `"seq":${seq}`);

describe('a log whose lines changed places', () => {
  it.each(SHAPES)(
    '%s: comes back whole, whatever the order',
    async (shape) => {
      const dir = profile.add(shape, `order-${shape}`);
      const log = join(dir, 'events.jsonl');
      const lines = linesOf(log);
      const whole = (await planOf(dir)).history.length;
      for (let seed = 1; seed <= COUNT / SHAPES.length; seed++) {
        const order = shuffled(lines, new Random(seed));
        writeFileSync(log, order.join(''));
        const { cuts, lostFrames, history, usedCheckpoint } = await planOf(dir);
        const said = `${shape}, seed ${seed}: ${order.map(seqOf).join(' ')}`;
        expect({ cuts, lostFrames, turns: history.length, usedCheckpoint }, said).toEqual({
          cuts: [],
          lostFrames: 0,
          turns: whole,
          usedCheckpoint: false,
        });
      }
    },
    600_000,
  );
});

describe('one event with a wrong number', () => {
  const damaged = (seqs: (lines: string[]) => void): string => {
    const dir = profile.add('multi-turn');
    const log = join(dir, 'events.jsonl');
    const lines = linesOf(log);
    seqs(lines);
    writeFileSync(log, lines.join(''));
    return dir;
  };

  it.each([
    ['that no event has', 5, 4711],
    ['that another event has', 5, 9],
    ['that is the next after the last', 7, 47],
    ['right behind the start', 1, 9000],
  ])('%s is put back where it stands', async (_what, index, seq) => {
    const dir = damaged((lines) => {
      lines[index] = withSeq(lines[index] ?? '', seq);
    });
    const report = await repairSession(dir, { folder: join(profile.home, `out-${index}-${seq}`) });
    expect(report).toMatchObject({ status: 'repaired', log: { cuts: [], lostFrames: 0, turns: 5 } });
    const pristine = linesOf(join(profile.add('multi-turn'), 'events.jsonl'));
    expect(linesOf(join(report.dir ?? '', 'events.jsonl'))).toEqual(pristine);
  });

  it('is left alone where its place is another hole', async () => {
    const dir = damaged((lines) => {
      const [moved] = lines.splice(20, 1);
      lines.splice(5, 1, moved ?? '');
    });
    // It would stand in for what is lost.
    rmSync(join(dir, 'checkpoint.json'));
    const { lostFrames, cuts } = await planOf(dir);
    expect({ lostFrames, cuts }).toEqual({ lostFrames: 1, cuts: [] });
  });
});
