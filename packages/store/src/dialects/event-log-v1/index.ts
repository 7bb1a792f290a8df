import type { Finding } from '@fxlog/format';
import type { StoreDialect } from '../../dialect.js';
import { migrationOf, OLD_LOG, oldLogFinding } from '../../migration.js';
import type { SessionDirectory } from '../../session-directory.js';
import { scanOf, summarizeSession } from './listing/summarize-session.js';

/**
 * Event logs with a watermark (fx up to 0.0.7), and whatever no dialect knows: of that it says what fx 0.0.5 would. What reads logs is loaded when it is needed: a listing starts in half the time without it.
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
    const laterTurns = verdict.readable.turns ?? verdict.laterTurns ?? (await turnsIn(directory));
    // The manifest is half of one format and half of another for as long as the change lasts.
    const isState = ({ rule, file }: Finding) => rule === 'store/unreadable' && file === 'session.json';
    const findings = verdict.findings.filter((finding) => laterTurns === null || !isState(finding));
    const turns = verdict.readable.turns === undefined && laterTurns !== null ? { laterTurns } : {};
    return { ...verdict, format: 'event-log-v1', findings: [oldLogFinding(), ...findings], ...turns };
  },
  async copy(dir, target, options) {
    const { copyEventLog } = await import('./copy/copy-event-log.js');
    return copyEventLog(dir, target, options);
  },
  removal: {
    locks: ['session.lock', 'commit.lock'],
    async refuse(dir) {
      const { refuseFenced } = await import('./change/open-committed.js');
      refuseFenced(dir);
    },
  },
  repair: {
    lock: 'session.lock',
    async plan(context) {
      const { planEventLogRepair } = await import('./repair/plan-repair.js');
      return planEventLogRepair(context);
    },
  },
};

/** How many turns can be read of a session in the middle of a change; null where none can. */
async function turnsIn(directory: SessionDirectory): Promise<number | null> {
  const { foldLog } = await import('@fxlog/assembler/internal');
  const log = (await eventLogV1.open(directory)).read();
  if (!log.ok) return null;
  const { state, turns } = await foldLog(log.path, { mode: 'lenient', ...(log.end !== undefined && { end: log.end }) });
  return state === null ? null : turns;
}
