/** What sessions look like that were killed, resumed, compacted and copied. */
import { describe, expect, it } from 'vitest';
import { decodeBytes, lines, textsOf } from '../../testing/run-codec.js';
import { claudeCodeCodec as codec } from './claude-code-codec.js';

type Row = Readonly<Record<string, unknown>>;

const decode = (rows: readonly (Row | string)[], options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, lines(...rows), options);

const at = (uuid: string, parent: string | null, rest: Row): Row => ({
  uuid,
  parentUuid: parent,
  sessionId: 'own',
  timestamp: '2026-09-01T08:00:00.000Z',
  ...rest,
});
const user = (uuid: string, parent: string | null, content: unknown = uuid, rest: Row = {}): Row =>
  at(uuid, parent, { type: 'user', message: { role: 'user', content }, ...rest });
const assistant = (uuid: string, parent: string | null, rest: Row = {}): Row =>
  at(uuid, parent, {
    type: 'assistant',
    message: { role: 'assistant', id: uuid, content: [{ type: 'text', text: uuid }] },
    ...rest,
  });
const boundary = (uuid: string, logicalParentUuid: string, compactMetadata: Row = {}): Row =>
  at(uuid, null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid, compactMetadata });
const summary = (uuid: string, parent: string): Row => user(uuid, parent, uuid, { isCompactSummary: true });
const attachment = (uuid: string, parent: string, content: Row, rest: Row = {}): Row =>
  at(uuid, parent, { type: 'attachment', attachment: content, ...rest });

