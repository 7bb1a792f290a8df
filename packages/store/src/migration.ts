import { type Finding, ruleById } from '@fxlog/format';
import { SessionDirectory } from './session-directory.js';

const LOG = 'events.jsonl';

/** The old log of a session that is being changed to a conversation log (newer-formats §5). */
export const OLD_LOG = 'events.v3.backup';
/** The new log while it is being built. */
export const NEW_LOG = 'events.v4.tmp';

/** Why a file of a change that was cut short is not part of a repaired session. */
export const CHANGE_CUT_SHORT = 'it belongs to a change of format that was cut short';

/** How far a change to the conversation log had come that was cut short: which of its two logs counts is decided by the manifest. */
export type Migration = 'old-log-counts' | 'new-log-counts';

/** The change that a session is in the middle of; null for one that lies there finished. */
export function migrationOf(directory: SessionDirectory): Migration | null {
  if (directory.schema === 4) {
    return directory.has(OLD_LOG) || directory.has(NEW_LOG) ? 'new-log-counts' : null;
  }
  return directory.has(OLD_LOG) ? 'old-log-counts' : null;
}

/** The log that counts as long as the manifest is of the older format: its own, or the one that a change has set aside. */
export function oldLogOf(dir: string): string {
  return migrationOf(new SessionDirectory(dir)) === 'old-log-counts' ? OLD_LOG : LOG;
}

/** What is to be said of a session whose old log still counts. */
export function oldLogFinding(): Finding {
  const rule = 'conversation/migration-unpublished';
  const { severity, title } = ruleById(rule);
  const message = `${title}: its log is in ${OLD_LOG} and counts as it is; a newer fx puts it back and begins the change again.`;
  return { rule, severity, message, file: OLD_LOG };
}
