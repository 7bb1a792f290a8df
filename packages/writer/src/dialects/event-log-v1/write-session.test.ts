import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import type { HistoryTurn, StateDocument } from '@fxlog/format';
import { checkFrame } from '@fxlog/format/internal';
import { parseJson } from '@fxlog/json';
import { decodeCanonicalBase64 } from '@fxlog/json/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSession } from '../../../../../test/crash/check-session.js';
import { latestPointerName, sha256Hex } from '../../content-names.js';
import { nodeFileSystem } from '../../fs/file-system.js';
import { instrumentFileSystem } from '../../fs/instrument-file-system.js';
import { withFlock } from '../../fs/with-flock.js';
import type { SessionFile } from '../../session-target.js';
import { type FixtureSession, fixtureSession, fixtureSessions } from '../../testing/fixtures.js';
import { eventsOf, linesOf } from '../../testing/frames.js';
import {
  SAMPLE_ID,
  SAMPLE_PNG,
  SAMPLE_WORKSPACE,
  sampleInput,
  sampleOptions,
  sampleTurns,
} from '../../testing/sample-session.js';
import { type SessionInput, type WriteSessionOptions, writeSession } from './write-session.js';

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-write-'));
  root = join(base, '.fx', 'sessions');
});
afterEach(() => rmSync(base, { recursive: true }));

const read = (...parts: string[]): string => readFileSync(join(...parts), 'utf8');
const withoutFingerprint = (manifest: string): string =>
  manifest.replace(/"event_log_stat_fingerprint":"[0-9a-f]{64}"/, '"event_log_stat_fingerprint":""');

/** Everything in a fixture that a log refers to. */
function* childFiles(fixture: FixtureSession): Generator<SessionFile> {
  for (const directory of ['images', 'tool-results', 'logs/commands']) {
    const path = join(fixture.dir, directory);
    for (const name of existsSync(path) ? readdirSync(path) : []) {
      yield { path: `${directory}/${name}`, bytes: readFileSync(join(path, name)) };
    }
  }
}

