/** The dialects whose logs are read, in the order in which a file is compared with them. */
import type { CheckedFrame, DialectId, FormatDialect } from '../dialect.js';
import type { EventLogFrame } from './event-log-v1/check-frame.js';
import { eventLogV1 } from './event-log-v1/dialect.js';

/** A checked line of any dialect. */
export type AnyFrame = EventLogFrame;

/** The dialects whose logs are read. */
export const DIALECTS: readonly FormatDialect<AnyFrame>[] = [eventLogV1];

/** What a log is taken for whose lines look like those of no dialect. */
export const DEFAULT_DIALECT: FormatDialect<AnyFrame> = eventLogV1;

/** The dialect of a name; null for one whose logs are not read. */
export function dialectById(id: DialectId): FormatDialect<AnyFrame> | null {
  return DIALECTS.find((dialect) => dialect.id === id) ?? null;
}

/** Whether a frame is of a dialect. */
export function isFrameOf<Frame extends CheckedFrame>(
  dialect: FormatDialect<Frame>,
  frame: CheckedFrame,
): frame is Frame {
  return frame.dialect === dialect.id;
}
