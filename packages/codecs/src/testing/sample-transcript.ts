import type { ItemBatches } from '../codec.js';
import { FreeJson } from '../model/free-json.js';
import type { Block, Message, TranscriptItem, TranscriptMeta } from '../model/transcript.js';

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

export const META: TranscriptMeta = {
  id: 's-1',
  timestamp: '2026-07-02T01:24:11.341Z',
  cwd: '/repo',
  title: 'T',
  model: 'm-1',
};

/** Items of hand-made messages, a batch each. */
export async function* itemsOf(messages: readonly Message[], meta: TranscriptMeta = META): ItemBatches {
  yield [{ type: 'meta', meta }];
  for (const message of messages) yield [{ type: 'message', message } satisfies TranscriptItem];
}

/** A message at a second of the session. */
export function message(
  role: Message['role'],
  second: number,
  content: string | readonly Block[],
  more: Partial<Message> = {},
): Message {
  const timestamp = new Date(Date.UTC(2026, 6, 2, 1, 24, 12) + second * 1000).toISOString().replace('.000Z', 'Z');
  const blocks: readonly Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { role, content: blocks, timestamp, ...more };
}

/** Each kind of block and of tool once. */
export const ONE_OF_EACH: readonly Message[] = [
  message('user', 0, [
    { type: 'text', text: 'Fix the *build*.' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  ]),
  message(
    'assistant',
    1,
    [
      { type: 'thinking', text: 'hm', signature: 'SIG' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'a', tool: { name: 'Bash', command: 'npm test', workdir: '/repo', timeout_ms: 5000 } },
      { type: 'tool_use', id: 'b', tool: { name: 'Read', file_path: '/repo/a.ts', offset: 3, limit: 10 } },
    ],
    { usage: { input_tokens: 1200, output_tokens: 30, cache_read_input_tokens: 9_007_199_254_740_993n } },
  ),
  message('user', 3, [
    { type: 'tool_result', tool_use_id: 'b', content: 'three\nlines\nread' },
    { type: 'tool_result', tool_use_id: 'a', content: 'exit 1', is_error: true },
  ]),
  message('assistant', 4, [
    {
      type: 'tool_use',
      id: 'c',
      tool: { name: 'Edit', file_path: '/repo/a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nc', replace_all: true },
    },
    { type: 'tool_use', id: 'd', tool: { name: 'Write', file_path: '/repo/b.ts', content: 'let x = 1;\n' } },
    {
      type: 'tool_use',
      id: 'e',
      tool: { name: 'MultiEdit', file_path: '/repo/c', edits: [{ old_string: 'one', new_string: 'two' }] },
    },
    { type: 'tool_use', id: 'f', tool: { name: 'Command', command: '/release', args: 'patch' } },
    {
      type: 'tool_use',
      id: 'g',
      tool: { name: 'Raw', tool_name: 'web_search', input: FreeJson.parse('{"query":"x","n":5.0,"1":null}') },
    },
  ]),
  message('user', 5, [
    { type: 'tool_result', tool_use_id: 'c', content: 'ok' },
    { type: 'tool_result', tool_use_id: 'd', content: '' },
    { type: 'tool_result', tool_use_id: 'e', content: FreeJson.parse('{"b":1,"a":2}') },
    { type: 'tool_result', tool_use_id: 'f', content: FreeJson.parse('[{"type":"text","text":"done"}]') },
    { type: 'tool_result', tool_use_id: 'nobody', content: 'lost' },
  ]),
  message('assistant', 6, 'Done.', { stop_reason: 'end_turn', model: 'm-2' }),
  message('user', 60, [
    { type: 'artifact', artifact: { id: 'x', name: 'notes', source: { type: 'text', text: 'N' } } },
  ]),
  message('assistant', 61, 'I was', { stop_reason: 'aborted' }),
];
