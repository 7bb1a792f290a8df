import { type Finding, ruleById } from '@fxlog/format';
import type { SessionDirectory } from '../../session-directory.js';

/** The file with the turns of a conversation log. */
export const LOG = 'events.jsonl';

/** What a conversion from the older format leaves behind when it is cut short (newer-formats §5). */
const BACKUP = 'events.v3.backup';
const UNFINISHED = 'events.v4.tmp';

/**
 * Whether a conversion was cut short between setting the old log aside and publishing the new one: the backup is the log then, and a writer puts
 * it back.
 */
export function isUnpublished(directory: SessionDirectory): boolean {
  return directory.schema !== 4 && directory.has(BACKUP) && !directory.has('authority.json');
}

/** The file with the turns. */
export function logOf(directory: SessionDirectory): string {
  return isUnpublished(directory) ? BACKUP : LOG;
}

/** What lies in the directory of a conversation log although it was converted: the new log counts. */
export function leftoversOf(directory: SessionDirectory): Finding[] {
  if (isUnpublished(directory)) {
    const rule = 'conversation/migration-unpublished';
    return [{ rule, severity: 'warning', message: `${ruleById(rule).title}.`, file: BACKUP }];
  }
  const hasLog = directory.has(LOG);
  if (!hasLog && directory.has(BACKUP)) {
    const rule = 'conversation/migration-incomplete';
    return [
      {
        rule,
        severity: 'error',
        message: `${ruleById(rule).title}.`,
        file: BACKUP,
        fxError: 'SessionMigrationIncomplete',
      },
    ];
  }
  const rule = 'conversation/migration-leftover';
  return [BACKUP, UNFINISHED]
    .filter((file) => directory.has(file))
    .map((file) => ({ rule, severity: 'warning', message: `${ruleById(rule).title}: ${file}.`, file }));
}
