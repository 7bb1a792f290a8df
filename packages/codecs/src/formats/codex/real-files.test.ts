/** What sessions look like that were forked, taken back, compacted, and that servers had a part in. */
import type { Source } from '@fxlog/reader';
import { describe, expect, it } from 'vitest';
import { decodeBytes, lines, textsOf } from '../../testing/run-codec.js';
import { codexCodec as codec } from './codex-codec.js';

type Row = Readonly<Record<string, unknown>>;

const decode = (rows: readonly (Row | string)[], options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, lines(...rows), options);

const row = (type: string, payload: Row, rest: Row = {}): Row => ({
  timestamp: '2026-09-01T08:00:00.000Z',
  type,
  payload,
  ...rest,
});
const meta = (id: string, payload: Row = {}, rest: Row = {}): Row =>
  row(
    'session_meta',
    { id, timestamp: '2026-09-01T08:00:00.000Z', cwd: '/w', originator: 'x', cli_version: '1', ...payload },
    rest,
  );
const said = (role: 'user' | 'assistant', text: string, rest: Row = {}): Row =>
  row(
    'response_item',
    { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
    rest,
  );
const event = (payload: Row): Row => row('event_msg', payload);
const turn = (name: string): Row[] => [
  event({ type: 'task_started', turn_id: name }),
  said('user', `q${name}`),
  said('assistant', `a${name}`),
  event({ type: 'task_complete', turn_id: name }),
];
const numbered = (rows: readonly Row[], from = 0): Row[] => rows.map((one, at) => ({ ...one, ordinal: from + at }));
const bytesUpTo = (rows: readonly Row[]): number => Buffer.byteLength(lines(...rows));

/** Sessions by their ids, each with its files. */
const among =
  (files: Readonly<Record<string, readonly (readonly Row[])[]>>) =>
  async (id: string): Promise<readonly Source[]> =>
    (files[id] ?? []).map((rows) => Buffer.from(lines(...rows)));

describe('a fork of Codex', () => {
  const parent = numbered([meta('p'), said('user', 'q1'), said('assistant', 'a1'), said('user', 'only there')]);
  const base = (thread_id: string, end: number, end_byte_offset?: number): Row => ({
    forked_from_id: thread_id,
    history_base: { thread_id, end_ordinal_exclusive: end, end_byte_offset },
  });
  const child = numbered([meta('c', base('p', 3)), said('user', 'q2')], 3);

  it('begins in the session that it was forked from', async () => {
    const { meta: read, messages, losses } = await decode(child, { findSession: among({ p: [parent] }) });
    expect(read).toMatchObject({ id: 'c', lineage: { parent: 'p', relation: 'fork' } });
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2']);
    expect(losses.count('missing-history')).toBe(0);
  });

  it('of a fork goes back to the first', async () => {
    const grandchild = numbered([meta('g', base('c', 5)), said('user', 'q3')], 5);
    const { messages } = await decode(grandchild, { findSession: among({ p: [parent], c: [child] }) });
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2', 'user: q3']);
  });

  it.each([
    ['nobody looks for', undefined],
    ['is not there', among({})],
    ['is only there up to an earlier place', among({ p: [parent.slice(0, 1).map((one) => ({ ...one, ordinal: 9 }))] })],
  ])('whose beginning %s says so', async (_why, findSession) => {
    const { messages, losses } = await decode(child, { findSession });
    expect(textsOf(messages)).toEqual(['user: q2']);
    expect(losses.toFindings()).toMatchObject([{ rule: 'codec/missing-history', severity: 'warning' }]);
    expect(losses.count('missing-history')).toBe(3);
  });

  it('undoes turns of the session that it was forked from', async () => {
    const undone = [...child.slice(0, 1), event({ type: 'thread_rolled_back', num_turns: 1 }), said('user', 'q2')];
    const { messages } = await decode(undone, { findSession: among({ p: [parent] }) });
    expect(textsOf(messages)).toEqual(['user: q2']);
  });

  it('ends where sessions name each other', async () => {
    const circle = among({ c: [child], p: [numbered([meta('p', base('c', 4)), said('user', 'q1')], 2)] });
    const { messages, losses } = await decode(child, { findSession: circle });
    expect(textsOf(messages)).toEqual(['user: q2']);
    expect(losses.count('missing-history')).toBe(4);
  });

  it('is cut at the byte where lines have no number', async () => {
    const plain = [meta('p'), said('user', 'q1'), said('user', 'only there')];
    const fork = [meta('c', base('p', 2, bytesUpTo(plain.slice(0, 2)))), said('user', 'q2')];
    const { messages } = await decode(fork, { findSession: among({ p: [plain] }) });
    expect(textsOf(messages)).toEqual(['user: q1', 'user: q2']);
  });
});

describe('a session of Codex that was taken back', () => {
  it('has several files, and begins in the one that ends where it goes on', async () => {
    const first = numbered([meta('s'), said('user', 'q1'), said('assistant', 'a1'), said('user', 'undone')]);
    const base = (end: number, end_byte_offset: number): Row => ({
      history_base: { thread_id: 's', end_ordinal_exclusive: end, end_byte_offset },
    });
    const second = numbered(
      [meta('s', base(3, bytesUpTo(first.slice(0, 3)))), said('user', 'q2'), said('user', 'undone, too')],
      3,
    );
    const third = numbered([meta('s', base(5, bytesUpTo(second.slice(0, 2)))), said('user', 'q3')], 5);
    const { messages, losses } = await decode(third, { findSession: among({ s: [first, second, third] }) });
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2', 'user: q3']);
    expect(losses.count('missing-history')).toBe(0);
    const earlier = await decode(first, { findSession: among({ s: [first, second, third] }) });
    expect(textsOf(earlier.messages)).toEqual(['user: q1', 'assistant: a1', 'user: undone']);
    expect(earlier.losses.toFindings()).toMatchObject([
      { rule: 'codec/missing-history', message: expect.stringContaining('goes on in another file') },
      { rule: 'codec/missing-history' },
    ]);
  });

  const compacted = (text: string): Row =>
    row('compacted', { message: '', replacement_history: [said('user', text).payload] });
  const undo = (num_turns: number): Row => event({ type: 'thread_rolled_back', num_turns });

  it('loses a compaction with the turn in which it took place', async () => {
    const two = turn('2');
    const { messages } = await decode([
      meta('s'),
      ...turn('1'),
      ...two.slice(0, 2),
      compacted('SUMMARY'),
      ...two.slice(2),
      undo(1),
      ...turn('3'),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q3', 'assistant: a3']);
  });

  it('keeps a compaction before the turn that was undone', async () => {
    const { messages } = await decode([
      meta('s'),
      ...turn('1'),
      event({ type: 'task_started', turn_id: 'c' }),
      compacted('SUMMARY'),
      event({ type: 'task_complete', turn_id: 'c' }),
      ...turn('2'),
      undo(1),
      ...turn('3'),
    ]);
    expect(textsOf(messages)).toEqual(['user: SUMMARY', 'user: q3', 'assistant: a3']);
  });

  it('loses a compaction between turns when a turn before it is undone', async () => {
    const { messages } = await decode([
      meta('s'),
      ...turn('1'),
      ...turn('2'),
      event({ type: 'task_started', turn_id: 'c' }),
      compacted('SUMMARY'),
      event({ type: 'task_complete', turn_id: 'c' }),
      ...turn('3'),
      undo(2),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
  });
});

describe('what looks as if Codex had put it in', () => {
  const agents = '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nCount plums.\n</INSTRUCTIONS>';

  it.each([
    '# AGENTS.md instructions are what I ask about: explain',
    '<environment_context> is what I ask about',
    '<user_instructions> and </user_instructions> are tags. Why?',
  ])('is a prompt where it only begins like that: %s', async (text) => {
    const { messages } = await decode([meta('s'), said('user', text), said('assistant', 'a')]);
    expect(textsOf(messages)).toEqual([`user: ${text}`, 'assistant: a']);
  });

  it.each([
    [{ type: 'user_message', message: agents, images: [] }],
    [{ type: 'item_completed', item: { type: 'UserMessage', id: 'i', content: [{ type: 'text', text: agents }] } }],
  ])('is a prompt where an event says that it was typed', async (witness) => {
    const { messages, losses } = await decode([meta('s'), said('user', agents), event(witness)]);
    expect(textsOf(messages)).toEqual([`user: ${agents}`]);
    expect(losses.count('injected-context')).toBe(0);
  });

  it('is a prompt where the message itself says so', async () => {
    const typed = said('user', agents);
    const payload = {
      ...(typed.payload as Row),
      internal_chat_message_metadata_passthrough: { content_item_kinds: ['user.text'] },
    };
    expect(textsOf((await decode([meta('s'), { ...typed, payload }])).messages)).toEqual([`user: ${agents}`]);
  });

  it('is left out with one warning where nobody typed it', async () => {
    const { messages, losses } = await decode([meta('s'), said('user', agents), said('user', 'q')]);
    expect(textsOf(messages)).toEqual(['user: q']);
    expect(losses.toFindings()).toMatchObject([
      { rule: 'codec/injected-context', severity: 'warning', message: /AGENTS\.md/ },
    ]);
  });
});

describe('calls of tools that servers have', () => {
  it.each([
    ['mcp__depot', 'look.up-item', 'mcp__depot__look.up-item'],
    ['mcp__depot__', 'look_up', 'mcp__depot__look_up'],
    ['multi_agent_v1', 'spawn_agent', 'multi_agent_v1__spawn_agent'],
  ])('keep the name of the server: %s', async (namespace, name, whole) => {
    const call = { type: 'function_call', name, namespace, arguments: '{}', call_id: 'c' };
    const { messages } = await decode([meta('s'), said('user', 'q'), row('response_item', call)]);
    expect(messages[1]?.content).toMatchObject([{ type: 'tool_use', tool: { name: 'Raw', tool_name: whole } }]);
  });
});

describe('the tokens of Codex', () => {
  it('are what was added where only totals are told', async () => {
    const total = (input: number, output: number) => ({
      input_tokens: input,
      cached_input_tokens: 1,
      output_tokens: output,
    });
    const { messages } = await decode([
      meta('s'),
      said('user', 'q1'),
      said('assistant', 'a1'),
      event({ type: 'token_count', info: { total_token_usage: total(10, 3) } }),
      said('user', 'q2'),
      said('assistant', 'a2'),
      event({ type: 'token_count', info: { total_token_usage: total(25, 7) } }),
    ]);
    expect(messages[1]?.usage).toEqual({ input_tokens: 9, output_tokens: 3, cache_read_input_tokens: 1 });
    expect(messages[3]?.usage).toEqual({ input_tokens: 15, output_tokens: 4, cache_read_input_tokens: 0 });
  });
});
