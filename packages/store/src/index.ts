export type { ChildFile } from './check-children.js';
export type { CheckpointContent } from './checkpoint.js';
export { decodeCommandReplay, ReplayError, type ReplayFrame } from './command-replay.js';
export type { FxListOptions } from './list-as-fx.js';
export {
  type Artifact,
  type CommandReplay,
  openSession,
  type Session,
  type SessionLog,
  type Sidecar,
} from './session.js';
export { type ListOptions, type OpenRootOptions, SessionsRoot, type VerifyAllOptions } from './sessions-root.js';
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
