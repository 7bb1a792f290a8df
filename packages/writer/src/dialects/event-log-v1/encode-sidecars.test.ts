import type {
  CommitWatermark,
  DisplayMetadata,
  SessionAuthority,
  SessionManifest,
  UsageSidecar,
} from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { encodeUsageSidecar } from '../../shared-sidecars.js';
import { fixtureSessions } from '../../testing/fixtures.js';
import {
  encodeAuthority,
  encodeCommitIntent,
  encodeDisplay,
  encodeManifest,
  encodeWatermark,
} from './encode-sidecars.js';

const sessions = fixtureSessions();

/** Reads a file of every fixture and expects the encoder to give back its bytes. */
function expectSameBytes<T>(name: (generation: string) => string, encode: (value: T) => Uint8Array): void {
  let compared = 0;
  for (const session of sessions) {
    const file = name(String(session.json('session.json')?.log_generation));
    const bytes = session.read(file);
    if (bytes === null) continue;
    // Costs are JSON numbers with a fraction; JSON.parse reads them as fx does, and nothing here exceeds 53 bits.
    const value = JSON.parse(bytes.toString('utf8')) as T;
    expect(Buffer.from(encode(value)).toString('utf8'), `${session.shape} ${file}`).toBe(bytes.toString('utf8'));
    compared++;
  }
  expect(compared).toBeGreaterThan(30);
}

describe('sidecars come out as fx wrote them', () => {
  it('session.json', () => {
    expectSameBytes<SessionManifest>(() => 'session.json', encodeManifest);
  });
  it('authority.json', () => {
    expectSameBytes<SessionAuthority>(() => 'authority.json', encodeAuthority);
  });
  it('commit.<generation>.json', () => {
    expectSameBytes<CommitWatermark>((generation) => `commit.${generation}.json`, encodeWatermark);
  });
  it('display.json', () => {
    expectSameBytes<DisplayMetadata>(() => 'display.json', encodeDisplay);
  });
  it('usage-v2.json', () => {
    expectSameBytes<UsageSidecar>(
      () => 'usage-v2.json',
      ({ session_id, snapshot }) => encodeUsageSidecar(session_id, snapshot),
    );
  });
});

it('writes a commit intent in the order of session-directory §3.3', () => {
  const position = {
    log_generation: '0'.repeat(32),
    through_seq: 1,
    through_event_id: '1'.repeat(32),
    through_event_log_bytes: 9,
  };
  const intent = encodeCommitIntent({
    schema_version: 1,
    session_id: 's',
    operation_id: '2'.repeat(32),
    kind: 'watermark_advance',
    prior: position,
    proposed: { ...position, through_seq: 2 },
  });
  const p = `{"log_generation":"${'0'.repeat(32)}","through_seq":1,"through_event_id":"${'1'.repeat(32)}","through_event_log_bytes":9}`;
  expect(Buffer.from(intent).toString()).toBe(
    `{"schema_version":1,"session_id":"s","operation_id":"${'2'.repeat(32)}","kind":"watermark_advance","prior":${p},"proposed":${p.replace('"through_seq":1', '"through_seq":2')}}\n`,
  );
});
