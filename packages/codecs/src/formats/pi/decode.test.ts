import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Tool } from '../../model/tool.js';
import { decodeBytes, fixture, lines, textsOf } from '../../testing/run-codec.js';
import { piCodec as codec } from './pi-codec.js';

const timestamp = '2026-09-01T08:00:00.000Z';
const HEADER = { type: 'session', version: 3, id: 's1', timestamp, cwd: '/w' };
const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);

let counter = 0;
/** An entry; without a parent it follows the one made before. */
function entry(type: string, members: object): Record<string, unknown> {
  const parentId = counter === 0 ? null : `e${counter}`;
  return { type, id: `e${++counter}`, parentId, timestamp, ...members };
}
const user = (content: unknown, rest: object = {}) => entry('message', { message: { role: 'user', content }, ...rest });
const assistant = (content: unknown[], message: object = {}) =>
  entry('message', { message: { role: 'assistant', content, stopReason: 'stop', ...message } });
const toolResult = (toolCallId: string, content: unknown, rest: object = {}) =>
  entry('message', { message: { role: 'toolResult', toolCallId, toolName: 'x', content, isError: false, ...rest } });
const toolCall = (id: string, name: string, args: unknown) => ({ type: 'toolCall', id, name, arguments: args });
const session = (make: () => unknown[], header: object = HEADER): string => {
  counter = 0;
  return lines(header, ...make());
};
const raw = (tool_name: string, input: unknown): Tool => ({
  name: 'Raw',
  tool_name,
  input: FreeJson.parse(JSON.stringify(input)),
});

