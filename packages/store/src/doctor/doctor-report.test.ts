import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairSession } from '../repair/repair-session.js';
import { SessionsRoot } from '../root/sessions-root.js';
import { FX, TemporaryProfile } from '../testing/fixtures.js';
import { doctorReport } from './doctor-report.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

const report = async () => doctorReport(await SessionsRoot.open(profile.root));
const healthy = async (shape: string): Promise<string> => {
  const dir = profile.add(shape);
  await repairSession(dir, null, { inPlace: true });
  rmSync(`${dir}+damaged`, { recursive: true });
  return dir;
};

describe('the state of a profile', () => {
  it('has nothing to say of a healthy one', async () => {
    await healthy('plain-text');
    await healthy('multi-turn');
    const { counts, rules, advice, leftovers, strays } = await report();
    expect(counts).toEqual({ healthy: 2, flawed: 0, damaged: 0, pending: 0, foreign: 0 });
    expect({ rules, advice, leftovers, strays }).toEqual({ rules: [], advice: [], leftovers: [], strays: [] });
  });

  it('tells sessions by what can be done for them', async () => {
    await healthy('plain-text');
    const flawed = profile.add('multi-turn');
    const damaged = profile.add('recovered-source');
    // Lost modes must not hide what is worse
    chmodSync(damaged, 0o755);
    const pending = profile.add('one-tool-call');
    writeFileSync(join(pending, 'commit.pending.json'), 'cut off', { mode: 0o600 });
    profile.add('legacy-v2');
    const { counts, sessions, advice } = await report();
    expect(counts).toEqual({ healthy: 2, flawed: 1, damaged: 1, pending: 1, foreign: 0 });
    const dirs = (condition: string) =>
      sessions.filter((session) => session.condition === condition).map(({ dir }) => dir);
    expect([dirs('flawed'), dirs('damaged'), dirs('pending')]).toEqual([[flawed], [damaged], [pending]]);
    expect(advice.map(({ command }) => command)).toEqual([
      ['repair', damaged, '--dry-run'],
      ['repair', pending, '--dry-run'],
      ['verify', flawed],
    ]);
  });

  it('offers to set the modes right without which fx neither reads nor resumes', async () => {
    const copy = await healthy('plain-text');
    chmodSync(join(copy, 'commit.lock'), 0o644);
    const { advice, counts } = await report();
    expect(counts).toMatchObject({ flawed: 1 });
    expect(advice[0]).toMatchObject({
      what: expect.stringContaining('neither read nor resume'),
      command: ['repair', copy, '--in-place'],
    });
    await repairSession(copy, null, { inPlace: true });
    expect((await report()).counts).toMatchObject({ healthy: 1, flawed: 0 });
  });

  it('counts rules by sessions', async () => {
    for (const shape of ['plain-text', 'multi-turn', 'one-tool-call'])
      appendFileSync(join(profile.add(shape), 'events.jsonl'), 'torn');
    const { rules } = await report();
    expect(rules.find(({ rule }) => rule === 'store/bytes-behind-watermark')).toEqual({
      rule: 'store/bytes-behind-watermark',
      severity: 'warning',
      findings: 3,
      sessions: 3,
    });
  });

  it('sees that an index hides a session and shows another that is gone', async () => {
    cpSync(join(FX, 'profile', 'sessions'), profile.root, { recursive: true });
    const { sessions } = await (await SessionsRoot.open(profile.root)).list();
    const row = { id: 'gone', created_at_ms: 1, updated_at_ms: 1, conversation_language: 'en', history_len: 0 };
    for (const name of ['index.json', 'index.pending', 'latest/deferred'])
      rmSync(join(profile.root, name), { recursive: true, force: true });
    writeFileSync(join(profile.root, 'index.json'), JSON.stringify({ schema_version: 3, sessions: [row] }), {
      mode: 0o600,
    });
    const { caches } = await report();
    expect(caches).toMatchObject({ source: 'index', ghosts: ['gone'] });
    expect([...caches.hidden].sort()).toEqual(
      sessions
        .filter(({ listedByFx }) => listedByFx)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('names what crashes and repairs left, and what is not of fx', async () => {
    const dir = await healthy('plain-text');
    writeFileSync(join(dir, `commit.${'ab'.repeat(16)}.json`), '{}', { mode: 0o600 });
    cpSync(dir, `${dir}+damaged`, { recursive: true });
    mkdirSync(join(profile.root, `fxlog+${'cd'.repeat(16)}`));
    writeFileSync(join(profile.root, 'shopping list'), 'apples');
    const { leftovers, strays } = await report();
    const id = readdirSync(profile.root).find((name) => name.endsWith('+damaged'));
    expect([...leftovers].sort()).toEqual(
      [id?.replace('+damaged', `/commit.${'ab'.repeat(16)}.json`), id, `fxlog+${'cd'.repeat(16)}`].sort(),
    );
    expect(strays.map(({ name }) => name)).toEqual(['shopping list']);
  });
});