describe('a session from turns', () => {
  it('has everything fx needs, in the right modes, and is made known to fx', async () => {
    const written = await writeSession(sampleInput(), { root }, sampleOptions);
    expect(written).toMatchObject({ id: SAMPLE_ID, dir: join(root, SAMPLE_ID), historyLength: 2, findings: [] });
    checkSession(written.dir);
    expect(readdirSync(written.dir).sort()).toEqual(
      [
        'authority.json',
        'checkpoint.json',
        `commit.${written.boundary.generation}.json`,
        'commit.lock',
        'display.json',
        'events.jsonl',
        'images',
        'session.json',
        'session.lock',
        'tool-results',
        'usage-v2.json',
      ].sort(),
    );
    expect(read(root, 'index.pending')).toBe('pending\n');
    expect(readdirSync(root).sort()).toEqual([SAMPLE_ID, 'index.pending', 'latest', 'latest.lock'].sort());
    expect(read(root, 'latest', latestPointerName(SAMPLE_WORKSPACE))).toBe(
      `{"schema_version":2,"status":"ready","workspace_root":"${SAMPLE_WORKSPACE}","session_id":"${SAMPLE_ID}","updated_at_ms":1767225660000}`,
    );
  });

  it('gives pictures the canonical locator of their bytes', async () => {
    const { dir } = await writeSession(sampleInput(), { root }, sampleOptions);
    const sha256 = sha256Hex(SAMPLE_PNG);
    const locator = `images/image-1-${sha256.slice(0, 16)}.bin`;
    expect(readFileSync(join(dir, locator))).toEqual(SAMPLE_PNG);
    expect(read(dir, 'events.jsonl')).toContain(`"snapshot_path":"${locator}","snapshot_sha256":"${sha256}"`);
  });

  it('numbers pictures that have no number, each by itself', async () => {
    const turns = sampleTurns().slice(0, 1);
    const [turn] = turns;
    const bare = { id: 0, path: '/p', media_type: 'image/png', snapshot_path: null, snapshot_sha256: null };
    if (turn?.kind === 'assistant') turn.user.images = [bare, { ...bare, id: 4 }, bare];
    const session = { workspace_root: '/w', preferences: { model: 'm' } };
    const { dir } = await writeSession({ turns, session }, { root }, sampleOptions);
    checkSession(dir);
    const ids = readdirSync(join(dir, 'images')).map((name) => name.split('-')[1]);
    expect(ids.sort()).toEqual(['1', '4', '5']);
  });

  it('is the example of session-directory §9, byte for byte', async () => {
    const fixture = new URL('../../../../../test-fixtures/minimal-session/', import.meta.url);
    const expected = (name: string): string => readFileSync(new URL(name, fixture), 'utf8');
    const ids = ['10000000000000000000000000000001', '10000000000000000000000000000002'];
    const turn: HistoryTurn = {
      kind: 'assistant',
      user: { text: 'Say hello.', images: [] },
      assistant: 'Hello.',
      execution: { schema_version: 3, tool_steps: [], files: [] },
    };
    const session = {
      id: SAMPLE_ID,
      created_at_ms: 1767225600000,
      workspace_root: SAMPLE_WORKSPACE,
      conversation_language: 'en',
      preferences: { model: 'openai/gpt-5' },
    };
    const { dir } = await writeSession(
      { turns: [{ turn, timestamp_ms: 1767225660000 }], session },
      { dir: join(base, SAMPLE_ID) },
      {
        generation: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
        authorityId: 'a1a2a3a4a5a6a7a8a9aaabacadaeafb0',
        identifiers: { next: () => ids.shift() ?? '' },
      },
    );
    for (const name of ['events.jsonl', 'authority.json', 'commit.0f1e2d3c4b5a69788796a5b4c3d2e1f0.json']) {
      expect(read(dir, name)).toBe(expected(name));
    }
    // What fx itself adds at a clean exit is there from the start; digests from the same section.
    expect(sha256Hex(readFileSync(join(dir, 'checkpoint.json')))).toBe(
      '2f8af7481fe6925fd6d2268b39e4da9e0431a413e096ab0ac55717d04414a1a5',
    );
    expect(sha256Hex(readFileSync(join(dir, 'display.json')))).toBe(
      '5c90a074a826096ab50e4d03be89a0cfb6f89031fb01929f1fe12131a171817b',
    );
    const bound = expected('session.json').replace(
      '"checkpoint_seq":null,"checkpoint_sha256":null',
      '"checkpoint_seq":2,"checkpoint_sha256":"2f8af7481fe6925fd6d2268b39e4da9e0431a413e096ab0ac55717d04414a1a5"',
    );
    expect(withoutFingerprint(read(dir, 'session.json'))).toBe(withoutFingerprint(bound));
  });

  it('has no title and no turns when there are none', async () => {
    const session = { workspace_root: '/w', preferences: { model: 'm' } };
    const { dir, historyLength, boundary } = await writeSession({ turns: [], session }, { root });
    checkSession(dir);
    expect([historyLength, boundary.seq, existsSync(join(dir, 'display.json'))]).toEqual([0, 1, false]);
  });

  it('needs no memory of its turns when they are not to be kept', async () => {
    const { dir } = await writeSession(sampleInput(), { root }, { ...sampleOptions, keepHistory: false });
    checkSession(dir);
    expect(existsSync(join(dir, 'checkpoint.json'))).toBe(false);
    expect(JSON.parse(read(dir, 'session.json'))).toMatchObject({ history_len: 2, checkpoint_seq: null });
    expect(JSON.parse(read(dir, 'display.json'))).toMatchObject({ title: 'What is in the picture?' });
  });

  it('says what is missing and writes the rest', async () => {
    const { readAttachment: _none, ...options } = sampleOptions;
    const { dir, findings } = await writeSession(sampleInput(), { root }, options);
    checkSession(dir);
    expect(findings.map(({ rule }) => rule)).toEqual(['write/image-without-snapshot', 'write/artifact-missing']);
  });
});

