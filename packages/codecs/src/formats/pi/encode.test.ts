import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Tool } from '../../model/tool.js';
import type { Block, Message } from '../../model/transcript.js';
import { decodeBytes, encodeTranscript, fixture } from '../../testing/run-codec.js';
import { piCodec as codec } from './pi-codec.js';

const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);

const raw = (tool_name: string, input: unknown): Tool => ({
  name: 'Raw',
  tool_name,
  input: FreeJson.parse(JSON.stringify(input)),
});

describe('Pi, writing', () => {
  const meta = { id: 's1', timestamp: '2026-09-01T08:00:00Z', cwd: '/home/ann/shop', model: 'claude-x' };
  const message = (role: 'user' | 'assistant', ...content: Block[]): Message => ({
    role,
    content,
    timestamp: meta.timestamp,
  });
  const use = (id: string, tool: Tool): Block => ({ type: 'tool_use', id, tool });
  const result = (id: string, content: string | FreeJson): Block => ({ type: 'tool_result', tool_use_id: id, content });
  const parse = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((json) => JSON.parse(json));
  const messagesOf = (text: string) =>
    parse(text)
      .filter(({ type }) => type === 'message')
      .map((parsed) => parsed.message);

  it.each(['session', 'branch', 'compaction'])('writes what it read of %s.jsonl', async (name) => {
    const first = await decode(fixture(`pi/${name}.jsonl`));
    const written = await encodeTranscript(codec, first);
    expect(written.losses.isLossless).toBe(true);
    const second = await decode(written.text);
    expect(second.meta).toEqual(first.meta);
    expect(second.messages).toEqual(first.messages);
  });

  it('links the entries, the title behind the last one', async () => {
    const { text } = await encodeTranscript(codec, {
      meta: { ...meta, title: 'T' },
      messages: [message('user', { type: 'text', text: 'q' })],
    });
    const entries = parse(text);
    expect(entries.map(({ type }) => type)).toEqual(['session', 'model_change', 'message', 'session_info']);
    expect(entries.slice(1).map(({ parentId }) => parentId)).toEqual([null, entries[1].id, entries[2].id]);
    expect(entries.slice(1).every(({ id }) => /^[\da-f]{8}$/.test(id))).toBe(true);
  });

  it.each([
    ['aborted', { type: 'text', text: 'I was about to sa' }, 1],
    ['error', { type: 'text', text: 'Half an answer' }, 1],
    ['aborted', { type: 'thinking', text: 'Half a thought', signature: 's' }, 1],
    // With a call Pi goes on from it.
    ['aborted', use('c', { name: 'Bash', command: 'ls' }), 0],
    ['end_turn', { type: 'text', text: 'An answer' }, 0],
  ] as const)(
    'says that Pi tells its model nothing of what was broken off: %s, %o',
    async (stop_reason, block, count) => {
      const answer = { ...message('assistant', block), stop_reason };
      const { losses } = await encodeTranscript(codec, { meta, messages: [message('user'), answer] });
      expect(losses.count('untold')).toBe(count);
    },
  );

  it('says where the file belongs and how it is resumed', async () => {
    const { installation } = await encodeTranscript(codec, { meta, messages: [] });
    expect(installation).toEqual({
      path: '--home-ann-shop--/2026-09-01T08-00-00-000Z_s1.jsonl',
      sessionId: 's1',
      resume: ['pi', '--session', 's1'],
    });
  });

  it.each([
    ['claude-x', 'anthropic', 'anthropic-messages'],
    ['gpt-5', 'openai', 'openai-responses'],
    ['o3', 'openai', 'openai-responses'],
    ['gemini-3', 'google', 'google-generative-ai'],
    ['llama', 'mine', 'openai-completions'],
  ])('names the service of %s', async (model, provider, api) => {
    const { text } = await encodeTranscript(
      codec,
      { meta: { ...meta, model }, messages: [message('assistant', { type: 'text', text: 'a' })] },
      { defaults: { provider: 'mine' } },
    );
    expect(messagesOf(text)[0]).toMatchObject({ provider, api, model, stopReason: 'stop', usage: { totalTokens: 0 } });
  });

  it('puts results before what the user says', async () => {
    const { text, losses } = await encodeTranscript(codec, {
      meta,
      messages: [
        message('assistant', use('c', { name: 'Bash', command: 'x', timeout_ms: 1500 })),
        message('user', { type: 'text', text: 'and' }, result('c', 'r')),
      ],
    });
    expect(messagesOf(text).map(({ role, toolName, stopReason }) => [role, toolName, stopReason])).toEqual([
      ['assistant', undefined, 'toolUse'],
      ['toolResult', 'bash', undefined],
      ['user', undefined, undefined],
    ]);
    expect(messagesOf(text)[0].content[0].arguments).toEqual({ command: 'x', timeout: 1.5 });
    expect(losses.count('moved-text')).toBe(2);
  });

  it.each<[string, Block, object | null, string | null]>([
    [
      'Read',
      use('c', { name: 'Read', file_path: '/a', limit: 3 }),
      { name: 'read', arguments: { path: '/a', limit: 3 } },
      null,
    ],
    [
      'Edit of all places',
      use('c', { name: 'Edit', file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true }),
      { name: 'edit', arguments: { path: '/a', edits: [{ oldText: 'x', newText: 'y' }] } },
      'dropped-replace-all',
    ],
    [
      'Bash in a directory',
      use('c', { name: 'Bash', command: 'x', workdir: '/w' }),
      { name: 'bash', arguments: { command: 'x' } },
      'dropped-bash-option',
    ],
    ['Grep', use('c', raw('Grep', { pattern: 'x' })), { name: 'grep', arguments: { pattern: 'x' } }, null],
    [
      'an input that is not an object',
      use('c', raw('x', 'text')),
      { name: 'x', arguments: { input: 'text' } },
      'changed-arguments',
    ],
    [
      'signed reasoning',
      { type: 'thinking', text: 't', signature: 's' },
      { type: 'thinking', thinking: 't', thinkingSignature: 's' },
      null,
    ],
    [
      'encrypted reasoning',
      { type: 'thinking', text: '', encrypted: 'e' },
      { type: 'thinking', thinking: '', thinkingSignature: 'e', redacted: true },
      null,
    ],
    [
      'an image of the assistant',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      { type: 'text', text: expect.stringMatching(/^\[image: image\/png, \d+ bytes\]$/) },
      'dropped-image',
    ],
  ])('writes %s', async (_name, block, expected, code) => {
    const { text, losses } = await encodeTranscript(codec, {
      meta,
      messages: [
        message('assistant', block),
        message('user', ...(block.type === 'tool_use' ? [result('c', 'r')] : [{ type: 'text', text: 'q' } as const])),
      ],
    });
    expect(messagesOf(text)[0].content[0]).toMatchObject(expected ?? {});
    expect(losses.kinds().map((kind) => kind.code)).toEqual(code === null ? [] : [code]);
  });

  it('says what a session of Pi has no place for', async () => {
    const { losses } = await encodeTranscript(codec, {
      meta: { ...meta, git_branch: 'main', cli_version: '1', lineage: { parent: 'p', relation: 'fork' } },
      messages: [{ ...message('assistant', { type: 'text', text: 'a' }), stop_reason: 'stop_sequence' }],
    });
    expect(losses.kinds().map(({ code }) => code)).toEqual([
      'dropped-git-branch',
      'dropped-cli-version',
      'dropped-lineage',
      'dropped-stop-reason',
    ]);
  });
});
