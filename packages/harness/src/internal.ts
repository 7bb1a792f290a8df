/** What other packages of fxlog build on beside the root: it may change with every version. */

export { type CallSubject, CallSubjects } from './call-subjects.js';
export { lastUndoable } from './changes/changes.js';
export { type FileNow, filesNow } from './changes/now.js';
export { type ChangeChain, chainsOf, patchOf } from './changes/patch.js';
export { type ContextBudget, type ContextBudgetName, contextBudgets, parseContextOverride } from './context/budgets.js';
export { type ContextSource, recordedCuts, sourcesNow } from './context/sources.js';
export { recordAsCompaction } from './dialects/event-log-v1/context/model-view.js';
export { instructionFindings } from './instructions/findings.js';
export { unknownServers } from './mcp/findings.js';
export { childBeyondParent, powerlessRules, refusedToday, unusedRules } from './permissions/findings.js';
export { isHidden } from './permissions/rules.js';
export { droppedFile, settingsFindings } from './profile/findings.js';
export { readSettingsFile, settingsIn, settingsOf } from './profile/settings.js';
export { type SharedSettings, sharedSettings } from './profile/shared-settings.js';
export { type RecordedCall, readCalls, type SessionCalls } from './recorded-calls.js';
export { cutsOf, skillFindings } from './skills/findings.js';
