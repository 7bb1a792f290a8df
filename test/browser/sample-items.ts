import type { Block, Message, TranscriptItem } from '@fxlog/codecs';
import type { ItemBatches } from '@fxlog/codecs/internal';

/** A message of a user or of a model, a second after the one before. */
export function message(role: Message['role'], second: number, content: string | readonly Block[], more = {}): Message {
  const timestamp = new Date(Date.UTC(2026, 6, 2, 1, 24) + second * 1000).toISOString();
  const blocks: readonly Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { role, content: blocks, timestamp, ...more };
}

/** A call of the shell and what it gave. */
export function shell(id: string, second: number, command: string, output: string, is_error = false): Message[] {
  return [
    message('assistant', second, [{ type: 'tool_use', id, tool: { name: 'Bash', command } }]),
    message('user', second + 1, [{ type: 'tool_result', tool_use_id: id, content: output, is_error }]),
  ];
}

export async function* itemsOf(messages: Iterable<Message>, title = 'A session'): ItemBatches {
  const meta = { id: 's-1', timestamp: '2026-07-02T01:24:00Z', title, cwd: '/repo' };
  yield [{ type: 'meta', meta }];
  for (const item of messages) yield [{ type: 'message', message: item } satisfies TranscriptItem];
}
