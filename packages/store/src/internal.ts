/** What other packages of fxlog build on. It may change with every version. */

export { renumberImages } from './dialects/event-log-v1/change/renumber-images.js';
export { HistoryWalk } from './dialects/event-log-v1/judge/history-walk.js';
export { copyRenumbered } from './dialects/event-log-v1/rewrite/copy-renumbered.js';
export type { RewriteTarget } from './dialects/event-log-v1/rewrite/rewrite-session.js';
export type { RewriteChange } from './dialects/event-log-v1/rewrite/rewritten-log.js';
export { isCountedInStore } from './dialects/sessions-v2/place.js';
export type { Condition } from './doctor/doctor-report.js';
export { formatName, isNewerFormat, whyUnread } from './formats.js';
export { isRebindable, rebindSession } from './rebind/rebind-session.js';
export type { ReboundSession } from './rebind/rebound-session.js';
export type { LogRepair } from './repair/repair-report.js';
export type { SurveyedFile } from './repair/survey-files.js';
export { isSessionsRoot } from './root/outdated-caches.js';
export { countsInRoot, isPutAside, isSessionOfRoot } from './root/root-entries.js';
export { blobsBeside, describeSession, type ReadBlob, type SessionLog } from './session.js';
export { type SessionContentOptions, sessionContent } from './session-content.js';
export { statedIdIn } from './session-directory.js';
export type { SessionHealth, StrayEntry } from './summary.js';
