import type { StoreDialect } from '../../dialect.js';
import { migrationOf, OLD_LOG, oldLogFinding } from '../../migration.js';
import { scanOf, summarizeSession } from './listing/summarize-session.js';

/**
 * Event logs with a watermark (fx up to 0.0.7), the snapshots before them, which the same fx reads, and whatever no dialect knows: of that it says
 * what fx 0.0.5 would. What reads logs is loaded when it is needed: a listing starts in half the time without it.
 */
export const eventLogV1: StoreDialect = {
  id: 'event-log-v1',
  claims: (directory) => {
    const isOwn = scanOf(directory).classification.kind === 'current' || migrationOf(directory) !== null;
    return isOwn ? 'certain' : 'perhaps';
  },
  summarize: (directory) => {
    const summary = summarizeSession(directory);
    const migration = migrationOf(directory);
    if (migration === null) return summary;
    const log = { logFile: OLD_LOG, logBytes: directory.sizeOf(OLD_LOG) };
    const findings = [oldLogFinding()];
    return { ...summary, ...log, format: 'event-log-v1', health: 'warning', pending: 'migration', findings };
  },
  async open(directory) {
    const { EventLogSession } = await import('./event-log-session.js');
    return migrationOf(directory) === null
      ? new EventLogSession(directory)
      : new EventLogSession(directory, 'event-log-v1');
  },
  async verify(directory, options) {
    const { verifyEventLog } = await import('./judge/verify-session.js');
    const verdict = await verifyEventLog(directory, options);
    const migration = migrationOf(directory);
    if (migration === null) return verdict;
    return { ...verdict, format: 'event-log-v1', findings: [oldLogFinding(), ...verdict.findings] };
  },
};
