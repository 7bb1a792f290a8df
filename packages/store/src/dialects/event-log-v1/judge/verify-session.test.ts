import { appendFileSync, chmodSync, cpSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectationOf, FX, SHAPES, sessionIdOf, TemporaryProfile } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

const rules = (findings: readonly { rule: string }[]): string[] => findings.map(({ rule }) => rule);

describe('sessions that fx wrote', () => {
  for (const shape of SHAPES.filter((name) => name !== 'recovered-source')) {
    it(`reads ${shape} as fx does, with no finding worse than a warning`, async () => {
      const verdict = await verifySession(profile.add(shape));
      const history = expectationOf(shape)?.history as readonly unknown[] | undefined;
      expect(verdict.readable).toEqual({ ok: true, reason: 'fx reads it', turns: history?.length });
      expect(verdict.resumable).toMatchObject({ ok: true, turns: history?.length, discardsBytes: 0 });
      expect(verdict.listed.ok).toBe(true);
      // Every copy has a stale fingerprint.
      const known = ['store/fingerprint-stale', 'store/legacy-format'];
      const warnings = verdict.findings.filter(({ severity, rule }) => severity !== 'info' && !known.includes(rule));
      expect(warnings).toEqual([]);
    });
  }

  it('says what fx says of the session whose watermark was taken away', async () => {
    const { readable, resumable, listed, findings } = await verifySession(profile.add('recovered-source'));
    expect(readable).toMatchObject({ ok: false, error: 'FileNotFound' });
    expect(resumable).toMatchObject({ ok: false, error: 'FileNotFound' });
    expect(listed.ok).toBe(true);
    expect(findings[0]).toMatchObject({ rule: 'store/watermark-missing', severity: 'error', fxError: 'FileNotFound' });
  });

  it('takes modes that a checkout lost for a warning, while fx refuses them', async () => {
    const { readable, findings } = await verifySession(join(FX, 'plain-text', sessionIdOf('plain-text')));
    expect(readable).toMatchObject({ ok: false, error: 'PrivateStatePermissionsUnsupported' });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(rules(findings)).toContain('store/mode');
  });
});

describe('what fx works around', () => {
  it('counts the bytes behind the watermark, which a resume would cut off', async () => {
    const dir = profile.add('multi-turn');
    const { size } = statSync(join(dir, 'events.jsonl'));
    appendFileSync(join(dir, 'events.jsonl'), '{"torn":');
    const { readable, resumable, findings } = await verifySession(dir);
    expect(readable).toMatchObject({ ok: true, turns: 5 });
    expect(resumable).toMatchObject({ ok: true, discardsBytes: 8 });
    const finding = findings.find(({ rule }) => rule === 'store/bytes-behind-watermark');
    expect(finding).toMatchObject({ severity: 'warning', offset: size, length: 8 });
  });

  it('notices a directory that was renamed together with everything but its log', async () => {
    const dir = profile.add('multi-turn');
    const [old, renamed] = [sessionIdOf('multi-turn'), 'other-name'];
    for (const file of ['authority.json', 'session.json']) edit(dir, file, old, renamed);
    edit(dir, watermarkOf(dir), old, renamed);
    const moved = join(profile.root, renamed);
    renameSync(dir, moved);
    const { readable, findings } = await verifySession(moved);
    expect(readable.ok).toBe(true);
    expect(findings.find(({ rule }) => rule === 'store/inner-id')).toMatchObject({
      severity: 'warning',
      path: '/payload/id',
    });
  });

  it('names the members in which the manifest differs from the log', async () => {
    const dir = profile.add('multi-turn');
    edit(dir, 'session.json', '"history_len":5', '"history_len":9');
    const { listed, readable, findings } = await verifySession(dir);
    expect(listed).toMatchObject({ ok: true, historyLen: 9 });
    expect(readable.turns).toBe(5);
    expect(findings.find(({ rule }) => rule === 'store/manifest-differs')?.message).toContain('history_len');
  });

  it('compares a checkpoint with the log and distrusts one that contradicts it', async () => {
    const dir = profile.add('multi-turn');
    edit(dir, 'checkpoint.json', 'You are welcome.', 'You are welcomE.');
    const { findings, readable } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(rules(findings)).toEqual(
      expect.arrayContaining(['store/checkpoint-contradicts', 'store/checkpoint-digest']),
    );
  });

  it('warns of missing and changed files that the history refers to', async () => {
    const dir = profile.add('image-input');
    rmSync(join(dir, 'images/image-1-fcbb56ad14524504.bin'));
    writeFileSync(join(dir, 'images/image-2-fcbb56ad14524504.bin'), 'not a picture', { mode: 0o600 });
    const { readable, findings } = await verifySession(dir);
    expect(readable.ok).toBe(true);
    expect(findings.find(({ rule }) => rule === 'store/artifact-missing')).toMatchObject({
      severity: 'warning',
      file: 'images/image-1-fcbb56ad14524504.bin',
    });
    expect(findings.find(({ rule }) => rule === 'store/image-digest')?.file).toBe(
      'images/image-2-fcbb56ad14524504.bin',
    );
  });

  it('lists files that nothing refers to, for information', async () => {
    const dir = profile.add('result-handle');
    writeFileSync(join(dir, 'tool-results/result-stray-0000000000000000-0000000000000000.txt'), 'x', { mode: 0o600 });
    const { findings } = await verifySession(dir);
    expect(findings.filter(({ rule }) => rule === 'store/orphan')).toMatchObject([
      { severity: 'info', file: 'tool-results/result-stray-0000000000000000-0000000000000000.txt' },
    ]);
  });
});

describe('formats that are not read yet', () => {
  it('names an execution journal of a newer fx, as a warning', async () => {
    const dir = profile.add('empty-session', 'AbCdEfGhIjKl');
    for (const file of ['authority.json', watermarkOf(dir)]) rmSync(join(dir, file));
    writeFileSync(join(dir, 'session.json'), '{"schema_version":5,"id":"AbCdEfGhIjKl"}');
    const { format, readable, findings } = await verifySession(dir);
    expect(format).toBe('execution-journal');
    expect(readable).toMatchObject({ ok: false, error: 'UnsupportedSessionSchema' });
    expect(findings).toMatchObject([{ rule: 'store/newer-format', severity: 'warning' }]);
  });

  it('takes an empty directory for a half-made session', async () => {
    const dir = join(profile.root, 'nothing');
    cpSync(join(FX, 'plain-text'), dir, { recursive: true, filter: (source) => source.endsWith('plain-text') });
    chmodSync(dir, 0o700);
    const { format, readable, resumable } = await verifySession(dir);
    expect(format).toBe('half-made');
    expect(readable.error).toBe('SessionNotFound');
    expect(resumable.error).toBe('FileNotFound');
  });

  it('answers for a directory that is not there', async () => {
    const { readable, listed } = await verifySession(join(profile.root, 'gone'));
    expect(readable).toMatchObject({ ok: false, error: 'SessionNotFound' });
    expect(listed.ok).toBe(false);
  });
});

function watermarkOf(dir: string): string {
  const generation = /"log_generation":"([0-9a-f]{32})"/.exec(readFileSync(join(dir, 'events.jsonl'), 'utf8'))?.[1];
  return `commit.${generation}.json`;
}

function edit(dir: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(dir, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(dir, file), text.replaceAll(from, to));
}
