import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { reduceLog } from '@fxlog/assembler';
import { buildEntry } from '@fxlog/assembler/internal';
import type { HistoryTurn } from '@fxlog/format';
import { WriteError } from '@fxlog/writer';
import {
  encodeCommitIntent,
  encodeWatermark,
  latestPointerName,
  nodeFileSystem,
  sha256Hex,
  toolResultHandle,
  withFlock,
} from '@fxlog/writer/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../session.js';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';
import { listAsFx } from '../listing/list-as-fx.js';
import { appendTurn } from './append-turn.js';

const profiles: TemporaryProfile[] = [];
function profile(): TemporaryProfile {
  const made = new TemporaryProfile();
  profiles.push(made);
  return made;
}
afterEach(() => {
  for (const made of profiles.splice(0)) made.remove();
});

const WORKSPACE = '/home/dev/project';
const clock = (): number => 1796100000000;

function assistant(user: string, answer: string): HistoryTurn {
  return {
    kind: 'assistant',
    user: { text: user, images: [] },
    assistant: answer,
    execution: { schema_version: 3, tool_steps: [], files: [] },
  };
}

const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'));
const stateOf = async (dir: string) => (await reduceLog(join(dir, 'events.jsonl'))).state;

async function expectGood(dir: string, turns: number): Promise<void> {
  const verdict = await verifySession(dir);
  expect([verdict.readable, verdict.listed, verdict.resumable].map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(verdict.readable.turns).toBe(turns);
  expect(verdict.resumable).toMatchObject({ turns, discardsBytes: 0, fromCheckpoint: true });
  expect(verdict.listed.historyLen).toBe(turns);
  const faults = verdict.findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule);
  expect(faults.filter((rule) => rule !== 'store/artifact-missing')).toEqual([]);
}

