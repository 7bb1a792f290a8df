export { type AppendedTurn, type AppendOptions, appendTurn } from './append/append-turn.js';
export { isSessionsRoot, type Published } from './change/root-caches.js';
export type { ChildFile } from './check-children.js';
export type { CheckpointContent } from './checkpoint.js';
export { decodeCommandReplay, ReplayError, type ReplayFrame } from './command-replay.js';
export { type CopiedSession, type CopyOptions, copySession } from './copy/copy-session.js';
export {
  type Advice,
  type Condition,
  type DoctorOptions,
  type DoctorReport,
  type DoctorSession,
  doctorReport,
  type RuleCount,
} from './doctor/doctor-report.js';
export type { FxListOptions } from './list-as-fx.js';
export type { QuarantineEntry, QuarantineIndex } from './repair/quarantine.js';
export { RepairError } from './repair/repair-error.js';
export type { LogRepair, RepairOptions, RepairReport, RepairTarget } from './repair/repair-report.js';
export { repairSession } from './repair/repair-session.js';
export type { Cut } from './repair/salvage-log.js';
export type { FileFate, SurveyedFile } from './repair/survey-files.js';
export { type RewriteOptions, type RewriteTarget, rewriteSession } from './rewrite/rewrite-session.js';
export type { RewriteChange } from './rewrite/rewritten-log.js';
export type { LogSize, RewrittenSession } from './rewrite/rewritten-session.js';
export {
  type Artifact,
  type CommandReplay,
  openSession,
  type Session,
  type SessionLog,
  type Sidecar,
} from './session.js';
export {
  type ListOptions,
  type OpenRootOptions,
  type SessionPlace,
  SessionsRoot,
  type VerifyAllOptions,
} from './sessions-root.js';
export { StoreError } from './store-error.js';
export type {
  ChildLink,
  FxListing,
  FxSessionRow,
  LatestPointer,
  RootListing,
  SessionFormat,
  SessionHealth,
  SessionNode,
  SessionSummary,
  StrayEntry,
} from './summary.js';
export { type RemovedSession, type RemoveOptions, removeSession } from './trash/remove-session.js';
export { TRASH_NAME, trashOf } from './trash/trash-place.js';
export type {
  CommittedPosition,
  ListVerdict,
  ReadVerdict,
  RecoverVerdict,
  ResumeVerdict,
  SessionVerdict,
  Verdict,
  VerifyOptions,
} from './verdict.js';
export { verifySession } from './verify-session.js';
