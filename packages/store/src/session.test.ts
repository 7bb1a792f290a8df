import { appendFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from './session.js';
import { sessionIdOf, TemporaryProfile } from './testing/fixtures.js';
import { openEventLog } from './testing/open-event-log.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

describe('openSession', () => {
  it('gives the log with the length that counts, and every sidecar decoded', async () => {
    const session = await openEventLog(profile.add('multi-turn'));
    expect(session).toMatchObject({ id: sessionIdOf('multi-turn'), format: 'event-log-v1' });
    const log = session.read();
    if (!log.ok) throw new Error(log.finding.message);
    expect(log).toMatchObject({ file: 'events.jsonl', end: log.size, last: { seq: 46 }, findings: [] });
    expect(session.watermark()).toMatchObject({ state: 'present', value: { through_seq: 46 } });
    expect(session.manifest()).toMatchObject({ state: 'present', value: { history_len: 5 } });
    expect(session.authority()).toMatchObject({ state: 'present', value: { source: 'native_create' } });
    expect(session.display()).toMatchObject({ state: 'present', value: { title: 'Hello' } });
    expect(session.usage()).toMatchObject({ state: 'present', value: { snapshot: { schema_version: 2 } } });
    const [checkpoint, manifest] = [session.checkpoint(), session.manifest()];
    if (checkpoint.state !== 'present' || manifest.state !== 'present') throw new Error('both are there');
    expect(checkpoint.value.sha256).toBe(manifest.value.checkpoint_sha256);
    expect(checkpoint.value.through_seq).toBe(manifest.value.checkpoint_seq);
  });

  it('gives images and tool results by the names in the log', async () => {
    const pictures = await openSession(profile.add('image-input'));
    expect(pictures.image('images/image-1-fcbb56ad14524504.bin')).toMatchObject({ ok: true });
    const results = await openSession(profile.add('result-handle'));
    const handle = 'result-terminal-d755eeaa94759dbe-b6322b390a69b1dc.txt';
    expect(results.toolResult(handle)).toMatchObject({ ok: true, file: `tool-results/${handle}` });
    expect(results.children().map(({ file }) => file)).toContain(`tool-results/${handle}`);
  });

  it('has a finding, not an empty text, for what is missing', async () => {
    const dir = profile.add('result-handle');
    rmSync(join(dir, 'tool-results'), { recursive: true });
    rmSync(join(dir, 'display.json'));
    const session = await openSession(dir);
    const artifact = session.toolResult('result-terminal-d755eeaa94759dbe-b6322b390a69b1dc.txt');
    expect(artifact).toMatchObject({ ok: false, finding: { rule: 'store/artifact-missing', severity: 'warning' } });
    expect(session.display()).toEqual({ state: 'absent', file: 'display.json' });
  });

  it('does not take the watermark of another session', async () => {
    const session = await openEventLog(profile.add('multi-turn', 'other-name'));
    expect(session.watermark()).toMatchObject({ state: 'invalid', finding: { rule: 'store/sidecar-invalid' } });
    expect(session.read()).toMatchObject({ end: undefined, findings: [{ rule: 'store/sidecar-invalid' }] });
  });

  it('says of bytes behind the watermark where the committed ones end, and of a log that is too short that its end is lost', async () => {
    const dir = profile.add('multi-turn');
    const log = join(dir, 'events.jsonl');
    const size = statSync(log).size;
    appendFileSync(log, '{"half":');
    expect((await openSession(dir)).read()).toMatchObject({ ok: true, size: size + 8, end: size, findings: [] });
    truncateSync(log, size - 1);
    const lost = { ok: true, size: size - 1, end: undefined, findings: [{ rule: 'store/watermark-beyond-log' }] };
    expect((await openSession(dir)).read()).toMatchObject(lost);
  });

  it('names a format that is not read, and gives no log of it', async () => {
    const dir = profile.add('multi-turn');
    rmSync(join(dir, 'authority.json'));
    writeFileSync(join(dir, 'session.json'), '{"schema_version":5,"id":"x"}');
    const session = await openSession(dir);
    expect(session.format).toBe('execution-journal');
    expect(session.read()).toMatchObject({ ok: false, finding: { rule: 'store/newer-format' } });
  });

  it('refuses what is not a directory', async () => {
    await expect(openSession(join(profile.root, 'none'))).rejects.toMatchObject({ rule: 'store/not-found' });
    const dir = profile.add('plain-text');
    await expect(openSession(join(dir, 'session.json'))).rejects.toMatchObject({ rule: 'store/not-a-directory' });
  });
});