describe('a value that is no turn', () => {
  it.each([
    ['null', null],
    ['a kind alone', { kind: 'assistant' }],
    ['a draft of nothing', { turn: null }],
  ])('is refused with its rule, and the session stays as it was: %s', async (_, turn) => {
    const made = new TemporaryProfile();
    profiles.push(made);
    const dir = made.add('plain-text');
    const before = readFileSync(join(dir, 'events.jsonl'));
    const refused = { name: 'WriteError', item: 0, rule: expect.stringMatching(/^shape\//) };
    await expect(appendTurn(dir, turn as never, { clock })).rejects.toMatchObject(refused);
    expect(readFileSync(join(dir, 'events.jsonl'))).toEqual(before);
  });
});

describe('a session that is written while it is looked at', () => {
  it('is sound at every look', { timeout: 40_000 }, async () => {
    const made = new TemporaryProfile();
    profiles.push(made);
    const dir = made.add('plain-text');
    await appendTurn(dir, assistant('0', '0'), { clock });
    let isWriting = true;
    let looks = 0;
    const writing = (async () => {
      for (let turn = 1; turn <= 12; turn++) await appendTurn(dir, assistant(`${turn}`, 'Yes.'), { clock });
      isWriting = false;
    })();
    const wrong: unknown[] = [];
    while (isWriting) {
      looks++;
      // A look at a small session waits for nothing, and would leave the writer no time.
      await setImmediate();
      const { readable, findings } = await verifySession(dir);
      wrong.push(...(readable.ok ? [] : [readable]), ...findings.filter(({ severity }) => severity === 'error'));
      const log = (await openSession(dir)).read();
      if (!log.ok || log.findings.length > 0) wrong.push(log);
    }
    await writing;
    expect(looks).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });
});

describe('an appended turn', () => {
  it.each([
    'plain-text',
    'many-turns',
    'image-input',
    'long-session',
    'empty-session',
    'workspace-rebind',
    'subagent-parent',
  ])('%s: is the last turn of a session as fx wants it, and nothing else has changed', async (shape) => {
    const here = profile();
    const dir = here.add(shape);
    const before = readFileSync(join(dir, 'events.jsonl'));
    const { history, workspace_root, total_input_tokens } = await stateOf(dir);
    const { committed } = await verifySession(dir);
    if (committed === undefined) throw new Error('the fixture is committed');
    const result = await appendTurn(dir, assistant('One more?', 'Yes.'), { expected: committed, clock, seed: 'a' });
    const after = readFileSync(join(dir, 'events.jsonl'));
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(after.length).toBe(result.boundary.offset);
    expect(result).toMatchObject({ offset: before.length, published: 'published', historyLength: history.length + 1 });
    const state = await stateOf(dir);
    expect(state.history.slice(0, -1)).toEqual(history);
    expect(state.history.at(-1)).toEqual(assistant('One more?', 'Yes.'));
    expect(state).toMatchObject({ workspace_root, total_input_tokens, updated_at_ms: clock() });
    await expectGood(dir, history.length + 1);

    const pointer = json(join(here.root, 'latest', latestPointerName(workspace_root)));
    expect(pointer).toEqual({
      schema_version: 2,
      status: 'ready',
      workspace_root,
      session_id: basename(dir),
      updated_at_ms: clock(),
    });
    expect((await listAsFx(here.root)).sessions[0]).toMatchObject({ history_len: history.length + 1 });
    const { title } = json(join(dir, 'display.json'));
    if (shape === 'empty-session') expect(title).toBe('One more?');
    // A second one finds everything as the first has left it.
    await appendTurn(dir, { turn: assistant('And?', 'No.'), timestamp_ms: 7, total_output_tokens: 99 });
    expect(await stateOf(dir)).toMatchObject({ updated_at_ms: 7, total_output_tokens: 99 });
    await expectGood(dir, history.length + 2);
  });

  it('can be a neutral turn of another session', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const facts = { timeMs: 5, language: 'de', usage: null };
    const entry = buildEntry(assistant('Neutral?', 'Quite.'), 0, { seq: 9, offset: 0, length: 1 }, facts);
    if (entry.type !== 'turn') throw new TypeError('An answer is a turn.');
    await appendTurn(dir, entry.turn, { clock });
    expect((await stateOf(dir)).history.at(-1)).toEqual(assistant('Neutral?', 'Quite.'));
    expect(await stateOf(dir)).toMatchObject({ updated_at_ms: 5, conversation_language: 'de' });
  });

  it('brings its pictures and outputs along, before it is committed', async () => {
    const here = profile();
    const dir = here.add('image-input');
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
    const images = [{ id: 0, path: '/tmp/b.png', media_type: 'image/png', snapshot_path: null, snapshot_sha256: null }];
    const base = assistant('And this one?', 'A pear.');
    const turn = { ...base, user: { text: 'And this one?', images } } as HistoryTurn;
    const known = (await stateOf(dir)).history.flatMap((old) =>
      'user' in old ? old.user.images.map(({ id }) => id) : [],
    );
    await appendTurn(dir, turn, { readAttachment: async () => png, clock });
    const last = (await stateOf(dir)).history.at(-1);
    const id = Math.max(...known.map(Number)) + 1;
    const locator = `images/image-${id}-${sha256Hex(png).slice(0, 16)}.bin`;
    expect(last).toMatchObject({ user: { images: [{ id, snapshot_path: locator, snapshot_sha256: sha256Hex(png) }] } });
    const image = (await openSession(dir)).image(locator);
    expect(image.ok && Buffer.from(image.bytes).equals(png)).toBe(true);
    expect(statSync(join(dir, locator)).mode & 0o777).toBe(0o600);
    await expectGood(dir, (await stateOf(dir)).history.length);
    // A handle whose file is not available is reported, and the turn is written all the same.
    const handle = toolResultHandle('terminal', 'c', Buffer.from('x'));
    expect(existsSync(join(dir, 'tool-results', handle))).toBe(false);
  });

  it('that is too long for a frame is written inside a replacement, as fx does', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const text = 'long '.repeat(1_700_000);
    const result = await appendTurn(dir, assistant('Long?', text), { clock });
    expect(result.isReplacement).toBe(true);
    const { history } = await stateOf(dir);
    expect(history.at(-1)).toMatchObject({ assistant: text });
    await expectGood(dir, history.length);
  });

  it('writes a checkpoint only when one is due', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const before = json(join(dir, 'session.json'));
    await appendTurn(dir, assistant('1', '1'), { clock });
    // A copied log has a stale manifest, which makes fx forget the old checkpoint and write a new one at once.
    const first = json(join(dir, 'session.json'));
    expect(first.checkpoint_seq).toBe(first.last_event_seq);
    expect(first).toMatchObject({ generation_base_seq: before.generation_base_seq, authority_id: before.authority_id });
    await appendTurn(dir, assistant('2', '2'), { clock });
    const second = json(join(dir, 'session.json'));
    expect(second.checkpoint_seq).toBe(first.checkpoint_seq);
    expect(second.last_event_seq).toBe(Number(first.last_event_seq) + 1);
    await expectGood(dir, (await stateOf(dir)).history.length);
  });

  it('says that an interrupted turn can no longer be continued', async () => {
    const here = profile();
    const dir = here.add('model-error');
    expect((await stateOf(dir)).recovery_checkpoint).toBeDefined();
    const { findings } = await appendTurn(dir, assistant('New', 'topic'), { clock });
    expect(findings.map(({ rule }) => rule)).toEqual(['change/recovery-dropped']);
    expect((await stateOf(dir)).recovery_checkpoint).toBeUndefined();
  });
});