describe('Pi, reading', () => {
  it.each([
    ['aborted', [{ type: 'text', text: 'I was about to sa' }], 1],
    ['error', [{ type: 'thinking', thinking: 'Half a thought' }], 1],
    ['aborted', [], 0],
    ['stop', [{ type: 'text', text: 'An answer' }], 0],
  ])(
    'keeps what was broken off, and says that Pi told its model nothing of it: %s',
    async (stopReason, content, count) => {
      const source = session(() => [user('q'), assistant(content, { stopReason }), user('go on')]);
      const { messages, losses } = await decode(source);
      expect(messages[1]?.content).toHaveLength(content.length);
      expect(losses.count('untold')).toBe(count);
      const archive = await decode(source, { view: 'archive' });
      expect(archive.losses.count('untold')).toBe(0);
    },
  );

  it('knows the keys that Pi writes of costs', async () => {
    const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3, totalFromProvider: 3 };
    const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost };
    const { losses } = await decode(session(() => [user('q'), assistant([{ type: 'text', text: 'a' }], { usage })]));
    expect(losses.count('unknown-key')).toBe(0);
    const odd = { ...usage, cost: { ...cost, rebate: 1 } };
    const { losses: found } = await decode(session(() => [assistant([{ type: 'text', text: 'a' }], { usage: odd })]));
    expect(found.count('unknown-key')).toBe(1);
  });

  it('reads the example session', async () => {
    const { meta, messages, losses } = await decode(fixture('pi/session.jsonl'));
    expect(meta).toEqual({
      id: '01990000-0000-7000-8000-00000000f001',
      timestamp: '2026-09-01T08:00:00Z',
      cwd: '/home/ann/shop',
      title: 'button typo',
      model: 'claude-sonnet-4-5',
    });
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Why does this button look wrong?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: expect.any(String) } },
        ],
        timestamp: '2026-09-01T08:00:00Z',
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'Look for the rule first.', signature: 'c2lnbmF0dXJl' },
          { type: 'tool_use', id: 'toolu_01', tool: { name: 'Bash', command: 'grep -n button app.css' } },
        ],
        timestamp: '2026-09-01T08:00:04.480Z',
        model: 'claude-sonnet-4-5',
        stop_reason: 'tool_use',
        usage: { input_tokens: 12, output_tokens: 48, cache_read_input_tokens: 4000, cache_creation_input_tokens: 900 },
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: '14:.button { heigth: 20px }' }],
        timestamp: '2026-09-01T08:00:05Z',
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Line 14 has a typo: `heigth`.' }],
        timestamp: '2026-09-01T08:00:07Z',
        model: 'claude-sonnet-4-5',
        stop_reason: 'end_turn',
        usage: { input_tokens: 20, output_tokens: 21, cache_read_input_tokens: 4900, cache_creation_input_tokens: 60 },
      },
    ]);
    expect(losses.kinds().map(({ code }) => code)).toEqual(['dropped-record']);
  });

  it('follows the branch of the last entry, and in the archive gives all', async () => {
    const source = fixture('pi/branch.jsonl');
    const { messages, losses } = await decode(source);
    expect(textsOf(messages)).toEqual(['user: q1', 'assistant: new', 'user: q2']);
    expect(losses.kinds()).toMatchObject([{ code: 'compaction-applied', count: 1, samples: [{ where: { line: 3 } }] }]);
    expect((await decode(source, { view: 'archive' })).messages).toHaveLength(4);
  });

  it('gives the summary of the last compaction and what it kept', async () => {
    const source = fixture('pi/compaction.jsonl');
    const { messages, losses } = await decode(source);
    expect(textsOf(messages)).toEqual([
      'user: The conversation history before this point was compacted into the following summary:\n\n<summary>\nSUM\n</summary>',
      'user: q2',
      'assistant: a2',
      'user: q3',
    ]);
    expect(losses.count('compaction-applied')).toBe(2);
    const archive = await decode(source, { view: 'archive' });
    expect(textsOf(archive.messages)).toEqual(['user: q1', 'assistant: a1', 'user: q2', 'assistant: a2', 'user: q3']);
  });

  it('refuses a file whose first line is not a header unless it is to be lenient', async () => {
    const source = session(() => [HEADER], user('q') as object);
    await expect(decode(source)).rejects.toMatchObject({ rule: 'codec/invalid-document', line: 1 });
    expect((await decode(source, { mode: 'lenient' })).meta.id).toBe('s1');
  });

  it('takes a broken line for none, also before the header', async () => {
    const { messages, losses } = await decode(`{broken\n${session(() => [user('q')])}`);
    expect(textsOf(messages)).toEqual(['user: q']);
    expect(losses.kinds()).toMatchObject([{ code: 'bad-line', count: 1 }]);
  });

  it('begins behind a parent that is not there', async () => {
    const { messages, losses } = await decode(
      session(() => [user('lost'), user('q', { parentId: 'gone' }), user('r')]),
    );
    expect(textsOf(messages)).toEqual(['user: q', 'user: r']);
    expect(losses.count('broken-chain')).toBe(2);
  });

  it('ends when entries refer to each other in a circle', async () => {
    const { messages } = await decode(session(() => [user('a', { parentId: 'e2' }), user('b')]));
    expect(textsOf(messages)).toEqual(['user: a', 'user: b']);
  });

  it('lets a bookkeeping entry with an older parent cut the conversation off, as Pi does', async () => {
    const { messages } = await decode(
      session(() => [user('q'), user('r'), entry('label', { targetId: 'e1', label: 'x', parentId: 'e1' })]),
    );
    expect(textsOf(messages)).toEqual(['user: q']);
  });

  it.each([
    ['a cut record in front of it', (whole: string) => `{"type":"message","id":"x","message":{"role":"us${whole}`],
    ['zeros in front of it', (whole: string) => `${'\0'.repeat(64)}${whole}`],
    ['another record behind it', (whole: string) => `${whole}{"type":"label","id":"l","parentId":"z","timestamp":"t"`],
  ])('reads a whole record on a line that is broken by %s', async (_what, broken) => {
    const { messages, losses } = await decode(session(() => [user('q'), broken(JSON.stringify(user('r'))), user('s')]));
    expect(textsOf(messages)).toEqual(['user: q', 'user: r', 'user: s']);
    expect(losses.count('bad-line')).toBe(1);
  });

  it('reads what the user ran by hand', async () => {
    const run = (rest: object) =>
      entry('message', {
        message: {
          role: 'bashExecution',
          command: 'ls',
          output: 'o',
          exitCode: 0,
          cancelled: false,
          truncated: false,
          ...rest,
        },
      });
    const { messages, losses } = await decode(
      session(() => [
        run({}),
        run({ exitCode: 2 }),
        run({ output: '', cancelled: true }),
        run({ excludeFromContext: true }),
      ]),
    );
    expect(textsOf(messages)).toEqual([
      'user: Ran `ls`\n```\no\n```',
      'user: Ran `ls`\n```\no\n```\n\nCommand exited with code 2',
      'user: Ran `ls`\n(no output)\n\n(command cancelled)',
    ]);
    expect(losses.count('skipped-entry')).toBe(1);
  });

  it('takes the last title and the last model', async () => {
    const { meta } = await decode(
      session(() => [
        entry('session_info', { name: 'one' }),
        entry('model_change', { provider: 'anthropic', modelId: 'claude-a' }),
        user('q'),
        entry('model_change', { provider: 'anthropic', modelId: 'claude-b' }),
        entry('session_info', { name: 'two' }),
      ]),
    );
    expect(meta).toMatchObject({ title: 'two', model: 'claude-b' });
  });

  it('reads a flat file of version 1', async () => {
    const flat = (content: string) => ({ type: 'message', timestamp, message: { role: 'user', content } });
    const source = lines(
      { ...HEADER, version: 1 },
      flat('q1'),
      flat('q2'),
      { type: 'compaction', timestamp, summary: 'S', firstKeptEntryIndex: 2 },
      flat('q3'),
    );
    expect(textsOf((await decode(source)).messages)).toEqual([
      expect.stringContaining('\n<summary>\nS\n</summary>'),
      'user: q2',
      'user: q3',
    ]);
  });

  it('applies edits of the context', async () => {
    const edit = (targetId: string, replacement: unknown) => entry('context_edit', { targetId, replacement });
    const source = session(() => [
      user('q1'),
      user('q2'),
      user('q3'),
      edit('e1', { content: 'new' }),
      edit('e2', null),
    ]);
    expect(textsOf((await decode(source)).messages)).toEqual(['user: new', 'user: q3']);
    expect(textsOf((await decode(source, { view: 'archive' })).messages)).toEqual(['user: q1', 'user: q2', 'user: q3']);
  });

  it('joins results that follow each other, and keeps images in their place', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const { messages } = await decode(
      session(() => [
        assistant([toolCall('a', 'x', {}), toolCall('b', 'x', {}), toolCall('c', 'x', {})]),
        toolResult('a', [
          { type: 'text', text: '1' },
          { type: 'text', text: '2' },
        ]),
        toolResult('b', [{ type: 'text', text: 'see' }, image], { isError: true }),
        toolResult('c', []),
      ]),
    );
    expect(messages[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '1\n2' },
      {
        type: 'tool_result',
        tool_use_id: 'b',
        content: FreeJson.parse(
          '[{"type":"text","text":"see"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]',
        ),
        is_error: true,
      },
      { type: 'tool_result', tool_use_id: 'c', content: '' },
    ]);
  });

  it('reads messages of extensions and summaries of branches', async () => {
    const { messages } = await decode(
      session(() => [
        entry('custom_message', { customType: 'x', content: 'note', display: true }),
        entry('branch_summary', { fromId: 'e1', summary: 'S' }),
        entry('custom', { customType: 'x', data: 1 }),
      ]),
    );
    expect(textsOf(messages)).toEqual(['user: note', expect.stringContaining('\n<summary>\nS</summary>')]);
  });

  it.each<[string, unknown, Tool]>([
    ['read', { path: '/a', offset: 2 }, { name: 'Read', file_path: '/a', offset: 2 }],
    ['write', { path: '/a', content: 'x' }, { name: 'Write', file_path: '/a', content: 'x' }],
    [
      'edit',
      { path: '/a', edits: [{ oldText: 'x', newText: 'y' }] },
      { name: 'Edit', file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    [
      'edit',
      { path: '/a', oldText: 'x', newText: 'y' },
      { name: 'Edit', file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    [
      'edit',
      {
        path: '/a',
        edits: [
          { oldText: 'x', newText: 'y' },
          { oldText: 'p', newText: 'q' },
        ],
      },
      {
        name: 'MultiEdit',
        file_path: '/a',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: 'p', new_string: 'q' },
        ],
      },
    ],
    ['edit', { path: '/a', edits: [{ oldText: 'x' }] }, raw('edit', { path: '/a', edits: [{ oldText: 'x' }] })],
    ['bash', { command: 'ls', timeout: 2 }, { name: 'Bash', command: 'ls', timeout_ms: 2000 }],
    ['bash', { command: 'ls', timeout: 1.5 }, { name: 'Bash', command: 'ls', timeout_ms: 1500 }],
    ['bash', { command: 'ls', timeout: 0.0001 }, raw('bash', { command: 'ls', timeout: 0.0001 })],
    ['grep', { pattern: 'x' }, raw('Grep', { pattern: 'x' })],
    ['find', {}, raw('Glob', {})],
    ['ls', {}, raw('LS', {})],
    ['my_Tool', { a: 1 }, raw('my_Tool', { a: 1 })],
  ])('reads a call of %s with %j', async (name, args, tool) => {
    const { messages } = await decode(session(() => [assistant([toolCall('c', name, args)])]));
    expect(messages[0]?.content).toEqual([{ type: 'tool_use', id: 'c', tool }]);
  });

  it('reads redacted reasoning as encrypted', async () => {
    const { messages } = await decode(
      session(() => [assistant([{ type: 'thinking', thinking: '', thinkingSignature: 'D', redacted: true }])]),
    );
    expect(messages[0]?.content).toEqual([{ type: 'thinking', text: '', encrypted: 'D' }]);
  });

  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['toolUse', 'tool_use'],
    ['error', 'error'],
    ['aborted', 'aborted'],
    ['deferred', { other: 'deferred' }],
  ])('reads the stop reason %s', async (stopReason, expected) => {
    const { messages } = await decode(session(() => [assistant([{ type: 'text', text: 'a' }], { stopReason })]));
    expect(messages[0]?.stop_reason).toEqual(expected);
  });
});