describe('a session from events', () => {
  const sessions = fixtureSessions().filter(({ shape }) => shape !== 'recovered-source');
  it.each(sessions.map((fixture) => [`${fixture.shape}/${fixture.id}`, fixture] as const))(
    'writes %s again as fx wrote it',
    async (_name, fixture) => {
      const events = eventsOf(fixture.read('events.jsonl') ?? Buffer.alloc(0));
      const manifest = JSON.parse((fixture.read('session.json') ?? '').toString());
      const usage = fixture.json('usage-v2.json');
      const checkpoint = fixture.json('checkpoint.json');
      const atEnd = checkpoint?.through_seq === events.length;
      const written = await writeSession(
        { events },
        { root },
        {
          authorityId: manifest.authority_id,
          source: JSON.parse((fixture.read('authority.json') ?? '').toString()).source,
          growthBase: { seq: manifest.generation_base_seq, bytes: manifest.generation_base_bytes },
          files: childFiles(fixture),
          ...(usage === null ? {} : { usage: JSON.parse((fixture.read('usage-v2.json') ?? '').toString()).snapshot }),
        },
      );
      checkSession(written.dir);
      const same = (name: string): void => {
        expect(readFileSync(join(written.dir, name)).equals(fixture.read(name) ?? Buffer.alloc(0)), name).toBe(true);
      };
      for (const name of ['events.jsonl', 'authority.json', `commit.${manifest.log_generation}.json`]) same(name);
      if (fixture.read('display.json') !== null) same('display.json');
      if (atEnd) same('checkpoint.json');
      const unbound = (text: string): string =>
        withoutFingerprint(text).replace(/"checkpoint_seq":(?:null|\d+),"checkpoint_sha256":(?:null|"[0-9a-f]+")/, '');
      const [mine, theirs] = [read(written.dir, 'session.json'), (fixture.read('session.json') ?? '').toString()];
      // Killed in the middle of a turn, fx had put totals into the manifest that never reached the log.
      if (fixture.shape === 'killed-mid-stream') return;
      expect(unbound(mine)).toBe(unbound(theirs));
      if (atEnd) expect(withoutFingerprint(mine)).toBe(withoutFingerprint(theirs));
    },
  );

  it('knows the state behind a replacement that is given as frames', async () => {
    const log = fixtureSession('long-session').read('events.jsonl') ?? Buffer.alloc(0);
    const { turns, state } = await reduceLog(log, { keepHistory: false });
    const { dir, historyLength, updatedAtMs } = await writeSession({ events: eventsOf(log) }, { root });
    expect([historyLength, updatedAtMs]).toEqual([turns, state.updated_at_ms]);
    expect(readFileSync(join(dir, 'events.jsonl')).equals(log)).toBe(true);
    expect(JSON.parse(read(dir, 'session.json')).history_len).toBe(turns);
  });
});

describe('a session from frames', () => {
  it.each(['long-session', 'one-tool-call', 'twelve-turns'])(
    'of %s is the one from their events, checkpoint included',
    async (shape) => {
      const fixture = fixtureSession(shape);
      const log = fixture.read('events.jsonl') ?? Buffer.alloc(0);
      // As a reader that reuses its chunks: what is to be remembered of a frame is gone with the next one unless it was taken out.
      const frames = async function* () {
        const chunk = Buffer.alloc(log.length);
        for (const line of linesOf(log)) {
          chunk.fill(0).set(line);
          yield [{ rawFrame: chunk.subarray(0, line.length), checked: checkFrame(chunk, 0, line.length) }];
        }
      };
      const copied = await writeSession(
        { events: frames() },
        { root },
        { ...sampleOptions, keepHistory: 'checkpoint' },
      );
      const built = await writeSession({ events: eventsOf(log) }, { root: join(base, 'built') }, sampleOptions);
      for (const name of ['events.jsonl', 'checkpoint.json', 'display.json']) {
        expect(read(copied.dir, name), name).toBe(read(built.dir, name));
      }
      expect(withoutFingerprint(read(copied.dir, 'session.json'))).toBe(
        withoutFingerprint(read(built.dir, 'session.json')),
      );
    },
  );
});

