import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import type { Tool } from '../../model/tool.js';
import type { Message } from '../../model/transcript.js';
import { decodeBytes, fixture, lines, textsOf } from '../../testing/run-codec.js';
import { codexCodec as codec } from './codex-codec.js';

const timestamp = '2026-09-01T08:00:00.000Z';
const META = {
  id: '01990000-0000-7000-8000-00000000e001',
  timestamp,
  cwd: '/w',
  originator: 'x',
  cli_version: '1.0.0',
};
const row = (type: string, payload: object) => ({ timestamp, type, payload });
const item = (payload: object) => row('response_item', payload);
const event = (payload: object) => row('event_msg', payload);
const said = (role: 'user' | 'assistant', text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });
const call = (call_id: string, name: string, args: unknown) =>
  item({ type: 'function_call', name, arguments: typeof args === 'string' ? args : JSON.stringify(args), call_id });
const output = (call_id: string, text: unknown) => item({ type: 'function_call_output', call_id, output: text });
const tokens = (last: object, total: object = last) =>
  event({ type: 'token_count', info: { total_token_usage: total, last_token_usage: last } });
const rollout = (...rows: unknown[]) => lines(row('session_meta', META), ...rows);
const decode = (source: string | Uint8Array, options: Parameters<typeof decodeBytes>[2] = {}) =>
  decodeBytes(codec, source, options);
