import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@fxlog/format';
import { encodeLine, type LineBody } from '@fxlog/format/internal';
import { LogError } from '@fxlog/reader';
import { afterAll, describe, expect, it } from 'vitest';
import { foldLog } from '../../assemble-turns.js';
import { type ConversationItem, type ConversationOptions, readConversation } from '../../index.js';

const FIXTURES = new URL('../../../../../test-fixtures/newer/sessions-v2/', import.meta.url);
const fixture = (path: string) => readFileSync(new URL(`${path}/log.jsonl`, FIXTURES));

async function read(log: Uint8Array, options: ConversationOptions = {}) {
  const items: ConversationItem[] = [];
  const reading = readConversation(log, options);
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) return { items, turns: items.flatMap(turnOf), state: batch.value.state };
    items.push(...batch.value);
  }
}

function turnOf(item: { readonly type: string }) {
  return item.type === 'turn' ? [(item as Extract<ConversationItem, { type: 'turn' }>).turn] : [];
}

const CREATED: LineBody = {
  kind: 'session_created',
  id: 'plum',
  workspace: '/orchard',
  role: 'root',
  host: 'app',
  parent: null,
  forked_from: null,
};
const item = (type: string, data: object): LineBody => ({
  kind: 'item',
  turn: 1,
  type,
  data: Buffer.from(JSON.stringify(data)),
  blobs: [],
});
const call = (call_id: string) => ({ call_id, tool_name: 'shell', arguments_json: '{}' });
const setting = (key: 'title' | 'workspace' | 'language' | 'prefs', value: unknown): LineBody => ({
  kind: 'set',
  key,
  value: Buffer.from(JSON.stringify(value)),
  blobs: [],
});
const logOf = (...bodies: readonly LineBody[]): Buffer =>
  Buffer.concat([CREATED, ...bodies].map((body, at) => encodeLine({ seq: at + 1, timestampMs: 1000 + at, body })));

describe('a character that cannot stand in an item', () => {
  const spelled = (type: string, data: string): LineBody => ({
    kind: 'item',
    turn: 1,
    type,
    data: Buffer.from(data, 'latin1'),
    blobs: [],
  });

  it.each([
    ['half of a pair', 'cut \\ud83d off', 'cut \ufffd off'],
    ['a byte that begins nothing', 'cut \xff off', 'cut \ufffd off'],
  ])('costs leniently nothing but itself, in a prompt and in an answer: %s', async (_, written, shown) => {
    const log = logOf(
      { kind: 'turn_started', turn: 1 },
      spelled('user', `{"text":"${written}"}`),
      spelled('assistant', `{"text":"${written}"}`),
      item('turn_end', {}),
      { kind: 'turn_committed', turn: 1 },
    );
    await expect(read(log)).rejects.toThrow(LogError);
    const findings: Finding[] = [];
    const { turns } = await read(log, { mode: 'lenient', onFinding: (finding) => findings.push(finding) });
    expect(turns).toMatchObject([{ user: { text: shown }, end: { kind: 'completed', text: shown } }]);
    expect(findings).toMatchObject([{ severity: 'error' }, { severity: 'error' }]);
    for (const { rule } of findings) expect(rule).toMatch(/^frame\/(lone-surrogate|invalid-utf8)$/);
  });
});

