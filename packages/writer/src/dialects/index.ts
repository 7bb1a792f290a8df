/** The dialects that this package writes, and the only file outside of their folders that names one. */
import type { WriteDialect } from '../dialect.js';
import { conversationLog } from './conversation-log/write-dialect.js';
import { eventLogV1 } from './event-log-v1/write-dialect.js';
import { sessionsV2 } from './sessions-v2/write-dialect.js';

const WRITE_DIALECTS: readonly WriteDialect[] = [eventLogV1, conversationLog, sessionsV2];

/** Ids of the dialects that can be written, the one that is meant where nothing says which first. */
export const WRITTEN_DIALECTS: readonly string[] = WRITE_DIALECTS.map(({ id }) => id);

/**
 * The writer of a dialect.
 *
 * @throws RangeError for an id of which there is none.
 */
export function writeDialectOf(id: string): WriteDialect {
  const dialect = WRITE_DIALECTS.find((one) => one.id === id);
  if (dialect === undefined) throw new RangeError(`No dialect with the id ${id} is written.`);
  return dialect;
}
