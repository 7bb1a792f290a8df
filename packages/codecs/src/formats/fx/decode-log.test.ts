import { readFileSync } from 'node:fs';
import { encodeLog, type LogItem } from '@fxlog/writer';
import { describe, expect, it } from 'vitest';
import { FreeJson } from '../../model/free-json.js';
import { filesOf } from '../../testing/fx-fixtures.js';
import { readAll } from '../../testing/run-conversion.js';
import { decodeCall } from './decode-call.js';

const ACCEPTED = readFileSync(
  new URL('../../../../../test-fixtures/conformance/event-log-accepted.jsonl', import.meta.url),
);

describe('decodeCall', () => {
  it.each([
    ['read_file', '{"path":"/a","start_line":3,"line_count":null}', { name: 'Read', file_path: '/a', offset: 3 }],
    ['read_file', '{"request":{"path":"/a"}}', { name: 'Read', file_path: '/a' }],
    ['write_file', '{"path":"/a","content":""}', { name: 'Write', file_path: '/a', content: '' }],
    [
      'edit_file',
      '{"path":"/a","old_string":"x","new_string":"y"}',
      { name: 'Edit', file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['terminal', '{"action":"exec","command":"ls","cwd":"","profile":"user"}', { name: 'Bash', command: 'ls' }],
    ['terminal', '{"command":"ls","cwd":"/w"}', { name: 'Bash', command: 'ls', workdir: '/w' }],
    ['shell', '{"action":"run","command":"ls","timeout":1.5}', { name: 'Bash', command: 'ls', timeout_ms: 1500 }],
    ['shell', '{"command":"ls","timeout_ms":7}', { name: 'Bash', command: 'ls', timeout_ms: 7 }],
    ['/release', '{"args":"x"}', { name: 'Command', command: '/release', args: 'x' }],
  ])('takes %s with %s for what it is', (name, text, tool) => {
    expect(decodeCall(name, text)).toEqual({ tool, isMalformed: false });
  });

  it.each([
    ['read_file', '{"path":"/a","start_line":"3"}'],
    ['read_file', '{"path":"/a","offset":3}'],
    ['write_file', '{"path":"/a"}'],
    ['terminal', '{"action":"exec","command":"ls","profile":"clean","cwd":null}'],
    ['terminal', '{"action":"start","command":"ls"}'],
    ['shell', '{"command":"ls","session_id":"x"}'],
    ['grep_files', '{"2":1,"1":2.0}'],
    ['read_file', '[]'],
  ])('keeps name and arguments of %s with %s', (name, text) => {
    expect(decodeCall(name, text)).toEqual({
      tool: { name: 'Raw', tool_name: name, input: FreeJson.parse(text) },
      isMalformed: false,
    });
    expect(FreeJson.parse(text).text).toBe(text);
  });

  it('keeps arguments that are not JSON as a string', () => {
    expect(decodeCall('x', '{"a":')).toEqual({
      tool: { name: 'Raw', tool_name: 'x', input: FreeJson.of('{"a":') },
      isMalformed: true,
    });
  });
});

describe('a log with replacements', () => {
  it('gives the history at its end, once', async () => {
    const { messages, losses } = await readAll(ACCEPTED, { from: 'fx' });
    // The log ends with eight turns of all four kinds.
    expect(messages.filter(({ role }) => role === 'user').length).toBeGreaterThan(0);
    expect(
      messages.some(({ content }) =>
        content.some((block) => block.type === 'text' && block.text.startsWith('[earlier turns summarised]\n')),
      ),
    ).toBe(true);
    expect(losses.count('non-utf8-text')).toBeGreaterThan(0);
  });

  it('is the same from a stream', async () => {
    async function* chunks() {
      for (let at = 0; at < ACCEPTED.length; at += 999) yield ACCEPTED.subarray(at, at + 999);
    }
    const whole = await readAll(ACCEPTED, { from: 'fx' });
    const { losses, ...streamed } = await readAll(chunks(), { from: 'fx' });
    expect(streamed).toEqual({ meta: whole.meta, messages: whole.messages });
    expect(losses.kinds()).toEqual(whole.losses.kinds());
  });

  it('leaves summaries out of the archive, where the turns are there that they stand for', async () => {
    const { messages } = await readAll(ACCEPTED, { from: 'fx', view: 'archive' });
    expect(
      messages.every(({ content }) =>
        content.every((block) => block.type !== 'text' || !block.text.startsWith('[earlier')),
      ),
    ).toBe(true);
  });
});

describe('reasoning beside the log', () => {
  const log = readFileSync(new URL('../../../../../test-fixtures/minimal-session/events.jsonl', import.meta.url));

  it('stands in front of its message, and is reported where there is none', async () => {
    const file =
      '{"entries":[{"t":0,"a":0,"blocks":[{"text":"hm","signature":"S"}]},{"t":9,"a":0,"blocks":[]},{"t":"x"}]}';
    const { messages, losses } = await readAll(log, {
      from: 'fx',
      readAttachment: filesOf(new Map([['txcript-meta.json', Buffer.from(file)]])),
    });
    const answer = messages.find(({ role }) => role === 'assistant');
    expect(answer?.content[0]).toEqual({ type: 'thinking', text: 'hm', signature: 'S' });
    expect(losses.count('skipped-entry')).toBe(2);
  });
});

describe('what fx tells its model beside texts, calls and results', () => {
  const call = (id: string) => ({ id, name: 'read_file', arguments_json: '{"path":"/a"}', provider_result: null });
  const result = (id: string, permission_feedback: readonly string[]) => ({
    tool_call_id: id,
    tool_name: 'read_file',
    status: 'success' as const,
    output: `output of ${id}`,
    output_handle: null,
    preview: null,
    output_bytes: 11,
    stored_output_bytes: 11,
    truncated: false,
    provider_native: false,
    created_at_ms: 5,
    permission_feedback,
    committed_file_presentation: null,
    command_output_replay: null,
    command_process_presentation: null,
  });
  const user = { text: 'q', images: [] };
  async function readTurn(turn: object) {
    const session = {
      id: '1700000000000-1-00000000000000aa',
      created_at_ms: 5,
      workspace_root: '/w',
      preferences: { model: 'm' },
    };
    const pieces: Uint8Array[] = [];
    for await (const bytes of encodeLog([{ turn } as LogItem], { session })) pieces.push(bytes);
    const { messages, losses } = await readAll(Buffer.concat(pieces), { from: 'fx' });
    const parts = messages.map(({ content }) =>
      content.map((block) => (block.type === 'text' ? block.text : block.type)),
    );
    return { parts, losses };
  }
  const step = (...feedback: readonly (readonly string[])[]) => ({
    assistant: null,
    tool_calls: feedback.map((_texts, at) => call(`c${at}`)),
    tool_results: feedback.map((texts, at) => result(`c${at}`, texts)),
  });
  const execution = (...tool_steps: readonly object[]) => ({ schema_version: 3, tool_steps, files: [] });

  it.each([
    ['one', [['keep the heading']], ['tool_result', 'keep the heading']],
    ['several, behind all results', [['a', 'b'], ['c']], ['tool_result', 'tool_result', 'a', 'b', 'c']],
    ['none', [[], ['']], ['tool_result', 'tool_result']],
  ])('gives what the user said when asked for leave: %s', async (_what, feedback, told) => {
    const { parts } = await readTurn({
      kind: 'assistant',
      user,
      assistant: 'done',
      execution: execution(step(...feedback)),
    });
    expect(parts[2]).toEqual(told);
    expect(parts[3]).toEqual(['done']);
  });

  it.each(['cancelled', 'failed'] as const)('says that fx says that a turn was broken off: %s', async (reason) => {
    const { losses } = await readTurn({
      kind: 'interrupted',
      user,
      assistant: 'I was about to sa',
      tool_call: null,
      completed_tool_names: [],
      terminal_reason: reason,
    });
    expect(losses.count('injected-context')).toBe(1);
  });
});
