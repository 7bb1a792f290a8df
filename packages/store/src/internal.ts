/** What other packages of fxlog build on. It may change with every version. */
export { isSessionsRoot } from './dialects/event-log-v1/change/root-caches.js';
export { isCountedInStore } from './dialects/sessions-v2/place.js';
export { formatName, isNewerFormat, whyUnread } from './formats.js';
export { isPutAside, isSessionOfRoot } from './root/root-entries.js';