describe('a session from a state', () => {
  it.each([
    ['recovered', 'recovery'],
    ['legacy-v2-migrated', 'migration'],
    ['long-session', 'log_compaction'],
  ] as const)('begins as the log of %s does', async (shape, reason) => {
    const log = fixtureSession(shape).read('events.jsonl') ?? Buffer.alloc(0);
    const lines = linesOf(log).slice(0, 4);
    const events = eventsOf(Buffer.concat(lines));
    const chunk = events[2]?.kind === 'state_replacement_chunk' ? events[2].payload : undefined;
    const state = parseJson(decodeCanonicalBase64(chunk?.base64 ?? '') ?? new Uint8Array(0));
    const ids = events.map(({ event_id }) => event_id);
    const { dir } = await writeSession(
      { state: state as unknown as StateDocument, reason },
      { root },
      {
        generation: events[0]?.log_generation ?? '',
        identifiers: {
          next: (use) =>
            use === 'replacement'
              ? (chunk?.replacement_id ?? '')
              : use === 'event'
                ? (ids.shift() ?? '')
                : '0'.repeat(32),
        },
      },
    );
    checkSession(dir);
    expect(readFileSync(join(dir, 'events.jsonl')).equals(Buffer.concat(lines))).toBe(true);
  });
});

describe('what stands in the way', () => {
  const refused = async (
    rule: string,
    options: WriteSessionOptions = sampleOptions,
    input: SessionInput = sampleInput(),
  ): Promise<void> => {
    await expect(writeSession(input, { root }, options)).rejects.toMatchObject({ name: 'WriteError', rule });
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory())
      expect(readdirSync(root).filter((name) => name.startsWith('fxlog+'))).toEqual([]);
  };
  const header = { workspace_root: '/w', preferences: { model: 'm' } };

  it('is never overwritten: not a session, not an empty directory, not a link', async () => {
    mkdirSync(join(root, SAMPLE_ID), { recursive: true });
    await refused('write/exists');
    rmSync(join(root, SAMPLE_ID), { recursive: true });
    symlinkSync('/nowhere', join(root, SAMPLE_ID));
    await refused('write/exists');
    rmSync(join(root, SAMPLE_ID));
    const first = await writeSession(sampleInput(), { root }, sampleOptions);
    const before = read(first.dir, 'session.json');
    await refused('write/exists');
    expect(read(first.dir, 'session.json')).toBe(before);
  });

  it('is seen when it appears at the last moment', async () => {
    const late = instrumentFileSystem(nodeFileSystem, ({ operation, path }) => {
      if (operation !== 'rename' || path !== join(root, SAMPLE_ID)) return;
      mkdirSync(path);
      writeFileSync(join(path, 'theirs'), '');
    });
    await refused('write/exists', { ...sampleOptions, fileSystem: late });
    expect(readdirSync(join(root, SAMPLE_ID))).toEqual(['theirs']);
  });

  it('is a lock that fx holds', async () => {
    mkdirSync(root, { recursive: true });
    await withFlock(join(root, 'latest.lock'), {}, () => refused('lock/busy', { ...sampleOptions, timeoutMs: 0 }));
    expect(existsSync(join(root, SAMPLE_ID))).toBe(false);
  });

  it('is a root that is a link or a file', async () => {
    mkdirSync(join(base, '.fx'));
    symlinkSync(base, root);
    await refused('write/unsafe-path');
    rmSync(root);
    writeFileSync(root, '');
    await refused('write/unsafe-path');
  });

  it('is an id that can name no session', async () => {
    for (const id of ['latest', '..', 'a/b', 'a+b', '', 'x'.repeat(256)]) {
      await refused('write/id', {}, { turns: [], session: { ...header, id } });
    }
    await expect(
      writeSession({ turns: [], session: { ...header, id: 'one' } }, { dir: join(base, 'other') }),
    ).rejects.toMatchObject({ rule: 'write/id' });
  });

  it('is a picture whose locator fx does not accept, or whose bytes are others', async () => {
    const sha256 = sha256Hex(SAMPLE_PNG);
    const good = `images/image-1-${sha256.slice(0, 16)}.bin`;
    const withImage = (id: number, path: string, digest: string): SessionInput => {
      const turns = sampleTurns().slice(0, 1);
      const [turn] = turns;
      if (turn?.kind === 'assistant') {
        turn.user.images = [{ id, path: '/p', media_type: 'image/png', snapshot_path: path, snapshot_sha256: digest }];
      }
      return { turns, session: header };
    };
    await refused('write/image-locator', sampleOptions, withImage(0, good.replace('-1-', '-0-'), sha256));
    await refused('write/image-locator', sampleOptions, withImage(1, '../../escape.bin', sha256));
    await refused('write/image-locator', sampleOptions, withImage(1, '/abs/image-2-0000000000000000.bin', sha256));
    await refused('write/image-locator', sampleOptions, withImage(1, good, sha256.toUpperCase()));
    const other = '0'.repeat(64);
    await refused('write/image-digest', sampleOptions, withImage(1, 'images/image-1-0000000000000000.bin', other));
    await writeSession(withImage(1, `/elsewhere/${good}`, sha256), { root }, sampleOptions);
  });

  it('is a file that would lie outside', async () => {
    for (const path of [
      '../x',
      '/etc/x',
      'images/../../x',
      'images',
      'events.jsonl',
      'session.json',
      'images//x',
      'other/x',
    ]) {
      await refused('write/path-escapes', { ...sampleOptions, files: [{ path, bytes: SAMPLE_PNG }] });
    }
  });

  it('is an invalid turn, and nothing is left of the session', async () => {
    const bad = { ...sampleTurns()[0], assistant: null } as unknown as HistoryTurn;
    await expect(
      writeSession({ turns: [...sampleTurns(), bad], session: header }, { root }, sampleOptions),
    ).rejects.toMatchObject({ item: 2, fxError: 'InvalidDurableBytes', published: false });
    expect(readdirSync(root)).toEqual([]);
  });

  it('after the rename no longer undoes anything', async () => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'latest'), 'not a directory');
    const failed = writeSession(sampleInput(), { root }, sampleOptions);
    await expect(failed).rejects.toMatchObject({ rule: 'write/unsafe-path', published: true });
    checkSession(join(root, SAMPLE_ID));
  });
});

it('syncs every file and directory before the session gets its name', async () => {
  const calls: string[] = [];
  const recorded = instrumentFileSystem(nodeFileSystem, ({ operation, path }) => {
    calls.push(`${operation} ${path.replace(/fxlog\+[0-9a-f]{32}/, 'STAGING').replace(`${root}/`, '')}`);
  });
  const { dir } = await writeSession(sampleInput(), { root }, { ...sampleOptions, fileSystem: recorded });
  const named = calls.indexOf(`rename ${SAMPLE_ID}`);
  for (const entry of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) {
    const path = join('STAGING', entry);
    const synced = calls.lastIndexOf(`sync ${path}`);
    expect(synced, path).toBeGreaterThan(calls.lastIndexOf(`write ${path}`));
    expect(synced, path).toBeLessThan(named);
    expect(synced, path).toBeGreaterThanOrEqual(0);
  }
  expect(calls.slice(named).some((call) => call === `sync ${root}`)).toBe(true);
});
