import type { StoreDialect } from '../../dialect.js';
import { isInStore, sessionsIn } from './place.js';
import { summarizeSession } from './summarize.js';

/** Sessions of the store that a newer fx keeps in `sessions/v2/` (newer-formats §2, §7). */
export const sessionsV2: StoreDialect = {
  id: 'sessions-v2',
  claims: (directory) => (isInStore(directory) ? 'certain' : 'no'),
  nested: sessionsIn,
  summarize: summarizeSession,
  async open(directory) {
    const { SessionsV2Session } = await import('./v2-session.js');
    return new SessionsV2Session(directory);
  },
  async verify(directory, options) {
    const { verifySessionLog } = await import('./verify.js');
    return verifySessionLog(directory, options);
  },
  async copy(dir, target, options) {
    const { copyStoreSession } = await import('./copy-session.js');
    return copyStoreSession(dir, target, options);
  },
  async rebind(dir, workspace, options) {
    const { rebindStoreSession } = await import('./rebind.js');
    return rebindStoreSession(dir, workspace, options);
  },
  removal: { locks: ['lock'], folder: 'v2' },
  repair: {
    lock: 'lock',
    async plan(context) {
      const { planStoreRepair } = await import('./repair/plan-repair.js');
      return planStoreRepair(context);
    },
    async catalogue(dir, fileSystem) {
      const { updateCatalogue } = await import('./catalogue.js');
      await updateCatalogue(fileSystem, dir);
    },
  },
};