describe('caches', () => {
  it('a newer session stays the latest of its workspace', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    mkdirSync(join(here.root, 'latest'), { mode: 0o700 });
    const pointer = join(here.root, 'latest', latestPointerName(WORKSPACE));
    const newer = `{"schema_version":2,"status":"ready","workspace_root":"${WORKSPACE}","session_id":"z","updated_at_ms":1796100000001}`;
    writeFileSync(pointer, newer, { mode: 0o600 });
    await appendTurn(dir, assistant('?', '!'), { clock });
    expect(readFileSync(pointer, 'utf8')).toBe(newer);
  });

  it('when latest.lock is busy the turn is committed, and a token says that the caches are behind', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const result = await withFlock(join(here.root, 'latest.lock'), {}, () =>
      appendTurn(dir, assistant('?', '!'), { clock, timeoutMs: 20 }),
    );
    expect(result.published).toBe('deferred');
    const token = json(join(here.root, 'latest/deferred', basename(dir)));
    expect(token).toEqual({
      schema_version: 1,
      session_id: basename(dir),
      workspace_root: WORKSPACE,
      position: {
        log_generation: result.boundary.generation,
        through_seq: result.boundary.seq,
        through_event_id: result.boundary.eventId,
        through_event_log_bytes: result.boundary.offset,
      },
    });
    expect((await listAsFx(here.root)).sessions[0]).toMatchObject({ history_len: result.historyLength });
    await expectGood(dir, result.historyLength);
  });

  it('a session outside of any root leaves no caches there', async () => {
    const here = profile();
    const dir = here.add('plain-text');
    const alone = join(here.home, 'alone', basename(dir));
    mkdirSync(join(here.home, 'alone'));
    renameSync(dir, alone);
    expect((await appendTurn(alone, assistant('?', '!'), { clock })).published).toBe('unlisted');
    expect(readdirSync(join(here.home, 'alone'))).toEqual([basename(dir)]);
  });
});

describe('what is refused leaves every byte as it was', () => {
  const snapshot = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(dir, name)).isFile())
      .map((name) => `${name} ${sha256Hex(readFileSync(join(dir, name)))}`)
      .sort();

  it.each<[string, (dir: string) => void, object, object]>([
    [
      'a session that has moved on',
      () => undefined,
      { expected: { generation: '0'.repeat(32), seq: 1, eventId: '', bytes: 5 } },
      { rule: 'change/moved-on' },
    ],
    [
      'bytes behind the watermark',
      (dir) => appendFileSync(join(dir, 'events.jsonl'), '{"torn":'),
      {},
      { rule: 'change/tail' },
    ],
    [
      'a commit in its midst',
      (dir) => writeFileSync(join(dir, 'commit.pending.json'), '{}', { mode: 0o600 }),
      {},
      { rule: 'change/pending' },
    ],
    [
      'a creation in its midst',
      (dir) => writeFileSync(join(dir, 'authority.pending.json'), '{}', { mode: 0o600 }),
      { recover: true },
      { rule: 'change/pending' },
    ],
    [
      'a mode that fx refuses',
      (dir) => chmodSync(join(dir, 'events.jsonl'), 0o644),
      {},
      { rule: 'change/not-resumable', fxError: 'PrivateStatePermissionsUnsupported' },
    ],
    ['a lock of another mode', (dir) => chmodSync(join(dir, 'session.lock'), 0o644), {}, { rule: 'lock/unsafe' }],
  ])('%s', async (_what, damage, options, expected) => {
    const here = profile();
    const dir = here.add('multi-turn');
    damage(dir);
    const before = snapshot(dir);
    await expect(appendTurn(dir, assistant('?', '!'), options)).rejects.toMatchObject(expected);
    expect(snapshot(dir)).toEqual(before);
    expect(readdirSync(here.root)).toEqual([basename(dir)]);
  });

  it('a session that is open, a child with a bad record, an invalid turn, something else than a session', async () => {
    const here = profile();
    const dir = here.add('multi-turn');
    const before = snapshot(dir);
    await withFlock(join(dir, 'session.lock'), {}, async () => {
      await expect(appendTurn(dir, assistant('?', '!'), { timeoutMs: 0 })).rejects.toMatchObject({
        rule: 'lock/busy',
        fxError: 'SessionBusy',
      });
    });
    const invalid = { ...assistant('?', '!'), kind: 'nonsense' } as unknown as HistoryTurn;
    await expect(appendTurn(dir, invalid)).rejects.toThrow();
    expect(snapshot(dir)).toEqual(before);
    const child = here.add('subagent-parent');
    writeFileSync(join(child, 'subagent/control.json'), '{}', { mode: 0o600 });
    await expect(appendTurn(child, assistant('?', '!'))).rejects.toMatchObject({
      rule: 'change/not-resumable',
      fxError: 'InvalidControlRecord',
    });
    await expect(appendTurn(here.home, assistant('?', '!'))).rejects.toMatchObject({ name: 'WriteError' });
    await expect(appendTurn(join(here.root, 'absent'), assistant('?', '!'))).rejects.toMatchObject({
      fxError: 'SessionNotFound',
    });
    expect(existsSync(join(here.home, 'session.lock'))).toBe(false);
  });

  it('a log that is touched while the turn is being prepared', async () => {
    const here = profile();
    const dir = here.add('image-input');
    const turn = { ...assistant('?', '!') };
    const image = { id: 9, path: '/x', media_type: 'image/png', snapshot_path: null, snapshot_sha256: null };
    const withImage = { ...turn, user: { text: '?', images: [image] } } as HistoryTurn;
    const meddle = async (): Promise<null> => {
      appendFileSync(join(dir, 'events.jsonl'), 'x');
      return null;
    };
    await expect(appendTurn(dir, withImage, { readAttachment: meddle })).rejects.toMatchObject({
      rule: 'change/moved-on',
    });
    expect(readFileSync(join(dir, 'events.jsonl')).at(-1)).toBe('x'.charCodeAt(0));
  });
});

