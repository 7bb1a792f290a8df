import type { Block, Message } from '../model/transcript.js';

/**
 * A message with some of its blocks; null where none is left of some. A message whose calls are gone did not end for the sake of a tool.
 */
export function keepBlocks(message: Message, content: readonly Block[]): Message | null {
  if (content.length === message.content.length)
    return content.every((block, at) => block === message.content[at]) ? message : { ...message, content };
  if (content.length === 0) return null;
  const { stop_reason, ...rest } = message;
  const hasCalls = content.some(({ type }) => type === 'tool_use');
  return stop_reason === undefined || (stop_reason === 'tool_use' && !hasCalls)
    ? { ...rest, content }
    : { ...message, content };
}
