import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Block, Message } from '../../model/transcript.js';
import { decodeBytes, encodeTranscript, fixture, lines, textsOf } from '../../testing/run-codec.js';
import { claudeCodeCodec as codec } from './claude-code-codec.js';

const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);

let counter = 0;
/** A line of the conversation; without a parent it follows the one made before. */
function line(type: string, message: object, rest: object = {}): Record<string, unknown> {
  const parentUuid = counter === 0 ? null : `u${counter}`;
  counter++;
  return { type, uuid: `u${counter}`, parentUuid, timestamp: '2026-09-01T08:00:00.000Z', message, ...rest };
}
const user = (content: unknown, rest: object = {}) => line('user', { role: 'user', content }, rest);
const assistant = (content: unknown, message: object = {}, rest: object = {}) =>
  line('assistant', { role: 'assistant', content, ...message }, rest);
const session = (make: () => unknown[]): string => {
  counter = 0;
  return lines(...make());
};

describe('Claude Code, reading', () => {
  it('reads the example session', async () => {
    const { meta, messages, losses } = await decode(fixture('claude-code/session.jsonl'));
    expect(meta).toEqual({
      id: '7b0c9a52-3e1f-4c86-9a77-0d2f5b1e6a01',
      timestamp: '2026-09-01T08:00:00Z',
      cwd: '/home/ann/shop',
      git_branch: 'main',
      title: 'button typo',
      cli_version: '2.1.300',
      model: 'claude-sonnet-4-5',
    });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[0]?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look at the style sheet.' },
        { type: 'tool_use', id: 'toolu_01', tool: { name: 'Bash', command: 'grep -n button app.css' } },
      ],
      timestamp: '2026-09-01T08:00:04.120Z',
      model: 'claude-sonnet-4-5',
      stop_reason: 'tool_use',
      usage: { input_tokens: 12, output_tokens: 48, cache_read_input_tokens: 4000, cache_creation_input_tokens: 900 },
    });
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'toolu_01', content: '14:.button { heigth: 20px }' },
    ]);
    expect(messages[3]).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 20, output_tokens: 21 } });
    expect(losses.isLossless).toBe(true);
  });

  it('follows the later of two branches and says what it leaves out', async () => {
    const { messages, losses } = await decode(fixture('claude-code/branch.jsonl'));
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1-new', 'user: q2-new']);
    expect(losses.kinds()).toMatchObject([{ code: 'compaction-applied', count: 1, samples: [{ where: { line: 2 } }] }]);
  });

  it('leaves out the lines of sub-agents', async () => {
    const { messages, losses } = await decode(fixture('claude-code/sidechain.jsonl'));
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: a1']);
    expect(losses.count('skipped-entry')).toBe(2);
  });

  it('begins at the last compaction, and in the archive view goes on behind it', async () => {
    const source = fixture('claude-code/compaction.jsonl');
    const model = await decode(source);
    expect(textsOf(model.messages)).toEqual(['user: Summary: S', 'assistant: a2']);
    expect(model.losses.count('compaction-applied')).toBe(2);
    const archive = await decode(source, { view: 'archive' });
    expect(textsOf(archive.messages)).toEqual(['user: q1', 'assistant: a1', 'assistant: a2']);
  });

  it('joins the lines of one message and counts their usage once', async () => {
    const { messages } = await decode(fixture('claude-code/split.jsonl'));
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: p1 | p2']);
    expect(messages[1]?.usage).toEqual({ input_tokens: 5, output_tokens: 6 });
  });

  it('joins a message whose calls were answered before it was complete', async () => {
    const usage = { input_tokens: 1, output_tokens: 2 };
    const { messages } = await decode(
      session(() => [
        user('go'),
        assistant([{ type: 'tool_use', id: 'c1', name: 'X', input: {} }], { id: 'm', usage }),
        user([{ type: 'tool_result', tool_use_id: 'c1', content: 'r1' }]),
        assistant([{ type: 'tool_use', id: 'c2', name: 'X', input: {} }], { id: 'm', usage }),
        user([{ type: 'tool_result', tool_use_id: 'c2', content: 'r2' }]),
      ]),
    );
    expect(textsOf(messages)).toEqual([
      'user: go',
      'assistant: <tool_use> | <tool_use>',
      'user: <tool_result>',
      'user: <tool_result>',
    ]);
    expect(messages[1]?.usage).toEqual(usage);
  });

  it('finds the results of parallel calls that hang beside the chain', async () => {
    const call = (id: string) => [{ type: 'tool_use', id, name: 'X', input: {} }];
    const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: id }];
    const { messages, losses } = await decode(
      session(() => [
        user('go'),
        assistant(call('c1'), { id: 'm' }),
        user(result('c1')),
        assistant(call('c2'), { id: 'm' }, { parentUuid: 'u2' }),
        user(result('c2')),
        assistant('done', { id: 'n' }),
      ]),
    );
    expect(
      messages.flatMap(({ content }) =>
        content.map((block) => (block.type === 'tool_result' ? block.content : block.type)),
      ),
    ).toEqual(['text', 'tool_use', 'tool_use', 'c1', 'c2', 'text']);
    expect(losses.isLossless).toBe(true);
  });

  it('keeps the messages when the last line is torn', async () => {
    const whole = fixture('claude-code/split.jsonl');
    const { messages, losses } = await decode(whole.subarray(0, whole.length - 40));
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: p1']);
    expect(losses.kinds()).toMatchObject([{ code: 'bad-line', count: 1, samples: [{ where: { line: 3 } }] }]);
  });

  it('leaves an open call open', async () => {
    const { messages } = await decode(
      session(() => [user('go'), assistant([{ type: 'tool_use', id: 'c1', name: 'X', input: { a: 5 } }])]),
    );
    expect(messages[1]?.content).toEqual([
      { type: 'tool_use', id: 'c1', tool: { name: 'Raw', tool_name: 'X', input: FreeJson.parse('{"a":5}') } },
    ]);
  });

  it('reads slash commands and their output', async () => {
    const { messages, losses } = await decode(
      session(() => [
        user('<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true }),
        user(
          '<command-name>/cost</command-name>\n   <command-message>cost</command-message>\n <command-args>all</command-args>',
        ),
        user('<local-command-stdout>\u001b[2mtotal\u001b[0m 5</local-command-stdout>'),
        user('thanks'),
      ]),
    );
    expect(messages.map(({ content }) => content[0])).toEqual([
      { type: 'tool_use', id: 'u2', tool: { name: 'Command', command: '/cost', args: 'all' } },
      { type: 'tool_result', tool_use_id: 'u2', content: 'total 5' },
      { type: 'text', text: 'thanks' },
    ]);
    expect(
      losses
        .kinds()
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['cut-output', 'skipped-entry']);
  });

  it.each<[string, unknown, Block | null]>([
    [
      'thinking with a signature',
      { type: 'thinking', thinking: 'hm', signature: 'S' },
      { type: 'thinking', text: 'hm', signature: 'S' },
    ],
    ['redacted thinking', { type: 'redacted_thinking', data: 'D' }, { type: 'thinking', text: '', encrypted: 'D' }],
    [
      'a timeout of Bash',
      { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'ls', timeout: 500, description: 'd' } },
      { type: 'tool_use', id: 'c', tool: { name: 'Bash', command: 'ls', timeout_ms: 500, description: 'd' } },
    ],
    [
      'a timeout that is no integer',
      { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'ls', timeout: 0.5 } },
      {
        type: 'tool_use',
        id: 'c',
        tool: { name: 'Raw', tool_name: 'Bash', input: FreeJson.parse('{"command":"ls","timeout":0.5}') },
      },
    ],
    [
      'a result with blocks',
      { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x' }], is_error: true },
      {
        type: 'tool_result',
        tool_use_id: 'c',
        content: FreeJson.parse('[{"type":"text","text":"x"}]'),
        is_error: true,
      },
    ],
    [
      'a document',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, title: 'n' },
      {
        type: 'artifact',
        artifact: { id: 'document-0', name: 'n', source: { type: 'text', text: 'x', media_type: 'text/plain' } },
      },
    ],
    ['an unknown block', { type: 'server_tool_use', id: 'x' }, null],
  ])('reads %s', async (_name, block, expected) => {
    const { messages, losses } = await decode(session(() => [assistant([block])]));
    expect(messages[0]?.content).toEqual(expected === null ? [] : [expected]);
    expect(losses.count('dropped-block')).toBe(expected === null ? 1 : 0);
  });

  it('reads only the last line of a file without links', async () => {
    const { messages } = await decode(
      session(() => [user('a', { parentUuid: undefined }), assistant('b', {}, { parentUuid: undefined })]),
    );
    expect(textsOf(messages)).toEqual(['assistant: b']);
  });

  it('ends when lines refer to each other in a circle', async () => {
    const { messages, losses } = await decode(session(() => [user('a', { parentUuid: 'u2' }), assistant('b')]));
    expect(textsOf(messages)).toEqual(['user: a', 'assistant: b']);
    expect(losses.count('skipped-entry')).toBe(1);
  });

  it('reads a stream that cannot be read twice', async () => {
    const bytes = fixture('claude-code/session.jsonl');
    async function* drops() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const { messages } = await decodeBytes(codec, drops());
    expect(messages).toEqual((await decode(bytes)).messages);
  });
});

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
      'an input that is no object',
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
      { type: 'text', text: '[image: image/png]' },
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

describe('Claude Code, detection', () => {
  it('knows its own files from their first bytes', () => {
    for (const name of ['session', 'branch', 'sidechain', 'compaction', 'split']) {
      expect(codec.detect?.(fixture(`claude-code/${name}.jsonl`).subarray(0, 65_536))).toBe(true);
    }
    expect(codec.detect?.(fixture('claude-code/session.jsonl').subarray(0, 300))).toBe(true);
  });

  it('leaves the files of others alone', () => {
    for (const name of ['codex/session.jsonl', 'pi/session.jsonl']) expect(codec.detect?.(fixture(name))).toBe(false);
    expect(codec.detect?.(Buffer.from('{"type":"user"}\nplain text\n'))).toBe(false);
  });
});
