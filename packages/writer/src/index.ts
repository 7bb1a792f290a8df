export {
  type AttachmentPlace,
  type AttachmentReader,
  type AttachmentRef,
  AttachmentWriter,
  detectMediaType,
} from './attachments.js';
export { isHandle, isSegment, isSessionId, parseChildPath } from './child-path.js';
export {
  contentAddressedName,
  imageLocator,
  latestPointerName,
  sha256Hex,
  toolResultHandle,
} from './content-names.js';
export { DisplayDerivation, deriveDisplay } from './derive-display.js';
export { closing, createDirectory, createFile, durableReplace, orUndo, syncDirectory } from './durable-replace.js';
export { type EncodeLogOptions, encodeLog, type LogItems } from './encode-log.js';
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
} from './encode-sidecars.js';
export { type EncodedFrame, type EncodeOptions, EventEncoder, type LogBoundary } from './event-encoder.js';
export {
  type FileStat,
  type FileSystem,
  hasCode,
  nodeFileSystem,
  type OpenFile,
  type OpenMode,
  permissions,
} from './file-system.js';
export { eventLogFingerprint } from './fingerprint.js';
export {
  type IdentifierSource,
  type IdentifierUse,
  newSessionId,
  randomIdentifiers,
  seededIdentifiers,
} from './identifiers.js';
export { type FileSystemCall, instrumentFileSystem } from './instrument-file-system.js';
export { LogEncoderStream } from './log-encoder-stream.js';
export type {
  EventDraft,
  LogItem,
  RawFrame,
  ReplacementDraft,
  ReplacementReason,
  SessionHeader,
  TurnDraft,
} from './log-item.js';
export { type ManifestFacts, manifestBytes } from './manifest-bytes.js';
export type { SessionTarget } from './publish-session.js';
export { stateItems } from './state-items.js';
export { type FlockOptions, withFlock } from './with-flock.js';
export { WriteError, type WriteErrorDetails } from './write-error.js';
export {
  type SessionFile,
  type SessionInput,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from './write-session.js';
