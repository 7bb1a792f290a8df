import type { StoreDialect } from '../dialect.js';
import type { SessionDirectory } from '../session-directory.js';
import type { SessionPlace } from '../summary.js';
import { conversationLog } from './conversation-log/index.js';
import { eventLogV1 } from './event-log-v1/index.js';
import { legacySnapshot } from './event-log-v1/legacy-snapshot/index.js';
import { executionJournal } from './execution-journal/index.js';
import { sessionsV2 } from './sessions-v2/index.js';

/**
 * Every dialect of the store. The first that is certain has a directory; a conversation log goes before what it was made of, which may still lie
 * beside it. Of those that say `perhaps` the last has it: `event-log-v1` says so to whatever nobody else knows.
 */
export const STORE_DIALECTS: readonly StoreDialect[] = [
  conversationLog,
  eventLogV1,
  legacySnapshot,
  executionJournal,
  sessionsV2,
];

/** The dialect that a session directory is of. */
export function dialectOf(directory: SessionDirectory): StoreDialect {
  let found: StoreDialect = eventLogV1;
  for (const dialect of STORE_DIALECTS) {
    const claim = dialect.claims(directory);
    if (claim === 'certain') return dialect;
    if (claim === 'perhaps') found = dialect;
  }
  return found;
}

/** The sessions of a directory in a sessions root: itself, or those in it when it is the store of some dialect. */
export function placesIn(dir: string, name: string): readonly SessionPlace[] {
  for (const { nested } of STORE_DIALECTS) {
    const places = nested?.(dir, name) ?? null;
    if (places !== null) return places;
  }
  return [{ id: name, dir }];
}
