export { type AppendedTurn, type AppendOptions, appendTurn } from './dialects/event-log-v1/append/append-turn.js';
export type { Published } from './dialects/event-log-v1/change/root-caches.js';
export { type CopiedSession, type CopyOptions, copySession } from './dialects/event-log-v1/copy/copy-session.js';
export type { FxListOptions } from './dialects/event-log-v1/listing/list-as-fx.js';
export type { QuarantineEntry, QuarantineIndex } from './dialects/event-log-v1/repair/quarantine.js';
export type {
  LogRepair,
  RepairOptions,
  RepairReport,
  RepairTarget,
} from './dialects/event-log-v1/repair/repair-report.js';
export { repairSession } from './dialects/event-log-v1/repair/repair-session.js';
export type { Cut } from './dialects/event-log-v1/repair/salvage-log.js';
export type { FileFate, SurveyedFile } from './dialects/event-log-v1/repair/survey-files.js';
export {
  type RewriteOptions,
  type RewriteTarget,
  rewriteSession,
} from './dialects/event-log-v1/rewrite/rewrite-session.js';
export type { RewriteChange } from './dialects/event-log-v1/rewrite/rewritten-log.js';
export type { LogSize, RewrittenSession } from './dialects/event-log-v1/rewrite/rewritten-session.js';
export type { CheckpointContent } from './dialects/event-log-v1/sidecars/checkpoint.js';
export {
  type RemovedSession,
  type RemoveOptions,
  removeSession,
} from './dialects/event-log-v1/trash/remove-session.js';
export { TRASH_NAME, trashOf } from './dialects/event-log-v1/trash/trash-place.js';
export {
  type Advice,
  type Condition,
  type DoctorOptions,
  type DoctorReport,
  type DoctorSession,
  doctorReport,
  type RuleCount,
} from './doctor/doctor-report.js';
export type { ChildFile } from './paths/child-directories.js';
export { decodeCommandReplay, type ReplayFrame } from './paths/command-replay.js';
export { type ListOptions, type OpenRootOptions, SessionsRoot, type VerifyAllOptions } from './root/sessions-root.js';
export {
  type Artifact,
  blobsBeside,
  type CommandReplay,
  describeSession,
  openSession,
  type ReadBlob,
  type Session,
  type SessionLog,
  type SessionRead,
  type Sidecar,
} from './session.js';
export type { SessionFacts } from './session-facts.js';
export { StoreError, type StoreErrorInit } from './store-error.js';
export type {
  ChildLink,
  FxListing,
  FxSessionRow,
  LatestPointer,
  RootListing,
  SessionFormat,
  SessionHealth,
  SessionNode,
  SessionPlace,
  SessionSummary,
  StrayEntry,
} from './summary.js';
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
