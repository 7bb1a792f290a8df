export {
  type BlamedLine,
  type BlameOptions,
  type BlameSession,
  blameFile,
  type FileBlame,
  type LineWriter,
  type NoBlame,
} from './blame/blame.js';
export { type FileOperation, fileChanges } from './changes/changes.js';
export { type ModelImage, type ModelMessage, messageJson } from './dialects/event-log-v1/context/messages.js';
export {
  type ModelView,
  type ModelViewOptions,
  modelView,
  type NoModelView,
} from './dialects/event-log-v1/context/model-view.js';
export { DiskWorkspace } from './disk-workspace.js';
export { type CommittedFile, WorkspaceHistory } from './instructions/at-commit.js';
export {
  type InstructionFile,
  type InstructionPlaces,
  type InstructionScope,
  InstructionTree,
} from './instructions/chain.js';
export { type GovernedCall, governedCalls } from './instructions/governed-calls.js';
export { type McpSearch, type McpToolUse, mcpUses, type SessionMcp } from './mcp/mcp-uses.js';
export { type McpServer, type McpServers, readMcpServers } from './mcp/servers.js';
export { type AuditedCall, type AuditOptions, auditPermissions } from './permissions/audit.js';
export {
  decideCall,
  type PermissionCircumstances,
  type PermissionDecision,
  type PermissionMode,
  type PermissionOutcome,
} from './permissions/decide.js';
export type { PermissionRule } from './permissions/rules.js';
export type { ToolCall } from './permissions/targets.js';
export type {
  ProcessEvent,
  ProcessLifetime,
  ProcessOutput,
  ProcessReplay,
  ProcessState,
  SessionProcess,
} from './processes/session-process.js';
export { sessionProcesses } from './processes/session-processes.js';
export { type Memories, type RememberedPermission, readMemories, rememberedPermissions } from './profile/memories.js';
export { readSettings, type Settings } from './profile/settings.js';
export type { ReadCallsOptions } from './recorded-calls.js';
export {
  type FoundSkill,
  findSkills,
  type SkillCatalogue,
  type SkillPlaces,
  type SkillRoot,
} from './skills/find-skills.js';
export { type SessionSkills, type SkillInstall, type SkillUse, skillUses } from './skills/skill-uses.js';
export { TableWorkspace, UnseenWorkspace, type WorkspaceView } from './workspace.js';
