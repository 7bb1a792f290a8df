/** Name of an on-disk format of fx that is known. */
export type DialectId = 'legacy-snapshot' | 'event-log-v1' | 'conversation-log' | 'sessions-v2';

/** Formats whose lines are read, in order of age. */
const READ_LINE_BY_LINE: readonly DialectId[] = ['event-log-v1'];

/** Whether a value, which may come from outside, names a format whose lines are read. */
export function isReadableDialect(value: unknown): value is DialectId {
  return READ_LINE_BY_LINE.some((id) => id === value);
}
