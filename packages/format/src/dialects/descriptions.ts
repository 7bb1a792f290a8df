/**
 * What is known of every dialect, without the code that reads it: for those who only tell formats apart. The dialects that are read stand in
 * `index.ts`.
 */
import type { DialectDescription, DialectId } from '../dialect.js';
import { conversationLogDescription } from './conversation-log/description.js';
import { eventLogV1Description } from './event-log-v1/description.js';
import { legacySnapshotDescription } from './legacy-snapshot/description.js';
import { sessionsV2Description } from './sessions-v2/description.js';

/** All dialects in the order in which a file is compared with them: those whose lines begin most strictly come first. */
export const DIALECT_DESCRIPTIONS: readonly DialectDescription[] = [
  sessionsV2Description,
  conversationLogDescription,
  eventLogV1Description,
  legacySnapshotDescription,
];

const DESCRIPTION_OF = {
  'sessions-v2': sessionsV2Description,
  'conversation-log': conversationLogDescription,
  'event-log-v1': eventLogV1Description,
  'legacy-snapshot': legacySnapshotDescription,
} as const satisfies Record<DialectId, DialectDescription>;

/** What is known of a dialect: what it is called and who writes it. */
export function describeDialect(id: DialectId): DialectDescription {
  return DESCRIPTION_OF[id];
}

/** Whether a value, which may come from outside, names a dialect whose logs are read. */
export function isReadableDialect(value: unknown): value is DialectId {
  return DIALECT_DESCRIPTIONS.some(({ id, isRead }) => isRead && id === value);
}