describe('a session of the newer store, read as a conversation', () => {
  it('tells who it is, by its first line and its settings', async () => {
    const prefs = { provider: { name: 'own', binding: '0' }, model: 'm/1', effort: 'auto', fast_mode: true };
    const log = logOf(setting('prefs', prefs), setting('language', 'en'), setting('workspace', '/moved'));
    const { state } = await read(log);
    expect(state).toMatchObject({
      id: 'plum',
      createdAtMs: 1000,
      updatedAtMs: 1003,
      originWorkspaceRoot: '/orchard',
      workspaceRoot: '/moved',
      language: 'en',
      preferences: { provider: 'own', model: 'm/1', effort: 'auto', fastMode: true },
      native: { dialect: 'sessions-v2', role: 'root', parent: null, forkedFrom: null },
    });
  });

  it('has the turn that runs as its last one, with the call that runs', async () => {
    const { turns } = await read(fixture('crashed/v2/orchard_0952'));
    expect(turns.map(({ end }) => end.kind)).toEqual(['running']);
    expect(turns[0]?.user.text).toBe('water the trees');
    expect(turns[0]?.steps).toMatchObject([
      { text: 'Starting.', calls: [{ id: 'a', resultIndex: null }], results: [] },
    ]);
  });

  it('has the turn that runs also when a compaction came last, and none that is void', async () => {
    const compacted: LineBody = {
      kind: 'compacted',
      turn: 1,
      data: Buffer.from('{"summary":"s","removed_turn_count":0,"compaction_count":1}'),
    };
    const { items } = await read(logOf(item('user', { text: 'q' }), compacted));
    expect(items.map(({ type }) => type)).toEqual(['begin', 'compaction', 'turn']);
    expect((await read(logOf(item('user', { text: 'q' }), item('superseded', {})))).turns).toEqual([]);
  });

  it('passes over what a crash left at its end, and tells of it', async () => {
    for (const mode of ['strict', 'lenient'] as const) {
      const findings: Finding[] = [];
      const onFinding = (finding: Finding) => findings.push(finding);
      const { turns } = await read(fixture('torn-tail/v2/orchard_0962'), { mode, onFinding });
      expect(turns.map(({ user }) => user.text)).toEqual(['hello']);
      expect(findings.map(({ offset }) => offset)).toEqual([1229]);
    }
  });

  it('passes over a last line whose check fails, and over none with anything behind it', async () => {
    const broken = logOf(item('user', { text: 'q' }), item('turn_end', {}), setting('title', 't'));
    broken[broken.length - 10] = 0;
    async function* bytewise(log: Uint8Array) {
      for (let at = 0; at < log.length; at += 1) yield log.subarray(at, at + 1);
    }
    for (const sourceOf of [(log: Uint8Array) => log, bytewise]) {
      const findings: Finding[] = [];
      const { turns } = await foldLog(sourceOf(broken), { onFinding: (finding) => findings.push(finding) });
      expect(turns).toBe(1);
      expect(findings).toMatchObject([{ rule: 'sessions-v2/torn', severity: 'warning', line: 4 }]);
      for (const rest of ['{', '{}\n', '\n']) {
        const log = Buffer.concat([broken, Buffer.from(rest)]);
        await expect(foldLog(sourceOf(log))).rejects.toMatchObject({ fxError: 'BadLine', line: 4 });
      }
    }
  });

  it('takes pieces from bodies beside the log, where it is told how', async () => {
    const path = 'large-piece/v2/orchard_0956';
    const readBlob = (name: string) => {
      const file = new URL(`${path}/blobs/${name}`, FIXTURES);
      return existsSync(file) ? readFileSync(file) : null;
    };
    const { turns } = await read(fixture(path), { readBlob });
    expect(turns[0]?.user.text).toHaveLength(280_000);
    await expect(read(fixture(path))).rejects.toThrow(LogError);
  });

  it.each<[string, readonly LineBody[], string, unknown]>([
    [
      'a prompt that cannot be read',
      [item('user', { text: 7 }), item('assistant', { text: 'a' }), item('turn_end', {})],
      'shape/type',
      [['', 0, 'completed']],
    ],
    [
      'a second prompt in a turn',
      [item('user', { text: 'q' }), item('user', { text: 'r' }), item('turn_end', {})],
      'conversation/turn-open',
      [
        ['q', 0, 'interrupted'],
        ['r', 0, 'completed'],
      ],
    ],
    [
      'an end while a call has no result',
      [item('user', { text: 'q' }), item('tool_call', call('a')), item('turn_end', {})],
      'conversation/unresolved-call',
      [['q', 1, 'completed']],
    ],
    [
      'an item that is no payload',
      [item('user', { text: 'q' }), item('assistant', {}), item('turn_end', {})],
      'shape/missing-key',
      [['q', 0, 'completed']],
    ],
    ['an item outside of any turn', [item('assistant', { text: 'x' })], 'conversation/no-turn', []],
  ])('is refused for %s, and leniently read without it', async (_what, bodies, rule, expected) => {
    const log = logOf(...bodies);
    await expect(read(log)).rejects.toThrow(expect.objectContaining({ rule }));
    const findings: Finding[] = [];
    const { turns } = await read(log, { mode: 'lenient', onFinding: (finding) => findings.push(finding) });
    expect(turns.map(({ user, steps, end }) => [user.text, steps.length, end.kind])).toEqual(expected);
    expect(findings.map((finding) => finding.rule)).toEqual([rule]);
  });
});

describe('a session of the newer store, followed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-v2-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('shows the turn that runs as it grows, and only what it came to', async () => {
    const path = join(directory, 'log.jsonl');
    const pieces = [
      [item('user', { text: 'q' })],
      [item('assistant_running', { text: 'I look' }), item('tool_running', call('a'))],
      [item('assistant', { text: 'Three.' }), item('turn_end', {})],
    ];
    writeFileSync(path, logOf());
    const controller = new AbortController();
    const told: unknown[] = [];
    let written = 1;
    const write = () => {
      const bodies = pieces.shift() ?? [];
      for (const body of bodies) appendFileSync(path, encodeLine({ seq: ++written, timestampMs: 2000, body }));
    };
    for await (const items of readConversation(path, { signal: controller.signal, follow: { pollMs: 5 } })) {
      for (const turn of items.flatMap(turnOf)) told.push([turn.end.kind, turn.steps.length]);
      if (told.some((entry) => (entry as [string])[0] === 'completed')) controller.abort();
      write();
    }
    expect(told.at(-1)).toEqual(['completed', 0]);
    expect(told.slice(0, -1).every((entry) => (entry as [string])[0] === 'running')).toBe(true);
    expect(told.length).toBeGreaterThan(1);
  });
});
