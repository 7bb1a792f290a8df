import type { CheckedFrame, CheckOptions } from '../../dialect.js';
import type { Int64, Uint64 } from '../../scalars.js';
import { type ConversationTag, conversationTag, decodeConversationFrame } from './frame.js';
import type { ConversationFrame } from './generated/types.js';

/** A line of a conversation log that was checked alone and found good. */
export class ConversationLine implements CheckedFrame<ConversationFrame> {
  constructor(readonly event: ConversationFrame) {}

  get dialect(): 'conversation-log' {
    return 'conversation-log';
  }

  /** The tag of the event. */
  get kind(): ConversationTag {
    return conversationTag(this.event.event);
  }

  get seq(): Uint64 {
    return this.event.seq;
  }

  get timestampMs(): Int64 {
    return this.event.timestamp_ms;
  }

  /** A log that was replaced is known by its content alone (newer-formats §4.6). */
  get epoch(): null {
    return null;
  }

  moveTo(): void {
    // Nothing of the buffer is held on to.
  }
}

/**
 * Checks the one line from `start` to `end` (exclusive), its LF included.
 *
 * @throws FrameError where fx refuses the line; offsets count from `start`.
 */
export function checkConversationLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  options: CheckOptions = {},
): ConversationLine {
  return new ConversationLine(decodeConversationFrame(bytes, start, end, options));
}
