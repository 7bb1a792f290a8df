import { unreadDialect } from '../unread-dialect.js';

/** Execution journals of builds of fx that were never released (newer-formats §6). */
export const executionJournal = unreadDialect({
  id: 'execution-journal',
  claims: (directory) => (directory.has('execution.journal') || directory.schema === 5 ? 'perhaps' : 'no'),
  log: 'execution.journal',
});
