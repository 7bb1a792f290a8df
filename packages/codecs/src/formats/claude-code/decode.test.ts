import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Block } from '../../model/transcript.js';
import { decodeBytes, fixture, lines, textsOf } from '../../testing/run-codec.js';
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
    ).toEqual(['cut-output', 'injected-context']);
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
      'a timeout that is not an integer',
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
    expect(losses.count('broken-chain')).toBe(1);
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
