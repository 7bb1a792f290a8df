/** What other packages of fxlog build on beside the root: it may change with every version. */
export { isHidden } from './permissions/rules.js';
export { settingsOf } from './profile/settings.js';
