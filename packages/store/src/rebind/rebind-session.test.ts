import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type IndexRecord, readIndexRecord } from '@fxlog/format/internal';
import { writeContent } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySession } from '../copy/copy-session.js';
import { appendStoreTurn } from '../dialects/sessions-v2/append/append-turn.js';
import { repairSession } from '../repair/repair-session.js';
import { openSession } from '../session.js';
import { sessionContent } from '../session-content.js';
import { NEWER, setModes, TemporaryProfile } from '../testing/fixtures.js';
import { verifySession } from '../verify-session.js';
import { rebindSession } from './rebind-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

function layOut(path: string, below = ''): string {
  const dir = join(profile.root, below, basename(path));
  cpSync(path, dir, { recursive: true });
  setModes(dir);
  return dir;
}

const conversation = (): string => layOut(join(NEWER, 'conversation-log/tool-call/orchard_0002'));

/** The whole store of a fixture, with its catalogue. */
function store(): string {
  cpSync(join(NEWER, 'sessions-v2/ordinary/v2'), join(profile.root, 'v2'), { recursive: true });
  setModes(join(profile.root, 'v2'));
  return join(profile.root, 'v2/orchard_0950');
}

function recordsOf(dir: string): IndexRecord[] {
  const lines = readFileSync(join(dir, '../index.jsonl'), 'latin1').split(/(?<=\n)/);
  return lines.filter((line) => line !== '\n').map((line) => readIndexRecord(Buffer.from(line, 'latin1')));
}

const rulesOf = async (dir: string): Promise<string[]> => (await verifySession(dir)).findings.map(({ rule }) => rule);
const TO = '/home/ann/elsewhere';
const LATER = { clock: () => 1_800_000_000_000 };

describe('rebindSession', () => {
  it('moves a conversation log by its manifest alone, and tells the caches of the root', async () => {
    const dir = conversation();
    writeFileSync(join(profile.root, 'latest.lock'), '', { mode: 0o600 });
    const before = readFileSync(join(dir, 'events.jsonl'));
    const done = await rebindSession(dir, TO, LATER);
    expect(done).toMatchObject({ id: 'orchard_0002', dir, updatedAtMs: 1_800_000_000_000, before: done.after });
    expect(readFileSync(join(dir, 'events.jsonl'))).toEqual(before);
    const manifest = JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8'));
    expect(manifest).toMatchObject({ workspace_root: TO, updated_at_ms: 1_800_000_000_000, id: 'orchard_0002' });
    expect(manifest.origin_workspace_root).not.toBe(TO);
    expect(existsSync(join(profile.root, 'index.pending'))).toBe(true);
    expect(await verifySession(dir)).toMatchObject({ resumable: { ok: true }, listed: { workspaceRoot: TO } });
    await expect(rebindSession(dir, TO)).rejects.toMatchObject({ rule: 'change/nothing-to-do' });
  });

  it('moves a session of the newer store by one more line, in front of which nothing changes', async () => {
    const dir = store();
    const before = readFileSync(join(dir, 'log.jsonl'));
    const done = await rebindSession(dir, TO, LATER);
    const after = readFileSync(join(dir, 'log.jsonl'));
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(done).toMatchObject({ before: { bytes: before.length }, after: { bytes: after.length } });
    expect(await verifySession(dir)).toMatchObject({ resumable: { ok: true }, listed: { workspaceRoot: TO } });
    await expect(rebindSession(dir, TO)).rejects.toMatchObject({ rule: 'change/nothing-to-do' });
  });

  it.each(['relative', '', `/${'x'.repeat(4096)}`, '/\ud800'])('takes no path that fx would not: %j', async (path) => {
    for (const dir of [conversation(), store()]) {
      await expect(rebindSession(dir, path)).rejects.toMatchObject({ rule: 'state/workspace-root' });
    }
  });

  it('leaves sessions of other formats to others', async () => {
    await expect(rebindSession(profile.add('plain-text'), TO)).rejects.toMatchObject({ rule: 'change/format' });
  });
});

describe('the catalogue of a store', () => {
  it.each([
    ['a move', (dir: string) => rebindSession(dir, TO, LATER)],
    [
      'an appended turn',
      async (dir: string) => {
        const user = { text: 'Go on.', images: [], work_id: null };
        const end = { kind: 'completed', assistant: null, payload: { files: [], turn_summary: null } } as const;
        await appendStoreTurn(dir, { user, steps: [], steering: [], end } as never, LATER);
      },
    ],
  ])('says after %s what the log says', async (_, change) => {
    const dir = store();
    await change(dir);
    expect(await rulesOf(dir)).not.toContain('sessions-v2/catalogue-differs');
    const [first, , last] = recordsOf(dir);
    // Nothing that it said of others, or of the programs that opened it, is lost.
    expect(recordsOf(dir)).toHaveLength(3);
    expect(last).toMatchObject({ op: 'put', id: 'orchard_0950', opened: (first as { opened: unknown }).opened });
  });

  it('gets an entry for each session that is copied, converted or repaired into the store, also behind a line that was cut short', async () => {
    const dir = store();
    const index = join(dir, '../index.jsonl');
    writeFileSync(index, `${readFileSync(index, 'utf8')}{"op":"pu`);
    const source = await openSession(conversation());
    const content = await sessionContent(source, { report: () => undefined });
    await writeContent('sessions-v2', content, { root: profile.root }, { report: () => undefined });
    const other = layOut(join(NEWER, 'sessions-v2/images/v2/orchard_0957'), 'elsewhere/v2');
    await copySession(other, { root: profile.root });
    const text = readFileSync(index, 'utf8');
    expect(text).toContain('"id":"orchard_0002"');
    expect(text).toContain('"id":"orchard_0957"');
    expect(text.split('\n').filter((line) => line.startsWith('{"op":"pu{'))).toEqual([]);
    writeFileSync(join(dir, 'log.jsonl'), `${readFileSync(join(dir, 'log.jsonl'), 'utf8')}torn`);
    expect((await repairSession(dir, null, { inPlace: true })).status).toBe('repaired');
    expect(await rulesOf(dir)).not.toContain('sessions-v2/catalogue-differs');
  });

  it('is not made where there is none: fx derives it of all sessions', async () => {
    const dir = layOut(join(NEWER, 'sessions-v2/images/v2/orchard_0957'), 'v2');
    await rebindSession(dir, TO, LATER);
    expect(existsSync(join(dir, '../index.jsonl'))).toBe(false);
  });
});