describe('the chain of a session of Claude Code', () => {
  it.each(['progress', 'hook_event', 'system'])('goes through lines of type %s', async (type) => {
    const { messages, losses } = await decode([
      user('q1', null),
      at('p1', 'q1', { type }),
      at('p2', 'p1', { type }),
      assistant('a1', 'p2'),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.kinds()).toMatchObject([{ code: 'dropped-record', count: 2 }]);
    expect(losses.kinds()[0]?.samples).toHaveLength(1);
  });

  it('does not end in a line that only marks progress', async () => {
    const { messages } = await decode([user('q1', null), assistant('a1', 'q1'), at('p1', 'q1', { type: 'progress' })]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
  });

  it('goes on with the line before where a link leads nowhere', async () => {
    const { messages, losses } = await decode([
      user('q1', null),
      assistant('a1', 'q1'),
      user('q2', 'gone'),
      assistant('a2', 'q2'),
      user('q3', 'gone too'),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2', 'assistant: a2', 'user: q3']);
    expect(losses.kinds()).toMatchObject([
      { code: 'broken-chain', count: 2, samples: [{ where: { line: 5 } }, { where: { line: 3 } }] },
    ]);
  });

  it('says so where the first line is gone', async () => {
    const { messages, losses } = await decode([user('q2', 'gone'), assistant('a2', 'q2')]);
    expect(textsOf(messages)).toEqual(['user: q2', 'assistant: a2']);
    expect(losses.count('broken-chain')).toBe(1);
  });

  it('does not go on with a line of another session', async () => {
    const own = '7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01';
    const { messages } = await decode(
      [user('x', null, 'x', { sessionId: 'other' }), user('q1', 'gone', 'q1', { sessionId: own })],
      { file: `${own}.jsonl` },
    );
    expect(textsOf(messages)).toEqual(['user: q1']);
  });
});

describe('a broken line', () => {
  const whole = JSON.stringify(assistant('a1', 'q1'));
  const torn = JSON.stringify(user('qx', null, [{ type: 'text', text: 'never {"finished' }])).slice(0, -40);

  it.each([
    ['a cut record in front of a whole one', `${torn}${whole}`],
    ['two records', `${JSON.stringify(user('qx', 'q1'))}${whole}`],
    ['zeros in front of a record', `${'\0'.repeat(300)}${whole}`],
    ['a record with rubbish behind it', `${whole}}}]`],
    ['a record between rubbish', `{"a":{"b ${whole} {"type":"user","uuid":`],
  ])('with %s gives what is whole on it', async (_what, line) => {
    const { messages, losses } = await decode([user('q1', null), line, user('q2', 'a1')]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2']);
    expect(losses.count('bad-line')).toBe(1);
  });

  it('gives no part of a record for a record', async () => {
    const { messages, losses } = await decode([user('q1', null), torn, assistant('a1', 'q1')]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.count('bad-line')).toBe(1);
  });

  it('costs no more than its length allows', async () => {
    const { messages, losses } = await decode([user('q1', null), '{"'.repeat(200_000)]);
    expect(textsOf(messages)).toEqual(['user: q1']);
    expect(losses.count('bad-line')).toBe(1);
  });

  it('may be nested a million deep', async () => {
    const deep = `{"type":"user","uuid":"deep","parentUuid":null,"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    const { messages, losses } = await decode([user('q1', null), deep, assistant('a1', 'q1')]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.toFindings()).toMatchObject([{ rule: 'codec/bad-line', line: 2, message: /nested deeper/ }]);
  });
});

describe('lines of another session', () => {
  const other = { sessionId: 'other' };

  it('at the end are not the conversation', async () => {
    const { messages, losses } = await decode([
      user('q1', null),
      assistant('a1', 'q1'),
      user('x1', null, 'x', other),
      assistant('x2', 'x1', other),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.kinds()).toMatchObject([{ code: 'other-session', count: 2 }]);
  });

  it('at the beginning are not, either, where the name of the file says which session it is', async () => {
    const own = '7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01';
    const { messages } = await decode(
      [user('x1', null, 'x', other), user('q1', null, 'q1', { sessionId: own }), user('x2', 'x1', 'x', other)],
      { file: `/somewhere/${own}.jsonl` },
    );
    expect(textsOf(messages)).toEqual(['user: q1']);
  });

  it('are where the session goes on from them or they from it', async () => {
    const { messages, losses } = await decode([
      user('q1', null),
      assistant('a1', 'q1'),
      user('q2', 'a1', 'q2', other),
      assistant('a2', 'q2', other),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2', 'assistant: a2']);
    expect(losses.isLossless).toBe(true);
  });
});

describe('a compacted session', () => {
  const before = [user('q1', null), assistant('a1', 'q1'), user('q2', 'a1'), assistant('a2', 'q2')];
  const after = [summary('s', 'b'), user('q3', 's'), assistant('a3', 'q3')];
  const asTold = ['user: s', 'user: q2', 'assistant: a2', 'user: q3', 'assistant: a3'];

  it('gives the messages that were kept word for word behind the summary', async () => {
    const preservedMessages = { anchorUuid: 's', uuids: ['q2', 'a2'], allUuids: ['q2', 'a2'] };
    const { messages, losses } = await decode([...before, boundary('b', 'a2', { preservedMessages }), ...after]);
    expect(textsOf(messages)).toEqual(asTold);
    expect(losses.kinds()).toMatchObject([{ code: 'compaction-applied', count: 2 }]);
  });

  it('gives those of a segment', async () => {
    const preservedSegment = { headUuid: 'q2', anchorUuid: 's', tailUuid: 'a2' };
    const { messages } = await decode([...before, boundary('b', 'a2', { preservedSegment }), ...after]);
    expect(textsOf(messages)).toEqual(asTold);
  });

  it('gives them where nothing follows, and in front of the summary where that is their place', async () => {
    const preservedSegment = { headUuid: 'q2', anchorUuid: 'b', tailUuid: 'a2' };
    const { messages } = await decode([...before, boundary('b', 'a2', { preservedSegment }), summary('s', 'b')]);
    expect(textsOf(messages)).toEqual(['user: q2', 'assistant: a2', 'user: s']);
  });

  it('says which of them are missing', async () => {
    const preservedMessages = { anchorUuid: 's', uuids: ['gone', 'a2'] };
    const { messages, losses } = await decode([...before, boundary('b', 'a2', { preservedMessages }), ...after]);
    expect(textsOf(messages)).toEqual(['user: s', 'assistant: a2', 'user: q3', 'assistant: a3']);
    expect(losses.count('missing-history')).toBe(1);
  });

  it('is whole in the archive, also where a later compaction names a line before the earlier one', async () => {
    const { messages } = await decode(
      [...before, boundary('b', 'a2'), ...after, boundary('c', 'a1'), summary('t', 'c'), user('q4', 't')],
      { view: 'archive' },
    );
    expect(textsOf(messages)).toEqual([
      'user: q1',
      'assistant: a1',
      'user: q2',
      'assistant: a2',
      'user: q3',
      'assistant: a3',
      'user: q4',
    ]);
  });
});

describe('attachments', () => {
  it('that hold what was typed while the model worked are messages', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const { messages } = await decode([
      user('q1', null),
      assistant('a1', 'q1'),
      attachment('k1', 'a1', { type: 'queued_command', prompt: 'No, port 8081!', commandMode: 'prompt' }),
      attachment('k2', 'k1', { type: 'queued_command', prompt: [{ type: 'text', text: 'see' }, image] }),
      assistant('a2', 'k2'),
    ]);
    expect(textsOf(messages)).toEqual([
      'user: q1',
      'assistant: a1',
      'user: No, port 8081!',
      'user: see | <image>',
      'assistant: a2',
    ]);
  });

  it('that hold files stand in the message that names them', async () => {
    const file = (content: Row) => ({ type: 'file', filename: '/w/f', content });
    const { messages } = await decode([
      user('q1', null),
      attachment('f1', 'q1', file({ type: 'text', file: { filePath: '/w/f', content: 'pears' } })),
      attachment('f2', 'f1', file({ type: 'image', file: { base64: 'AAAA', type: 'image/png' } })),
      attachment('f3', 'f2', { type: 'edited_text_file', filename: '/w/g', snippet: '1 plum' }),
      assistant('a1', 'f3'),
    ]);
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'q1' },
      { type: 'artifact', artifact: { id: 'f1', name: '/w/f', source: { type: 'text', text: 'pears' } } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'artifact', artifact: { id: 'f3', name: '/w/g', source: { type: 'text', text: '1 plum' } } },
    ]);
  });

  it('with which the program speaks to its model are one warning, its records one count', async () => {
    const { messages, losses } = await decode([
      user('q1', null),
      attachment('x1', 'q1', { type: 'skill_listing', content: '- a' }, { rendered: [{ content: 'x' }] }),
      attachment('x2', 'x1', { type: 'date', date: '2026-09-01' }),
      attachment('x3', 'x2', { type: 'queued_command', prompt: '<task>', commandMode: 'task-notification' }),
      attachment('x4', 'x3', { type: 'prompt_snapshot', systemPrompt: ['x'] }),
      { type: 'queue-operation', operation: 'enqueue' },
      { type: 'file-history-snapshot', messageId: 'm' },
      assistant('a1', 'x4'),
    ]);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.toFindings()).toMatchObject([
      { rule: 'codec/dropped-record', severity: 'info', message: /file-history-snapshot/ },
      { rule: 'codec/injected-context', severity: 'warning', message: /skill_listing/ },
    ]);
    expect(losses.count('dropped-record')).toBe(3);
    expect(losses.count('injected-context')).toBe(3);
  });
});

describe('a file', () => {
  it('of a sub-agent is its conversation', async () => {
    const side = { isSidechain: true, agentId: 'ag1', cwd: '/w' };
    const { meta, messages } = await decode([user('q1', null, 'q1', side), assistant('a1', 'q1', side)]);
    expect(meta).toMatchObject({ timestamp: '2026-09-01T08:00:00Z', cwd: '/w' });
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
  });

  it('with nothing but a summary keeps its title and says that there is no message', async () => {
    const { meta, messages, losses } = await decode([{ type: 'summary', summary: 'Work', leafUuid: 'x' }]);
    expect(meta.title).toBe('Work');
    expect(messages).toEqual([]);
    expect(losses.count('missing-history')).toBe(1);
  });

  it('without times says so', async () => {
    const { losses } = await decode([{ ...user('q1', null), timestamp: undefined }]);
    expect(losses.kinds()).toMatchObject([{ code: 'missing-time', count: 1 }]);
  });
});
