import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Block, Message } from '../../model/transcript.js';
import { decodeBytes, encodeTranscript, fixture } from '../../testing/run-codec.js';
import { claudeCodeCodec as codec } from './claude-code-codec.js';

const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);

describe('Claude Code, writing', () => {
  const meta = {
    id: '7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01',
    timestamp: '2026-09-01T08:00:00Z',
    cwd: '/home/ann/my.app',
    model: 'claude-x',
  };
  const message = (role: 'user' | 'assistant', ...content: Block[]): Message => ({
    role,
    content,
    timestamp: '2026-09-01T08:00:00Z',
    ...(role === 'assistant' ? { model: 'claude-x' } : {}),
  });
  const bash = (id: string): Block => ({ type: 'tool_use', id, tool: { name: 'Bash', command: id } });
  const result = (id: string, content: string | FreeJson = id): Block => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
  });

  it.each(['session', 'branch', 'sidechain', 'compaction', 'split'])(
    'writes what it read of %s.jsonl',
    async (name) => {
      const first = await decode(fixture(`claude-code/${name}.jsonl`));
      const written = await encodeTranscript(codec, first);
      const second = await decode(written.text);
      if (name === 'split')
        expect(written.losses.kinds()).toMatchObject([{ code: 'renamed-id' }, { code: 'dropped-model', count: 2 }]);
      else expect(second.messages).toEqual(first.messages);
      expect(second.meta).toMatchObject({ timestamp: first.meta.timestamp, cwd: first.meta.cwd });
    },
  );

  it('says where the file belongs and how it is resumed', async () => {
    const { installation } = await encodeTranscript(codec, { meta, messages: [] });
    expect(installation).toEqual({
      path: `-home-ann-my-app/${meta.id}.jsonl`,
      sessionId: meta.id,
      resume: ['claude', '--resume', meta.id],
    });
  });

  it('links the lines and gives the same bytes each time', async () => {
    const transcript = {
      meta,
      messages: [message('user', { type: 'text', text: 'q' }), message('assistant', { type: 'text', text: 'a' })],
    };
    const { text } = await encodeTranscript(codec, transcript);
    const [first, second] = text
      .trimEnd()
      .split('\n')
      .map((json) => JSON.parse(json));
    expect(first.parentUuid).toBeNull();
    expect(second.parentUuid).toBe(first.uuid);
    expect(Object.keys(first)).toEqual([
      'type',
      'uuid',
      'parentUuid',
      'isSidechain',
      'userType',
      'sessionId',
      'cwd',
      'timestamp',
      'message',
    ]);
    expect((await encodeTranscript(codec, transcript)).text).toBe(text);
  });

  it('puts each result behind its call and makes up those that are missing', async () => {
    const { text, losses } = await encodeTranscript(codec, {
      meta,
      messages: [
        message('user', { type: 'text', text: 'q' }),
        message('assistant', bash('a')),
        message('assistant', bash('b'), bash('c')),
        message('user', result('b')),
        message('user', { type: 'text', text: 'hurry' }, result('a')),
        message('user', result('nobody')),
        message('assistant', { type: 'text', text: 'done' }),
      ],
    });
    const { messages } = await decode(text);
    expect(
      messages.map(({ content }) =>
        content.map((block) =>
          block.type === 'tool_use'
            ? `call ${block.id}`
            : block.type === 'tool_result'
              ? `result ${block.tool_use_id}`
              : block.type,
        ),
      ),
    ).toEqual([['text'], ['call a'], ['result a'], ['call b', 'call c'], ['result c', 'result b'], ['text'], ['text']]);
    expect(
      losses
        .kinds()
        .map(({ code, count }) => `${code} ${count}`)
        .sort(),
    ).toEqual(['moved-text 1', 'open-call 1', 'orphan-result 1']);
  });

  it.each<[string, Block, unknown, string | null]>([
    [
      'an input that is not an object',
      { type: 'tool_use', id: 'c', tool: { name: 'Raw', tool_name: 'X', input: FreeJson.parse('"s"') } },
      { input: { input: 's' } },
      'changed-arguments',
    ],
    [
      'a tool name that no provider takes',
      { type: 'tool_use', id: 'c', tool: { name: 'Raw', tool_name: 'a.b c', input: FreeJson.parse('{}') } },
      { name: 'a_b_c' },
      'unmapped-tool',
    ],
    [
      'a call id that no provider takes',
      { type: 'tool_use', id: 'call:1', tool: { name: 'Raw', tool_name: 'X', input: FreeJson.parse('{}') } },
      { id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) },
      'renamed-id',
    ],
    [
      'a time limit',
      { type: 'tool_use', id: 'c', tool: { name: 'Bash', command: 'x', timeout_ms: 9 } },
      { input: { command: 'x', timeout: 9 } },
      null,
    ],
    [
      'signed thinking',
      { type: 'thinking', text: 't', signature: 's' },
      { type: 'thinking', thinking: 't', signature: 's' },
      null,
    ],
    ['unsigned thinking', { type: 'thinking', text: 't' }, undefined, 'dropped-thinking'],
    [
      'an image of the assistant',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      { type: 'text', text: expect.stringMatching(/^\[image: image\/png, \d+ bytes\]$/) },
      'dropped-image',
    ],
    ['an empty text', { type: 'text', text: ' ' }, undefined, 'dropped-block'],
  ])('writes %s', async (_name, block, expected, code) => {
    const { text, losses } = await encodeTranscript(codec, {
      meta,
      messages: [message('assistant', { type: 'text', text: 'x' }, block)],
    });
    const [first] = text.split('\n');
    const written = JSON.parse(first as string).message.content[1];
    if (expected === undefined) expect(written).toBeUndefined();
    else expect(written).toMatchObject(expected as object);
    expect(
      losses
        .kinds()
        .map((kind) => kind.code)
        .filter((found) => found !== 'open-call'),
    ).toEqual(code === null ? [] : [code]);
  });

  it.each<[string, string | FreeJson, unknown]>([
    ['a text', 'x', 'x'],
    ['null', FreeJson.NULL, 'null'],
    ['an object', FreeJson.parse('{"a":1}'), '{"a":1}'],
    [
      'blocks with an extra key',
      FreeJson.parse('[{"type":"text","text":"x","extra":1}]'),
      '[{"type":"text","text":"x","extra":1}]',
    ],
    ['blocks', FreeJson.parse('[{"type":"text","text":"x"}]'), [{ type: 'text', text: 'x' }]],
    ['an unknown block', FreeJson.parse('[{"type":"audio"}]'), '[{"type":"audio"}]'],
  ])('writes %s as output', async (_name, content, expected) => {
    const { text } = await encodeTranscript(codec, {
      meta,
      messages: [message('assistant', bash('a')), message('user', result('a', content))],
    });
    const second = text.split('\n')[1] as string;
    expect(JSON.parse(second).message.content[0]).toEqual({
      type: 'tool_result',
      tool_use_id: 'a',
      content: expected,
      is_error: false,
    });
  });

  it('writes slash commands as what the user typed', async () => {
    const id = '0b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a02';
    const transcript = {
      meta,
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id, tool: { name: 'Command', command: '/cost', args: 'all' } }],
          timestamp: meta.timestamp,
        } satisfies Message,
        message('user', result(id, 'total 5')),
        message('assistant', { type: 'text', text: 'x' }),
      ],
    };
    const { text, losses } = await encodeTranscript(codec, transcript);
    expect(losses.isLossless).toBe(true);
    expect((await decode(text)).messages).toEqual(transcript.messages);
    expect(text).toContain('<command-name>/cost</command-name>');
  });

  it('keeps the author of the reasoning in mind', async () => {
    const { losses } = await encodeTranscript(codec, {
      meta: { ...meta, model: 'gpt-5' },
      messages: [
        {
          ...message('assistant', { type: 'thinking', text: 't', signature: 's' }, { type: 'text', text: 'x' }),
          model: 'gpt-5',
        },
      ],
    });
    expect(losses.kinds().map(({ code }) => code)).toEqual(['dropped-model', 'dropped-thinking']);
    expect(losses.count('dropped-model')).toBe(2);
  });
});
