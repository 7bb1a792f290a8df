export type { AppendedConversationTurn, ConversationAppendOptions } from './appended-turn.js';
export type { CopiedSession, CopyOptions } from './copy/copied-session.js';
export { copySession } from './copy/copy-session.js';
export { appendConversationTurn } from './dialects/conversation-log/append/append-turn.js';
export { type AppendedTurn, type AppendOptions, appendTurn } from './dialects/event-log-v1/append/append-turn.js';
export { type RewriteOptions, rewriteSession } from './dialects/event-log-v1/rewrite/rewrite-session.js';
export type { RewrittenSession } from './dialects/event-log-v1/rewrite/rewritten-session.js';
export { appendStoreTurn } from './dialects/sessions-v2/append/append-turn.js';
export { type DoctorOptions, type DoctorReport, doctorReport } from './doctor/doctor-report.js';
export { decodeCommandReplay } from './paths/command-replay.js';
export type { RepairOptions, RepairReport, RepairTarget } from './repair/repair-report.js';
export { repairSession } from './repair/repair-session.js';
export { type ListOptions, type OpenRootOptions, SessionsRoot } from './root/sessions-root.js';
export { type CommandReplay, openSession, type Session } from './session.js';
export { StoreError } from './store-error.js';
export type { RootListing, SessionNode, SessionSummary } from './summary.js';
export {
  type RemovedSession,
  type RemoveOptions,
  removeSession,
} from './trash/remove-session.js';
export type { SessionVerdict, Verdict, VerifyOptions } from './verdict.js';
export { verifySession } from './verify-session.js';
