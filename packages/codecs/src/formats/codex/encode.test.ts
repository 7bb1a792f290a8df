import type { JsonValue } from '@fxlog/json';
import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Tool } from '../../model/tool.js';
import type { Block, Message } from '../../model/transcript.js';
import { decodeBytes, encodeTranscript, fixture, textsOf } from '../../testing/run-codec.js';
import { codexCodec as codec } from './codex-codec.js';

const timestamp = '2026-09-01T08:00:00.000Z';
const META = {
  id: '01990000-0000-7000-8000-00000000e001',
  timestamp,
  cwd: '/w',
  originator: 'x',
  cli_version: '1.0.0',
};
const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);

const asJson = (block: Block): JsonValue => JSON.parse(JSON.stringify(block));

describe('Codex, writing', () => {
  const meta = { id: META.id, timestamp: '2026-09-01T08:00:00Z', cwd: '/w', model: 'gpt-5' };
  const message = (role: 'user' | 'assistant', ...content: Block[]): Message => ({
    role,
    content,
    timestamp: meta.timestamp,
  });
  const text = (value: string): Block => ({ type: 'text', text: value });
  const use = (id: string, tool: Tool): Block => ({ type: 'tool_use', id, tool });
  const result = (id: string, content: string | FreeJson, isError = false): Block => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...(isError ? { is_error: true } : {}),
  });
  const payloads = (encoded: string, type: string) =>
    encoded
      .trimEnd()
      .split('\n')
      .map((json) => JSON.parse(json))
      .filter((parsed) => parsed.type === type)
      .map(({ payload }) => payload);

  it.each(['session', 'array-output'])('writes what it read of %s.jsonl', async (name) => {
    const first = await decode(fixture(`codex/${name}.jsonl`));
    const written = await encodeTranscript(codec, first);
    expect(written.losses.isLossless).toBe(true);
    const second = await decode(written.text);
    expect(second.meta).toEqual(first.meta);
    expect(second.messages).toEqual(first.messages);
    expect(payloads(written.text, 'response_item')).toEqual(
      payloads(fixture(`codex/${name}.jsonl`).toString(), 'response_item'),
    );
  });

  it.each([
    ['a text', 'x'.repeat(12_000), 0],
    ['a text that is too long', 'x'.repeat(12_001), 1],
    ['bytes, not characters', 'ü'.repeat(6001), 1],
    ['texts that are too long together', FreeJson.of([text('x'.repeat(7000)), text('y'.repeat(7000))].map(asJson)), 1],
  ])('says where Codex tells its model only a part of an output: %s', async (_what, output, count) => {
    const call = use('c', { name: 'Bash', command: 'seq 1 60000' });
    const messages = [message('user', text('q')), message('assistant', call), message('user', result('c', output))];
    const { losses, text: encoded } = await encodeTranscript(codec, { meta, messages });
    expect(losses.count('untold')).toBe(count);
    expect(encoded).toContain(typeof output === 'string' ? output : 'y'.repeat(7000));
  });

  it('says where the file belongs and how it is resumed', async () => {
    const { installation, text: encoded } = await encodeTranscript(codec, { meta, messages: [] });
    expect(installation).toEqual({
      path: `2026/09/01/rollout-2026-09-01T08-00-00-${META.id}.jsonl`,
      sessionId: META.id,
      resume: ['codex', 'resume', META.id],
    });
    expect(Object.keys(payloads(encoded, 'session_meta')[0])).toEqual([
      'id',
      'timestamp',
      'cwd',
      'originator',
      'cli_version',
      'source',
    ]);
  });

  it('gives a session without a usable id a UUID of version 7 that follows from it', async () => {
    const written = await encodeTranscript(codec, { meta: { ...meta, id: 'a b' }, messages: [] });
    expect(written.installation?.sessionId).toMatch(/^01a05bfb-7000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(written.losses.count('renamed-id')).toBe(1);
  });

  it.each<[string, Tool, object, string | null]>([
    [
      'Bash',
      { name: 'Bash', command: 'ls', workdir: '/w' },
      { name: 'exec_command', arguments: '{"cmd":"ls","workdir":"/w"}' },
      null,
    ],
    [
      'Bash with a time limit',
      { name: 'Bash', command: 'ls', timeout_ms: 5 },
      { name: 'shell_command', arguments: '{"command":"ls","timeout_ms":5}' },
      null,
    ],
    [
      'Bash with a description',
      { name: 'Bash', command: 'ls', description: 'd' },
      { name: 'exec_command', arguments: '{"cmd":"ls"}' },
      'dropped-bash-option',
    ],
    [
      'Write',
      { name: 'Write', file_path: 'a', content: 'x\ny\n' },
      {
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Add File: a\n+x\n+y\n*** End Patch\n',
      },
      null,
    ],
    [
      'Write without a last line end',
      { name: 'Write', file_path: 'a', content: 'x' },
      { input: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n' },
      'changed-arguments',
    ],
    [
      'Edit',
      { name: 'Edit', file_path: 'a', old_string: 'k\nx\nl', new_string: 'k\ny\nz\nl' },
      { input: '*** Begin Patch\n*** Update File: a\n@@\n k\n-x\n+y\n+z\n l\n*** End Patch\n' },
      null,
    ],
    [
      'Edit of all places',
      { name: 'Edit', file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
      { name: 'apply_patch' },
      'dropped-replace-all',
    ],
    [
      'MultiEdit',
      {
        name: 'MultiEdit',
        file_path: 'a',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: 'p', new_string: '' },
        ],
      },
      { input: '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-p\n+\n*** End Patch\n' },
      'changed-arguments',
    ],
    ['Read', { name: 'Read', file_path: 'a' }, { name: 'Read', arguments: '{"file_path":"a"}' }, 'unmapped-tool'],
    [
      'a script',
      { name: 'Raw', tool_name: 'exec', input: FreeJson.parse('{"input":"s"}') },
      { type: 'custom_tool_call', input: 's' },
      null,
    ],
    [
      'a Bash of its own kind',
      { name: 'Raw', tool_name: 'Bash', input: FreeJson.parse('{"command":"ls","x":1}') },
      { name: 'exec_command', arguments: '{"cmd":"ls","x":1}' },
      'changed-arguments',
    ],
    [
      'an input that is not an object',
      { name: 'Raw', tool_name: 'X', input: FreeJson.parse('[5.0]') },
      { arguments: '{"input":[5.0]}' },
      'changed-arguments',
    ],
  ])('writes %s', async (_name, tool, expected, code) => {
    const { text: encoded, losses } = await encodeTranscript(codec, {
      meta,
      messages: [message('assistant', use('c', tool)), message('user', result('c', 'r'))],
    });
    expect(payloads(encoded, 'response_item')[0]).toMatchObject({ call_id: 'c', ...expected });
    expect(losses.kinds().map((kind) => kind.code)).toEqual(code === null ? [] : [code]);
  });

  it.each<[string, Tool, string | FreeJson, boolean, unknown, string | null]>([
    ['a text', { name: 'Bash', command: 'x' }, 'r', false, 'r', null],
    ['a failure', { name: 'Bash', command: 'x' }, 'r', true, 'r', 'dropped-extra'],
    ['a failure that the text tells', { name: 'Bash', command: 'x' }, 'Exit code: 1\nr', true, 'Exit code: 1\nr', null],
    ['a failed patch', { name: 'Write', file_path: 'a', content: '' }, 'r', true, 'r', 'dropped-extra'],
    [
      'a text that looks like a wrapped one',
      { name: 'Bash', command: 'x' },
      '{"output":"r","metadata":{"exit_code":0}}',
      false,
      '{"output":"r","metadata":{"exit_code":0}}',
      'flattened-output',
    ],
    ['an object', { name: 'Bash', command: 'x' }, FreeJson.parse('{"a":5.0}'), false, '{"a":5.0}', 'flattened-output'],
    [
      'a list of texts',
      { name: 'Bash', command: 'x' },
      FreeJson.parse('[{"type":"text","text":"a"},{"type":"text","text":"b"}]'),
      false,
      'a\nb',
      'flattened-output',
    ],
  ])('writes %s as output', async (_name, tool, content, isError, expected, code) => {
    const { text: encoded, losses } = await encodeTranscript(codec, {
      meta,
      messages: [message('assistant', use('c', tool)), message('user', result('c', content, isError))],
    });
    expect(payloads(encoded, 'response_item')[1].output).toEqual(expected);
    expect(losses.kinds().map((kind) => kind.code)).toEqual(code === null ? [] : [code]);
    if (code !== null) return;
    const [read] = (await decode(encoded)).messages[1]?.content ?? [];
    expect(read).toEqual(result('c', content, isError));
  });

  it('keeps neighbouring messages of the assistant apart', async () => {
    const transcript = {
      meta,
      messages: [message('user', text('q')), message('assistant', text('a')), message('assistant', text('b'))],
    };
    const { text: encoded, losses } = await encodeTranscript(codec, transcript);
    expect(losses.isLossless).toBe(true);
    expect(textsOf((await decode(encoded)).messages)).toEqual(['user: q', 'assistant: a', 'assistant: b']);
  });

  it('writes running totals beside the tokens of each message', async () => {
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 1 };
    const messages = [
      message('user', text('q')),
      { ...message('assistant', text('a')), usage },
      message('user', text('q')),
      { ...message('assistant', text('b')), usage },
    ];
    const { text: encoded } = await encodeTranscript(codec, { meta, messages });
    const counts = payloads(encoded, 'event_msg').filter(({ type }) => type === 'token_count');
    expect(counts[1].info).toEqual({
      total_token_usage: {
        input_tokens: 34,
        cached_input_tokens: 14,
        cache_write_input_tokens: 2,
        output_tokens: 10,
        reasoning_output_tokens: 0,
        total_tokens: 44,
      },
      last_token_usage: {
        input_tokens: 17,
        cached_input_tokens: 7,
        cache_write_input_tokens: 1,
        output_tokens: 5,
        reasoning_output_tokens: 0,
        total_tokens: 22,
      },
    });
    expect((await decode(encoded)).messages.map((read) => read.usage)).toEqual([undefined, usage, undefined, usage]);
  });

  it('writes encrypted reasoning only for the provider that made it', async () => {
    const thinking: Block = { type: 'thinking', text: 't', encrypted: 'E' };
    const own = await encodeTranscript(codec, { meta, messages: [message('assistant', thinking)] });
    expect(payloads(own.text, 'response_item')[0]).toMatchObject({ encrypted_content: 'E' });
    const foreign = await encodeTranscript(codec, {
      meta: { ...meta, model: 'claude-x' },
      messages: [message('assistant', thinking)],
    });
    expect(payloads(foreign.text, 'response_item')[0]).toMatchObject({ encrypted_content: null });
    expect(foreign.losses.count('dropped-thinking')).toBe(0);
    expect(foreign.losses.count('dropped-extra')).toBe(1);
  });
});
