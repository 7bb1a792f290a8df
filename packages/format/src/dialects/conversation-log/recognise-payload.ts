/**
 * Payloads that stand alone, as the items of another format do: read as those of a line are, the fast way.
 */
import { isUtf8 } from 'node:buffer';
import { viewOf } from '../../view-of.js';
import { buildPayload } from './conversation-line.js';
import type { AnyConversationPayload, ConversationTag } from './frame.js';
import { ROOTS } from './generated/program.js';
import { outlinePayload } from './outline.js';
import { recogniser } from './recogniser.js';

/** Says of payloads in one buffer whether they are spelled as fx spells them, so that nothing can be wrong with them. */
export type RecognisesPayload = (tag: ConversationTag, start: number, end: number) => boolean;

/**
 * Takes over the bytes of a buffer from `start` to `end` to look for payloads in them; null where that cannot be. What comes of it is good until others
 * are taken over.
 */
export function payloadRecogniser(bytes: Uint8Array, start: number, end: number): RecognisesPayload | null {
  const input = viewOf(bytes).subarray(start, end);
  // One native look at all the bytes saves one at every string.
  const matcher = isUtf8(input) ? recogniser.matcherOf(input) : null;
  if (matcher === null) return null;
  return (tag, from, to) => matcher.matchList(ROOTS[tag], from - start) > 0 && matcher.end(0) === to - start;
}

/**
 * Reads a payload that was recognised and lies from `start` to `end`.
 *
 * @param isOutline whether its outline will do
 */
export function readRecognisedPayload(
  tag: ConversationTag,
  bytes: Buffer,
  start: number,
  end: number,
  isOutline: boolean,
): AnyConversationPayload {
  const outline = isOutline ? outlinePayload(tag, bytes, start, end) : null;
  return outline ?? buildPayload(tag, bytes.subarray(start, end));
}
