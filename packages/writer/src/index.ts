export {
  type AttachmentPlace,
  type AttachmentReader,
  type AttachmentRef,
  AttachmentWriter,
  detectMediaType,
} from './dialects/event-log-v1/attachments.js';
export { parseChildPath } from './dialects/event-log-v1/child-path.js';
export {
  contentAddressedName,
  imageLocator,
  latestPointerName,
  sha256Hex,
  toolResultHandle,
} from './dialects/event-log-v1/content-names.js';
export { DisplayDerivation, deriveDisplay } from './dialects/event-log-v1/derive-display.js';
export { type EncodeLogOptions, encodeLog, type LogItems } from './dialects/event-log-v1/encode-log.js';
export {
  encodeAuthority,
  encodeCheckpoint,
  encodeCommitIntent,
  encodeDisplay,
  encodeLatestPointer,
  encodeManifest,
  encodeUsageSidecar,
  encodeWatermark,
  toPosition,
} from './dialects/event-log-v1/encode-sidecars.js';
export {
  type EncodedFrame,
  type EncodeOptions,
  EventEncoder,
  type LogBoundary,
} from './dialects/event-log-v1/event-encoder.js';
export { eventLogFingerprint } from './dialects/event-log-v1/fingerprint.js';
export { LogEncoderStream } from './dialects/event-log-v1/log-encoder-stream.js';
export type {
  EventDraft,
  LogItem,
  RawFrame,
  ReplacementDraft,
  ReplacementReason,
  SessionHeader,
  TurnDraft,
} from './dialects/event-log-v1/log-item.js';
export { type ManifestFacts, manifestBytes } from './dialects/event-log-v1/manifest-bytes.js';
export type { SessionTarget } from './dialects/event-log-v1/publish-session.js';
export { stateItems } from './dialects/event-log-v1/state-items.js';
export {
  type SessionFile,
  type SessionInput,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from './dialects/event-log-v1/write-session.js';
export { closing, createDirectory, createFile, durableReplace, orUndo, syncDirectory } from './fs/durable-replace.js';
export {
  type FileStat,
  type FileSystem,
  hasCode,
  nodeFileSystem,
  type OpenFile,
  type OpenMode,
  permissions,
} from './fs/file-system.js';
export { type FileSystemCall, instrumentFileSystem } from './fs/instrument-file-system.js';
export { type FlockOptions, withFlock } from './fs/with-flock.js';
export {
  type IdentifierSource,
  type IdentifierUse,
  newSessionId,
  randomIdentifiers,
  seededIdentifiers,
} from './identifiers.js';
export { WriteError, type WriteErrorInit } from './write-error.js';
