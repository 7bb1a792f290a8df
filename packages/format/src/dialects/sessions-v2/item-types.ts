/**
 * The types of items, and the payloads of the conversation log that they carry (newer-formats §7.4).
 */
import type { ConversationTag } from '../conversation-log/frame.js';
import { matches } from './line-frame.js';

/** The types of items that fx knows and that have a payload, and what their payload is. */
export const ITEM_TAGS = {
  user: 'user',
  assistant: 'assistant',
  tool_call: 'tool_call',
  tool_result: 'tool_result',
  steering: 'steering',
  turn_end: 'turn_completed',
  interruption: 'interrupted',
  /** A call that is about to run. */
  tool_running: 'tool_call',
  /** The text of the message whose calls run. */
  assistant_running: 'assistant',
} as const satisfies Record<string, ConversationTag>;

/** A type of items with a payload. */
export type SessionItemType = keyof typeof ITEM_TAGS;

const TYPES = Object.keys(ITEM_TAGS).map((type) => ({ type: type as SessionItemType, name: Buffer.from(type) }));

/** The type that is spelled out from `start` to `end`; null for one that has no payload, or that fx does not know. */
export function itemTypeAt(bytes: Uint8Array, start: number, end: number): SessionItemType | null {
  for (const { type, name } of TYPES) if (name.length === end - start && matches(bytes, start, name)) return type;
  return null;
}