describe('with recover', () => {
  it('an uncommitted tail is cut off', async () => {
    const here = profile();
    const dir = here.add('multi-turn');
    appendFileSync(join(dir, 'events.jsonl'), '{"torn":');
    const result = await appendTurn(dir, assistant('?', '!'), { recover: true, clock });
    expect(result.discardedBytes).toBe(8);
    await expectGood(dir, result.historyLength);
  });

  it.each(['prior', 'proposed'] as const)(
    'a commit that was cut short with its watermark at %s is settled',
    async (at) => {
      const here = profile();
      const dir = here.add('multi-turn');
      const { committed: old } = await verifySession(dir);
      await appendTurn(dir, assistant('half?', 'done.'), { clock });
      const { committed: next } = await verifySession(dir);
      if (old === undefined || next === undefined) throw new Error('both are committed');
      const place = (position: typeof old) => ({
        log_generation: position.generation,
        through_seq: position.seq,
        through_event_id: position.eventId,
        through_event_log_bytes: position.bytes,
      });
      const session_id = basename(dir);
      const intent = {
        schema_version: 1,
        session_id,
        operation_id: '0'.repeat(32),
        kind: 'watermark_advance',
        prior: place(old),
        proposed: place(next),
      } as const;
      writeFileSync(join(dir, 'commit.pending.json'), encodeCommitIntent(intent), { mode: 0o600 });
      const position = place(at === 'prior' ? old : next);
      writeFileSync(
        join(dir, `commit.${old.generation}.json`),
        encodeWatermark({ schema_version: 1, session_id, ...position }),
      );
      const result = await appendTurn(dir, assistant('?', '!'), { recover: true, clock });
      expect(existsSync(join(dir, 'commit.pending.json'))).toBe(false);
      const texts = (await stateOf(dir)).history.map((turn) => ('user' in turn ? turn.user.text : ''));
      expect(texts.slice(-2).includes('half?')).toBe(at === 'proposed');
      expect(texts.at(-1)).toBe('?');
      await expectGood(dir, result.historyLength);
    },
  );
});

it('where no true flock can be had nothing is written', async () => {
  const here = profile();
  const dir = here.add('plain-text');
  const without = {
    ...nodeFileSystem,
    open: async (...args: Parameters<typeof nodeFileSystem.open>) => {
      const file = await nodeFileSystem.open(...args);
      return Object.assign(Object.create(file), {
        path: file.path,
        tryLock: async () => {
          throw new WriteError({
            rule: 'lock/flock-unavailable',
            message: 'cannot be locked',
            fxError: 'SessionLockUnsupported',
          });
        },
        close: () => file.close(),
        stat: () => file.stat(),
      });
    },
  };
  await expect(appendTurn(dir, assistant('?', '!'), { fileSystem: without })).rejects.toMatchObject({
    rule: 'lock/flock-unavailable',
  });
  expect(readdirSync(here.root)).toEqual([basename(dir)]);
});
