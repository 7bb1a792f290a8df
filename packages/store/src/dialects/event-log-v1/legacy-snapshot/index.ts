import type { StoreDialect } from '../../../dialect.js';
import { migrationOf } from '../../../migration.js';
import { StoreError } from '../../../store-error.js';
import { formatOf, scanOf, summarizeSession } from '../listing/summarize-session.js';
import { readLegacySnapshot } from '../sidecars/legacy-snapshot.js';

/** Sessions from before event logs, one `session.json` with the whole conversation. What fx up to 0.0.7 says of them is judged where it judges all. */
export const legacySnapshot: StoreDialect = {
  id: 'legacy-snapshot',
  claims: (directory) => {
    const isLegacy = migrationOf(directory) === null && formatOf(scanOf(directory)) === 'legacy-snapshot';
    return isLegacy ? 'certain' : 'no';
  },
  summarize: summarizeSession,
  async open(directory) {
    const { LegacySession } = await import('./legacy-session.js');
    return new LegacySession(directory);
  },
  async verify(directory, options) {
    const { verifyEventLog } = await import('../judge/verify-session.js');
    return verifyEventLog(directory, options);
  },
  removal: { locks: ['session.lock'] },
  repair: {
    lock: 'session.lock',
    refusal: (dir, { id }) => {
      if (!readLegacySnapshot(dir, id, true).ok) return null;
      const message = `${dir} is a session from before event logs; fx converts it when it resumes it.`;
      return new StoreError({ rule: 'repair/legacy-format', message, file: dir });
    },
    async plan(context) {
      const { planEventLogRepair } = await import('../repair/plan-repair.js');
      return planEventLogRepair(context);
    },
  },
};