const blocksOf = (messages: readonly Message[]) =>
  messages.map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => ('id' in block ? block.id : 'tool_use_id' in block ? `=${block.tool_use_id}` : block.type)).join(' ')}`,
  );

describe('Codex, reading', () => {
  it('reads the example rollout', async () => {
    const { meta, messages, losses } = await decode(fixture('codex/session.jsonl'));
    expect(meta).toEqual({
      id: '01990000-0000-7000-8000-00000000e001',
      timestamp: '2026-09-01T08:00:00Z',
      cwd: '/home/ann/shop',
      git_branch: 'main',
      cli_version: '0.0.0',
      model: 'gpt-5',
    });
    expect(messages.map(({ role, content, stop_reason }) => [role, content, stop_reason])).toEqual([
      [
        'user',
        [
          { type: 'text', text: 'Why does this button look wrong?' },
          { type: 'image', source: expect.objectContaining({ type: 'base64', media_type: 'image/png' }) },
        ],
        undefined,
      ],
      [
        'assistant',
        [
          { type: 'thinking', text: 'Look for the rule first.' },
          {
            type: 'tool_use',
            id: 'call_1',
            tool: { name: 'Bash', command: 'grep -n button app.css', workdir: '/home/ann/shop' },
          },
        ],
        'tool_use',
      ],
      ['user', [{ type: 'tool_result', tool_use_id: 'call_1', content: '14:.button { heigth: 20px }' }], undefined],
      [
        'assistant',
        [
          {
            type: 'tool_use',
            id: 'call_2',
            tool: {
              name: 'Edit',
              file_path: 'app.css',
              old_string: '.button { heigth: 20px }',
              new_string: '.button { height: 20px }',
            },
          },
        ],
        'tool_use',
      ],
      [
        'user',
        [{ type: 'tool_result', tool_use_id: 'call_2', content: 'Success. Updated the following files:\nM app.css\n' }],
        undefined,
      ],
      ['assistant', [{ type: 'text', text: 'Line 14 had a typo. Fixed.' }], 'end_turn'],
    ]);
    expect(messages[5]?.usage).toEqual({ input_tokens: 400, output_tokens: 30, cache_read_input_tokens: 4200 });
    expect(losses.isLossless).toBe(true);
  });

  it('keeps text and images of an output together', async () => {
    const { messages } = await decode(fixture('codex/array-output.jsonl'));
    expect(messages).toHaveLength(6);
    const [result] = messages[2]?.content ?? [];
    expect(result?.type === 'tool_result' && JSON.parse(String((result.content as FreeJson).text))).toMatchObject([
      { type: 'text', text: 'see' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
    ]);
  });

  it('passes over a line without a time', async () => {
    const { messages, losses } = await decode(
      rollout(said('user', 'q'), { ...said('user', 'lost'), timestamp: undefined }),
    );
    expect(textsOf(messages)).toEqual(['user: q']);
    expect(losses.kinds()).toMatchObject([{ code: 'bad-line', samples: [{ where: { line: 3 } }] }]);
  });

  it('passes over an output that is an object', async () => {
    const { messages, losses } = await decode(rollout(said('user', 'q'), call('c', 'x', {}), output('c', { a: 1 })));
    expect(blocksOf(messages)).toEqual(['user: text', 'assistant: c']);
    expect(losses.count('skipped-entry')).toBe(1);
  });

  it('pairs an output with the latest open call of its id', async () => {
    const { messages } = await decode(
      rollout(
        said('user', 'q'),
        call('c', 'exec_command', { cmd: 'a' }),
        output('c', 'ra'),
        call('c', 'exec_command', { cmd: 'b' }),
        output('c', 'rb'),
        output('c', 'rc'),
      ),
    );
    expect(blocksOf(messages)).toEqual(['user: text', 'assistant: c', 'user: =c', 'assistant: c', 'user: =c']);
  });

  it('begins with the history of the last compaction', async () => {
    const source = rollout(
      said('user', 'q1'),
      said('assistant', 'a1'),
      row('compacted', {
        message: '',
        replacement_history: [said('user', 'kept').payload, said('user', 'sum').payload],
      }),
      said('user', 'q2'),
    );
    const { messages, losses } = await decode(source);
    expect(textsOf(messages)).toEqual(['user: kept', 'user: sum', 'user: q2']);
    expect(losses.count('compaction-applied')).toBe(3);
    expect(textsOf((await decode(source, { view: 'archive' })).messages)).toEqual([
      'user: q1',
      'assistant: a1',
      'user: q2',
    ]);
  });

  it('drops the turns that were undone', async () => {
    const undo = (num_turns: number) => event({ type: 'thread_rolled_back', num_turns });
    const turn = (name: string) => [said('user', `q${name}`), said('assistant', `a${name}`)];
    const one = await decode(rollout(...turn('1'), ...turn('2'), undo(1), ...turn('3')));
    expect(textsOf(one.messages)).toEqual(['user: q1', 'assistant: a1', 'user: q3', 'assistant: a3']);
    const archive = await decode(rollout(...turn('1'), ...turn('2'), undo(1), ...turn('3')), { view: 'archive' });
    expect(textsOf(archive.messages)).toEqual(textsOf(one.messages));
    expect(archive.losses.kinds()).toMatchObject([
      { code: 'compaction-applied', samples: [{ detail: 'Lines of turns that were undone.' }] },
    ]);
    const nested = await decode(rollout(...turn('1'), ...turn('2'), undo(1), ...turn('3'), undo(2), ...turn('4')));
    expect(textsOf(nested.messages)).toEqual(['user: q4', 'assistant: a4']);
    const history = [said('user', 'h1').payload, said('assistant', 'b1').payload, said('user', 'h2').payload];
    const behind = await decode(
      rollout(row('compacted', { message: '', replacement_history: history }), ...turn('5'), undo(2), ...turn('6')),
    );
    expect(textsOf(behind.messages)).toEqual(['user: h1', 'assistant: b1', 'user: q6', 'assistant: a6']);
  });

  it('takes the model of each turn', async () => {
    const { meta, messages } = await decode(
      rollout(
        row('turn_context', { model: 'm1' }),
        said('user', 'q'),
        said('assistant', 'a'),
        row('turn_context', { model: 'm2' }),
        said('user', 'q'),
        said('assistant', 'b'),
      ),
    );
    expect(meta.model).toBe('m1');
    expect(messages.map(({ model }) => model)).toEqual([undefined, 'm1', undefined, 'm2']);
  });

  it('counts a repeated token_count once', async () => {
    const count = tokens({ input_tokens: 10, cached_input_tokens: 4, output_tokens: 3 });
    const { messages } = await decode(rollout(said('user', 'q'), said('assistant', 'a'), count, count));
    expect(messages[1]?.usage).toEqual({ input_tokens: 6, output_tokens: 3, cache_read_input_tokens: 4 });
  });

  it('clamps the input where more was cached than there is', async () => {
    const { messages } = await decode(
      rollout(
        said('user', 'q'),
        said('assistant', 'a'),
        tokens({ input_tokens: 1, cached_input_tokens: 4, output_tokens: 3 }),
      ),
    );
    expect(messages[1]?.usage?.input_tokens).toBe(0);
  });

  it('joins parallel calls and their results', async () => {
    const { messages } = await decode(
      rollout(
        said('user', 'q'),
        said('assistant', 'two'),
        call('a', 'x', {}),
        call('b', 'x', {}),
        output('b', '1'),
        output('a', '2'),
        said('assistant', 'done'),
      ),
    );
    expect(blocksOf(messages)).toEqual(['user: text', 'assistant: text a b', 'user: =b =a', 'assistant: text']);
  });

  it('marks an aborted turn', async () => {
    const { messages } = await decode(
      rollout(
        said('user', 'q'),
        call('a', 'x', {}),
        output('a', 'aborted'),
        event({ type: 'turn_aborted', reason: 'interrupted' }),
        said('user', 'q2'),
        said('assistant', 'a2'),
      ),
    );
    expect(messages.map(({ stop_reason }) => stop_reason)).toEqual([
      undefined,
      'aborted',
      undefined,
      undefined,
      'end_turn',
    ]);
  });

  it('leaves out what the program put in', async () => {
    const { messages, losses } = await decode(
      rollout(
        said('user', '<environment_context>x</environment_context>'),
        item({ type: 'message', role: 'developer', content: [] }),
        said('user', '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'),
        said('user', 'q'),
      ),
    );
    expect(textsOf(messages)).toEqual(['user: q']);
    expect(losses.kinds()).toMatchObject([{ code: 'injected-context', count: 3 }]);
    expect(losses.kinds()[0]?.samples).toHaveLength(1);
  });

  it('reads reasoning with its encrypted part', async () => {
    const reasoning = (summary: string[], encrypted: string | null) =>
      item({
        type: 'reasoning',
        summary: summary.map((text) => ({ type: 'summary_text', text })),
        encrypted_content: encrypted,
      });
    const { messages } = await decode(
      rollout(said('user', 'q'), reasoning(['a', 'b'], 'E'), reasoning([], null), reasoning([], 'F')),
    );
    expect(messages[1]?.content).toEqual([
      { type: 'thinking', text: 'a\n\nb', encrypted: 'E' },
      { type: 'thinking', text: '', encrypted: 'F' },
    ]);
  });

  it('reads a very old file that has only events', async () => {
    const { messages } = await decode(
      rollout(
        event({ type: 'user_message', message: 'q' }),
        event({ type: 'agent_reasoning', text: 't' }),
        event({ type: 'agent_message', message: 'a' }),
      ),
    );
    expect(textsOf(messages)).toEqual(['user: q', 'assistant: <thinking> | a']);
  });

  it('refuses a file without session_meta unless it is to be lenient', async () => {
    const source = lines(said('user', 'q'));
    await expect(decode(source)).rejects.toMatchObject({ rule: 'codec/invalid-document' });
    expect(textsOf((await decode(source, { mode: 'lenient' })).messages)).toEqual(['user: q']);
  });

  const bash = (command: string, rest: object = {}) => ({ name: 'Bash', command, ...rest }) as Tool;
  const raw = (tool_name: string, input: unknown): Tool => ({
    name: 'Raw',
    tool_name,
    input: FreeJson.parse(JSON.stringify(input)),
  });
  it.each<[string, unknown, Tool]>([
    ['exec_command', { cmd: 'ls', workdir: '/w' }, bash('ls', { workdir: '/w' })],
    ['exec_command', { cmd: 'ls', yield_time_ms: 5 }, raw('exec_command', { cmd: 'ls', yield_time_ms: 5 })],
    ['shell_command', { command: 'ls', timeout_ms: 5 }, bash('ls', { timeout_ms: 5 })],
    ['shell', { command: ['bash', '-lc', 'ls | wc'], workdir: null }, bash('ls | wc')],
    ['shell', { command: ['/bin/zsh', '-c', 'x'] }, bash('x')],
    ['shell', { command: ['echo', "it's", 'a b'] }, bash("echo 'it'\\''s' 'a b'")],
    ['shell', { command: [] }, raw('shell', { command: [] })],
    ['update_plan', { plan: [] }, raw('update_plan', { plan: [] })],
    [
      'apply_patch',
      { input: '*** Begin Patch\n*** Add File: a b\n+x\n+\n*** End Patch' },
      { name: 'Write', file_path: 'a b', content: 'x\n\n' },
    ],
    ['x', '{broken', { name: 'Raw', tool_name: 'x', input: FreeJson.of('{broken') }],
  ])('reads a call of %s with %j', async (name, args, tool) => {
    const { messages } = await decode(rollout(call('c', name, args)));
    expect(messages[0]?.content).toEqual([{ type: 'tool_use', id: 'c', tool }]);
  });

  it.each([
    ['two files', '*** Begin Patch\n*** Add File: a\n+x\n*** Add File: b\n+y\n*** End Patch\n'],
    ['two hunks', '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-z\n*** End Patch\n'],
    ['a hunk with a heading', '*** Begin Patch\n*** Update File: a\n@@ def f():\n-x\n+y\n*** End Patch\n'],
    ['a move', '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch\n'],
    ['a deletion', '*** Begin Patch\n*** Delete File: a\n*** End Patch\n'],
    ['no end', '*** Begin Patch\n*** Add File: a\n+x\n'],
  ])('keeps a patch with %s as it is', async (_name, input) => {
    const { messages } = await decode(
      rollout(item({ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input })),
    );
    expect(messages[0]?.content).toEqual([{ type: 'tool_use', id: 'c', tool: raw('apply_patch', { input }) }]);
  });

  it.each<[string, unknown, string, boolean]>([
    [
      'exec_command',
      'Chunk ID: 1\nProcess exited with code 1\nOutput:\nno',
      'Chunk ID: 1\nProcess exited with code 1\nOutput:\nno',
      true,
    ],
    ['exec_command', 'Exit code: 0\nOutput:\nExit code: 1', 'Exit code: 0\nOutput:\nExit code: 1', false],
    ['other', 'Exit code: 1', 'Exit code: 1', false],
    ['exec_command', '{"output":"no","metadata":{"exit_code":2}}', 'no', true],
    [
      'exec_command',
      [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
      'a\nb',
      false,
    ],
  ])('reads the output of %s %j', async (name, text, content, isError) => {
    const { messages } = await decode(rollout(call('c', name, { cmd: 'x' }), output('c', text)));
    expect(messages[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c', content, ...(isError ? { is_error: true } : {}) },
    ]);
  });

  it.each([
    ['exec_command_end', { type: 'exec_command_end', call_id: 'c', exit_code: 3 }],
    ['item_completed', { type: 'item_completed', item: { type: 'CommandExecution', id: 'c', exit_code: 3 } }],
  ])('takes the exit code of %s, before the output and after it', async (_name, told) => {
    const start = [said('user', 'q'), call('c', 'exec_command', { cmd: 'x' })];
    for (const rows of [
      [event(told), output('c', 'r')],
      [output('c', 'r'), event(told)],
    ]) {
      const { messages } = await decode(rollout(...start, ...rows));
      expect(messages[2]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'c', content: 'r', is_error: true }]);
    }
  });

  it('gives a search its status as result', async () => {
    const { messages } = await decode(
      rollout(item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } })),
    );
    expect(blocksOf(messages)).toEqual(['assistant: web_search_1', 'user: =web_search_1']);
  });

  it('knows forks and sub-agents', async () => {
    const fork = await decode(lines(row('session_meta', { ...META, forked_from_id: 'p' })));
    expect(fork.meta.lineage).toEqual({ parent: 'p', relation: 'fork' });
    const spawn = await decode(
      lines(row('session_meta', { ...META, source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } } })),
    );
    expect(spawn.meta.lineage).toEqual({ parent: 'p', relation: 'spawn' });
  });
});
