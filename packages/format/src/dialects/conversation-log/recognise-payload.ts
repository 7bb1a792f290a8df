import { recogniseConversationLines } from './conversation-line.js';
import { type ConversationPayload, type ConversationTag, conversationTag } from './frame.js';

const HEADER = '{"schema_version":3,"seq":1,"timestamp_ms":0,"event":{"';
const END = Buffer.from('}}\n');
/** Larger payloads go the exact way, whose cost does not matter beside their own. */
const MAX_PAYLOAD_BYTES = 262_144;

const heads = new Map<ConversationTag, Buffer>();
let line = Buffer.allocUnsafe(4096);

/**
 * Reads a payload that is spelled as fx spells it, much faster than the exact way does; null for any other, of which only that can tell what it is.
 *
 * @param isOutline whether a stand-in will do for a long text, as in the outline of a line
 */
export function recognisePayload<Tag extends ConversationTag>(
  tag: Tag,
  payload: Uint8Array,
  isOutline: boolean,
): ConversationPayload<Tag> | null {
  if (payload.length > MAX_PAYLOAD_BYTES) return null;
  const head = headOf(tag);
  const length = head.length + payload.length + END.length;
  if (line.length < length) line = Buffer.allocUnsafe(length * 2);
  line.set(head);
  line.set(payload, head.length);
  line.set(END, head.length + payload.length);
  const [recognised = null, ...others] = recogniseConversationLines(line, 0, length);
  if (recognised === null || others.length > 0) return null;
  const { event } = isOutline ? recognised.outline : recognised.event;
  if (conversationTag(event) !== tag) return null;
  return (event as unknown as Readonly<Record<Tag, ConversationPayload<Tag>>>)[tag];
}

function headOf(tag: ConversationTag): Buffer {
  const known = heads.get(tag);
  if (known !== undefined) return known;
  const head = Buffer.from(`${HEADER}${tag}":`);
  heads.set(tag, head);
  return head;
}
