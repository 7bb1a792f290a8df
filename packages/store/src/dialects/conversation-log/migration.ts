import { type Finding, ruleById } from '@fxlog/format';
import type { SessionDirectory } from '../../session-directory.js';

/** What a conversion from the older format leaves behind when it is cut short (newer-formats §5). */
const BACKUP = 'events.v3.backup';
const UNFINISHED = 'events.v4.tmp';

/** What lies in the directory of a conversation log although it was converted: the new log counts. */
export function leftoversOf(directory: SessionDirectory): Finding[] {
  const hasLog = directory.has('events.jsonl');
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
