import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { decodeFrame, encodeState, type LogEvent } from '@fxlog/format';
import { encodeLog } from '@fxlog/writer';
import { deriveDisplay, stateItems } from '@fxlog/writer/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../session.js';
import { FX, SHAPES, sessionIdOf, setModes, TemporaryProfile } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';
import { readDisplay } from '../sidecars/display.js';
import { rewriteSession } from './rewrite-session.js';

const profiles: TemporaryProfile[] = [];
function profile(): TemporaryProfile {
  const made = new TemporaryProfile();
  profiles.push(made);
  return made;
}
afterEach(() => {
  for (const made of profiles.splice(0)) made.remove();
});

/** Every session of the current format that fx wrote, the ones of the whole profile included. */
const SESSIONS: readonly (readonly [string, string])[] = [
  ...SHAPES.map((shape) => [shape, join(FX, shape, sessionIdOf(shape))] as const),
  ...readdirSync(join(FX, 'profile/sessions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'latest')
    .map(({ name }) => [`profile ${name}`, join(FX, 'profile/sessions', name)] as const),
]
  .filter(([, dir]) => existsSync(join(dir, 'authority.json')))
  // Its watermark is gone, which is why fx recovered it; it is refused below.
  .filter(([shape]) => shape !== 'recovered-source');

function put({ root }: TemporaryProfile, source: string): string {
  const dir = join(root, basename(source));
  cpSync(source, dir, { recursive: true });
  setModes(dir);
  return dir;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const eventsOf = (dir: string): LogEvent[] =>
  readFileSync(join(dir, 'events.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => decodeFrame(Buffer.from(`${line}\n`)));

/** What a reader gets to see: turns, a digest of the whole state, and every file that belongs to the session. */
async function content(dir: string) {
  const session = await openSession(dir);
  const log = session.read();
  if (!log.ok) throw new Error(log.finding.message);
  const { state, turns } = await reduceLog(log.path, { end: log.end });
  const files = session
    .children()
    .filter(({ file }) => !file.endsWith('.lock'))
    .map(({ file }) => [file, sha256(readFileSync(join(dir, file)))]);
  return {
    turns: state.history,
    count: turns,
    state: sha256(encodeState(state)),
    files: files.sort(),
    // Where fx has not frozen one yet, it would derive the one that the writer derives.
    title: readDisplay(dir) ?? deriveDisplay(state.history, state.origin_workspace_root),
  };
}

describe('a session rewritten without a change', () => {
  it('is tested with every session that fx wrote', () => expect(SESSIONS.length).toBeGreaterThanOrEqual(47));

  it.each(SESSIONS)('%s: same turns, state and files; the log is the same to the byte', async (_shape, source) => {
    const here = profile();
    const dir = put(here, source);
    const before = await content(dir);
    const there = join(here.home, 'elsewhere', basename(dir));
    mkdirSync(join(here.home, 'elsewhere'), { mode: 0o700 });
    const { findings, boundary } = await rewriteSession(dir, { dir: there });
    const log = (await openSession(dir)).read();
    const committed = (log.ok && log.end) || 0;
    const original = readFileSync(join(dir, 'events.jsonl')).subarray(0, committed);
    expect(readFileSync(join(there, 'events.jsonl')).equals(original)).toBe(true);
    expect(boundary.offset).toBe(committed);
    expect(await content(there)).toEqual(before);
    expect(findings.filter(({ rule }) => rule === 'change/left-behind')).toEqual([]);
    const verdict = await verifySession(there);
    const was = await verifySession(dir);
    expect(verdict.readable.ok && verdict.listed.ok).toBe(true);
    expect(verdict.resumable.ok).toBe(was.resumable.ok);
    expect(
      verdict.findings.filter(({ rule }) => rule === 'store/manifest-stale' || rule === 'store/fingerprint-stale'),
    ).toEqual([]);
  });
});

describe('a compacted log', () => {
  it('is written exactly as fx wrote one', async () => {
    const [, source = ''] = SESSIONS.find(([shape]) => shape === 'long-session') ?? [];
    const written = eventsOf(source);
    const [start, replacement] = written;
    expect(start?.kind).toBe('session_started');
    expect(replacement).toMatchObject({ payload: { reason: 'log_compaction' } });
    // The first frames are what fx made of the state: the same state and identifiers must give the same bytes.
    const end = written.findIndex(({ kind }) => kind === 'state_replacement_committed') + 1;
    const log = readFileSync(join(source, 'events.jsonl'));
    const lines = log
      .toString('utf8')
      .split('\n')
      .slice(0, end)
      .map((line) => Buffer.from(`${line}\n`));
    const compacted = Buffer.concat(lines);
    const { state } = await reduceLog(compacted);
    const ids = written.slice(0, end).map(({ event_id }) => event_id);
    const replacementId = replacement?.kind === 'state_replacement_started' ? replacement.payload.replacement_id : '';
    const chunks: Uint8Array[] = [];
    const identifiers = { next: (use: string) => (use === 'replacement' ? replacementId : (ids.shift() ?? '')) };
    const generation = start?.log_generation ?? '';
    for await (const bytes of encodeLog(stateItems(state, 'log_compaction'), { identifiers, generation }))
      chunks.push(bytes);
    expect(Buffer.concat(chunks).equals(compacted)).toBe(true);
  });

  it.each(['many-turns', 'image-input', 'recovery-abandoned', 'usage-costs'])(
    '%s: one start and one replacement, the same state',
    async (shape) => {
      const here = profile();
      const dir = here.add(shape);
      const before = await content(dir);
      const { before: sizeBefore, after } = await rewriteSession(dir, 'replace', { compact: true, seed: 's' });
      const kinds = eventsOf(dir).map(({ kind }) => kind);
      expect(kinds[0]).toBe('session_started');
      expect(kinds.slice(1)).toEqual([
        'state_replacement_started',
        'state_replacement_chunk',
        'state_replacement_committed',
      ]);
      expect(after.events).toBe(4);
      expect(sizeBefore.events).toBeGreaterThan(2);
      expect(await content(dir)).toEqual(before);
      const verdict = await verifySession(dir);
      expect([verdict.readable.ok, verdict.listed.ok, verdict.resumable.ok]).toEqual([true, true, true]);
      // As after fx's own compaction the dead watermark stays, and nothing else is to be said.
      expect(verdict.findings.map(({ rule }) => rule).filter((rule) => rule !== 'store/orphan')).toEqual([
        'store/leftover',
      ]);
    },
  );
});

describe('superseded recovery checkpoints', () => {
  it('are dropped, the one that still stands stays', async () => {
    const here = profile();
    const dir = here.add('recovery-continued');
    const before = await content(dir);
    const sets = eventsOf(dir).filter(({ kind }) => kind === 'recovery_checkpoint_set').length;
    expect(sets).toBeGreaterThan(0);
    const result = await rewriteSession(dir, { dir: join(here.home, basename(dir)) }, { dropCheckpoints: true });
    const there = result.dir;
    const left = eventsOf(there);
    expect(left.filter(({ kind }) => kind === 'recovery_checkpoint_set')).toHaveLength(
      sets - result.droppedCheckpoints,
    );
    expect(result.droppedCheckpoints).toBeGreaterThan(0);
    expect(left.map(({ seq }) => seq)).toEqual(left.map((_, index) => index + 1));
    expect(left[0]?.log_generation).not.toBe(eventsOf(dir)[0]?.log_generation);
    expect(await content(there)).toEqual(before);

    const pending = here.add('killed-mid-stream');
    const state = (await content(pending)).state;
    const kept = await rewriteSession(pending, { dir: join(here.home, basename(pending)) }, { dropCheckpoints: true });
    expect((await content(kept.dir)).state).toBe(state);
  });

  it('without any there is nothing to do, and nothing is touched', async () => {
    const dir = profile().add('empty-session');
    const before = readdirSync(dir);
    await expect(rewriteSession(dir, 'replace', { dropCheckpoints: true })).rejects.toMatchObject({
      rule: 'change/nothing-to-do',
    });
    expect(readdirSync(dir)).toEqual(before);
  });
});

describe('a rebound session', () => {
  it.each([['replace'], ['elsewhere']])(
    '%s: is in its new workspace, and the event names the old one',
    async (where) => {
      const here = profile();
      const dir = here.add('workspace-rebind');
      const old = (await verifySession(dir)).listed.workspaceRoot;
      const target = where === 'replace' ? 'replace' : { dir: join(here.home, basename(dir)) };
      const clock = () => 1796099999999;
      const result = await rewriteSession(dir, target, { rebind: '/srv/moved/here', clock });
      const last = eventsOf(result.dir).at(-1);
      expect(last).toMatchObject({
        kind: 'workspace_rebound',
        timestamp_ms: 1796099999999,
        payload: { previous_workspace_root: old, workspace_root: '/srv/moved/here' },
      });
      const verdict = await verifySession(result.dir);
      expect(verdict.listed.workspaceRoot).toBe('/srv/moved/here');
      expect([verdict.readable.ok, verdict.resumable.ok]).toEqual([true, true]);
      if (where === 'replace') {
        const pointers = readdirSync(join(here.root, 'latest'));
        expect(pointers).toHaveLength(1);
        expect(JSON.parse(readFileSync(join(here.root, 'latest', pointers[0] ?? ''), 'utf8'))).toMatchObject({
          status: 'ready',
          workspace_root: '/srv/moved/here',
          session_id: basename(dir),
          updated_at_ms: 1796099999999,
        });
        expect(existsSync(join(here.root, 'index.pending'))).toBe(true);
      }
      await expect(rewriteSession(result.dir, 'replace', { rebind: '/srv/moved/here' })).rejects.toMatchObject({
        rule: 'change/nothing-to-do',
      });
      await expect(rewriteSession(result.dir, 'replace', { rebind: 'relative/path' })).rejects.toMatchObject({
        fxError: 'InvalidDurableField',
      });
      expect((await verifySession(result.dir)).readable.ok).toBe(true);
    },
  );
});

describe('what is refused', () => {
  it('a damaged, a pending and a replaced-by-itself session, and one of another format', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    await expect(rewriteSession(dir, 'replace')).rejects.toMatchObject({ rule: 'change/nothing-to-do' });
    const log = readFileSync(join(dir, 'events.jsonl'));
    writeFileSync(join(dir, 'events.jsonl'), log.subarray(0, -5));
    await expect(rewriteSession(dir, { dir: join(here.home, basename(dir)) })).rejects.toMatchObject({
      rule: 'change/unreadable',
      fxError: 'InvalidSessionFormat',
    });
    await expect(rewriteSession(here.add('recovered-source'), 'replace', { compact: true })).rejects.toMatchObject({
      rule: 'change/unreadable',
      fxError: 'FileNotFound',
    });
    const pending = here.add('multi-turn');
    writeFileSync(join(pending, 'commit.pending.json'), '{}');
    await expect(rewriteSession(pending, 'replace', { compact: true })).rejects.toMatchObject({
      rule: 'change/pending',
    });
    const legacy = here.add('legacy-v2');
    await expect(rewriteSession(legacy, 'replace', { compact: true })).rejects.toMatchObject({ rule: 'change/format' });
    expect(existsSync(join(here.home, basename(dir)))).toBe(false);
  });

  it('links and strangers stay behind, with a finding for each kind', async () => {
    const here = profile();
    const dir = here.add('big-output');
    writeFileSync(join(here.home, 'secret'), 'secret', { mode: 0o600 });
    symlinkSync(join(here.home, 'secret'), join(dir, 'tool-results', 'stolen'));
    symlinkSync(here.home, join(dir, 'images'));
    writeFileSync(join(dir, 'notes.txt'), 'mine', { mode: 0o600 });
    const { dir: there, findings } = await rewriteSession(dir, { dir: join(here.home, basename(dir)) });
    const left = findings.filter(({ rule }) => rule === 'change/left-behind').map(({ file }) => file);
    expect(left.sort()).toEqual(['images', 'notes.txt', 'tool-results/stolen']);
    expect(readdirSync(join(there, 'tool-results'))).not.toContain('stolen');
    expect(existsSync(join(there, 'images'))).toBe(false);
  });
});
