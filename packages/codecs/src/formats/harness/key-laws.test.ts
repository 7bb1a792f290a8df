/** Each key of each line is read, carried or reported, so that nothing a program begins to write tomorrow is lost in silence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { Codec } from '../../codec.js';
import { decodeBytes, lines } from '../../testing/run-codec.js';
import { claudeCodeCodec } from '../claude-code/claude-code-codec.js';
import { codexCodec } from '../codex/codex-codec.js';
import { piCodec } from '../pi/pi-codec.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Row = { [key: string]: Json };

const timestamp = '2026-09-01T08:00:00.000Z';
const chain = (at: number, rest: Row): Row => ({
  parentUuid: at === 0 ? null : `u${at - 1}`,
  uuid: `u${at}`,
  isSidechain: false,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/w',
  sessionId: 's',
  version: '2.1.332',
  gitBranch: 'main',
  timestamp,
  ...rest,
});
const row = (type: string, payload: Row): Row => ({ timestamp, ordinal: 1, type, payload });
const passthrough = { turn_id: 't', create_time: 1796078018.06, content_item_kinds: ['user.text'] };
const entry = (id: string, parentId: string | null, rest: Row): Row => ({ id, parentId, timestamp, ...rest });

/** Lines as the programs write them. Objects below `open` paths are carried whole, or told of as a line. */
const SHAPES: readonly (readonly [Codec, readonly Row[]])[] = [
  [
    claudeCodeCodec,
    [
      chain(0, { type: 'user', promptId: 'p', message: { role: 'user', content: 'q' }, permissionMode: 'default' }),
      chain(1, {
        type: 'attachment',
        attachment: {
          type: 'file',
          filename: '/w/f',
          content: { type: 'text', file: { filePath: '/w/f', content: 'x', numLines: 1 } },
          displayPath: 'f',
        },
      }),
      chain(2, {
        type: 'assistant',
        requestId: 'r',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [
            { type: 'thinking', thinking: 't', signature: 's' },
            { type: 'text', text: 'a' },
            { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'ls' } },
          ],
          stop_reason: 'tool_use',
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 2, service_tier: 'standard' },
        },
      }),
      chain(3, {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c', content: 'out', is_error: false }],
        },
        toolUseResult: { stdout: 'out' },
      }),
      chain(4, { type: 'attachment', attachment: { type: 'queued_command', prompt: 'more', commandMode: 'prompt' } }),
      chain(5, { type: 'system', subtype: 'local_command', content: '<local-command-stdout>x</local-command-stdout>' }),
      chain(6, {
        type: 'user',
        message: {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
      }),
    ],
  ],
  [
    codexCodec,
    [
      row('session_meta', {
        id: 's',
        timestamp,
        cwd: '/w',
        originator: 'x',
        cli_version: '1',
        git: { branch: 'main' },
      }),
      row('turn_context', { turn_id: 't', cwd: '/w', model: 'gpt-5', approval_policy: 'never' }),
      row('event_msg', { type: 'task_started', turn_id: 't', model_context_window: 1 }),
      row('response_item', {
        type: 'message',
        id: 'i',
        role: 'user',
        content: [
          { type: 'input_text', text: 'q' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'high' },
        ],
        internal_chat_message_metadata_passthrough: passthrough,
      }),
      row('event_msg', { type: 'user_message', message: 'q', images: [] }),
      row('response_item', {
        type: 'reasoning',
        id: 'i',
        summary: [{ type: 'summary_text', text: 's' }],
        content: null,
      }),
      row('response_item', { type: 'function_call', name: 'x', namespace: 'n', arguments: '{}', call_id: 'c' }),
      row('event_msg', {
        type: 'item_completed',
        thread_id: 's',
        item: { type: 'CommandExecution', id: 'c', command: ['ls'], exit_code: 0 },
      }),
      row('response_item', { type: 'function_call_output', call_id: 'c', output: 'out' }),
      row('response_item', {
        type: 'message',
        role: 'assistant',
        phase: 'final_answer',
        content: [{ type: 'output_text', text: 'a', annotations: [] }],
      }),
      row('event_msg', { type: 'agent_message', message: 'a' }),
      row('event_msg', {
        type: 'token_count',
        info: { last_token_usage: { input_tokens: 2, cached_input_tokens: 1, output_tokens: 1 } },
        rate_limits: null,
      }),
      row('event_msg', { type: 'task_complete', turn_id: 't', last_agent_message: 'a' }),
    ],
  ],
  [
    piCodec,
    [
      { type: 'session', version: 3, id: 's', timestamp, cwd: '/w' },
      entry('1', null, { type: 'model_change', provider: 'anthropic', modelId: 'claude-a' }),
      entry('2', '1', {
        type: 'message',
        message: { role: 'user', content: [{ type: 'text', text: 'q' }], timestamp: 1788249600000 },
      }),
      entry('3', '2', {
        type: 'message',
        message: {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 't', thinkingSignature: 's' },
            { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } },
          ],
          api: 'anthropic-messages',
          provider: 'anthropic',
          model: 'claude-a',
          usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } },
          stopReason: 'toolUse',
          timestamp: 1788249600000,
        },
      }),
      entry('4', '3', {
        type: 'message',
        message: {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'bash',
          content: [{ type: 'text', text: 'out' }],
          isError: false,
          timestamp: 1788249600000,
        },
      }),
      entry('5', '4', {
        type: 'message',
        message: { role: 'bashExecution', command: 'ls', output: 'o', exitCode: 0, cancelled: false, truncated: false },
      }),
      entry('6', '5', { type: 'branch_summary', fromId: '1', summary: 'S' }),
      entry('7', '6', { type: 'custom_message', customType: 'x', content: 'note', display: true }),
      entry('8', '7', { type: 'session_info', name: 'title' }),
    ],
  ],
];

/** Keys whose whole value is carried, whatever is in it. */
const CARRIED: ReadonlySet<string> = new Set([
  'input',
  'arguments',
  'toolUseResult',
  'internal_chat_message_metadata_passthrough',
]);

/** The objects of a row, by the keys that lead to them. */
function objectsIn(value: Json): Row[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.entries(value).flatMap(([key, inner]) => (CARRIED.has(key) ? [] : objectsIn(inner)))];
}

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant<Json>([]),
  fc.constant<Json>([{ type: 'text', text: 'x' }]),
  fc.constant<Json>({ inner: 'x' }),
);

describe.each(SHAPES.map(([codec, rows]) => [codec.title, codec, rows] as const))('%s', (_title, codec, rows) => {
  it('knows the keys of genuine lines', async () => {
    const { losses } = await decodeBytes(codec, lines(...rows));
    expect(losses.kinds().filter(({ code }) => code === 'unknown-key')).toEqual([]);
  });

  it('reports every key that is added to a line, once for all lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.stringMatching(/^x[a-zA-Z_]{0,12}$/),
        anyValue,
        async (line, place, key, value) => {
          const changed = structuredClone(rows) as Row[];
          const objects = objectsIn(changed[line % rows.length] as Row);
          const object = objects[place % objects.length] as Row;
          fc.pre(!Object.hasOwn(object, key));
          object[key] = value;
          const { losses } = await decodeBytes(codec, lines(...changed));
          const [unknown] = losses.kinds().filter(({ code }) => code === 'unknown-key');
          expect(unknown?.samples).toHaveLength(1);
          expect(unknown?.samples[0]?.detail).toContain(`/${key}`);
          expect(unknown?.samples[0]?.where.line).toBe((line % rows.length) + 1);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
