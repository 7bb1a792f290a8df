export {
  decideCall,
  type PermissionCircumstances,
  type PermissionDecision,
  type PermissionMode,
  type PermissionOutcome,
} from './permissions/decide.js';
export type { PermissionRule } from './permissions/rules.js';
export type { ToolCall } from './permissions/targets.js';
export { PatternTooCostly } from './permissions/wildcard.js';
export { readSettings, type Settings } from './profile/settings.js';
export { TableWorkspace, UnseenWorkspace, type WorkspaceView } from './workspace.js';
