import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import { openEventLog } from '../../../testing/open-event-log.js';
import { verifySession } from '../../../verify-session.js';
import { fingerprintOf } from '../sidecars/fingerprint.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

/** Writes the true fingerprint of the log into the manifest. */
function refingerprint(dir: string): void {
  const file = join(dir, 'session.json');
  const fresh = `"event_log_stat_fingerprint":"${fingerprintOf(join(dir, 'events.jsonl'))}"`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"event_log_stat_fingerprint":"[0-9a-f]+"/, fresh));
}

describe('a bound checkpoint', () => {
  it('carries a resume over a damaged frame that it covers, while reading fails', async () => {
    const dir = profile.add('twelve-turns');
    const log = join(dir, 'events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('history_turn_committed', 'history_turn_committeD'));
    refingerprint(dir);
    const checkpoint = (await openEventLog(dir)).checkpoint();
    // The fixture's checkpoint lies before the end: the frames behind it are replayed on top.
    expect(checkpoint).toMatchObject({ state: 'present', value: { through_seq: 69 } });
    const { readable, resumable, recoverable } = await verifySession(dir);
    expect(readable).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
    expect(resumable).toMatchObject({ ok: true, turns: 12, fromCheckpoint: true });
    expect(recoverable).toMatchObject({ ok: false, error: 'SessionRecoveryBoundaryInvalid' });
  });

  it('is no help once the fingerprint is stale, or for damage behind it', async () => {
    const stale = profile.add('twelve-turns');
    const log = join(stale, 'events.jsonl');
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, text.replace('history_turn_committed', 'history_turn_committeD'));
    expect((await verifySession(stale)).resumable).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
    const last = text.lastIndexOf('history_turn_committed');
    writeFileSync(log, `${text.slice(0, last)}history_turn_committeD${text.slice(last + 22)}`);
    refingerprint(stale);
    expect((await verifySession(stale)).resumable).toMatchObject({ ok: false, error: 'InvalidSessionFormat' });
  });
});

describe('a migration that was cut short', () => {
  const intent = (id: string, original: Buffer): string =>
    JSON.stringify({
      schema_version: 1,
      session_id: id,
      operation_id: '0'.repeat(32),
      kind: 'legacy_to_v3',
      authority_id: '1'.repeat(32),
      prior: {
        storage_format: 'legacy_snapshot_v2',
        primary_bytes: original.length,
        primary_sha256: createHash('sha256').update(original).digest('hex'),
      },
      proposed: {
        storage_format: 'event_log_v1',
        log_generation: '2'.repeat(32),
        through_seq: 4,
        through_event_id: '3'.repeat(32),
        through_event_log_bytes: 1000,
      },
    });

  it('is begun again while the original is whole', async () => {
    const dir = profile.add('legacy-v2');
    const original = readFileSync(join(dir, 'session.json'));
    writeFileSync(join(dir, 'authority.pending.json'), intent('1700000000000-42-legacy', original), { mode: 0o600 });
    const { readable, resumable, listed, findings } = await verifySession(dir);
    expect(readable.error).toBe('SessionAuthorityBoundaryUnavailable');
    expect(listed.ok).toBe(false);
    expect(resumable).toMatchObject({ ok: true, turns: 2 });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is begun again from session.legacy.json when session.json was already replaced', async () => {
    const dir = profile.add('legacy-v2');
    const original = readFileSync(join(dir, 'session.json'));
    writeFileSync(join(dir, 'session.legacy.json'), original, { mode: 0o600 });
    writeFileSync(join(dir, 'session.json'), '{}');
    writeFileSync(join(dir, 'authority.pending.json'), intent('1700000000000-42-legacy', original), { mode: 0o600 });
    expect((await verifySession(dir)).resumable.ok).toBe(true);
  });

  it('cannot be settled when the original is gone', async () => {
    const dir = profile.add('legacy-v2');
    const original = readFileSync(join(dir, 'session.json'));
    writeFileSync(join(dir, 'session.json'), original.subarray(0, -1));
    writeFileSync(join(dir, 'authority.pending.json'), intent('1700000000000-42-legacy', original), { mode: 0o600 });
    expect((await verifySession(dir)).resumable).toMatchObject({
      ok: false,
      error: 'LegacySessionMigrationIndeterminate',
    });
  });
});
