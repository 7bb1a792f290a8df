/** The dialects whose logs are read, in the order in which a file is compared with them. */
import type { CheckedFrame, DialectId, FormatDialect } from '../dialect.js';
import { DialectError } from '../dialect-error.js';
import type { ConversationLine } from './conversation-log/conversation-line.js';
import { conversationLog } from './conversation-log/dialect.js';
import type { EventLogFrame } from './event-log-v1/check-frame.js';
import { eventLogV1 } from './event-log-v1/dialect.js';
import { sessionsV2 } from './sessions-v2/dialect.js';
import type { SessionLine } from './sessions-v2/line.js';

/** A checked line of any dialect. */
export type AnyFrame = EventLogFrame | ConversationLine | SessionLine;

/** The dialects whose logs are read. */
export const DIALECTS: readonly FormatDialect<AnyFrame>[] = [sessionsV2, conversationLog, eventLogV1];

/** What a log is taken for whose lines look like those of no dialect. */
export const DEFAULT_DIALECT: FormatDialect<AnyFrame> = eventLogV1;

/** The dialect of a name; null for one whose logs are not read. */
export function dialectById(id: DialectId): FormatDialect<AnyFrame> | null {
  return DIALECTS.find((dialect) => dialect.id === id) ?? null;
}

/**
 * A frame for those who handle one dialect only and were given none of another.
 *
 * @throws DialectError for a frame of another dialect.
 */
export function frameOf<Frame extends CheckedFrame>(dialect: FormatDialect<Frame>, frame: CheckedFrame): Frame {
  if (isFrameOf(dialect, frame)) return frame;
  throw new DialectError(dialect, frame.dialect);
}

/** Whether a frame is of a dialect. */
export function isFrameOf<Frame extends CheckedFrame>(
  dialect: FormatDialect<Frame>,
  frame: CheckedFrame,
): frame is Frame {
  return frame.dialect === dialect.id;
}
