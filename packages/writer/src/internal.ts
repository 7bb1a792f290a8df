/** What other packages of fxlog build on: crash-safe file primitives, control files of a session, names. It may change with every version. */

export type { AttachmentPlace } from './attachment-place.js';
export { parseChildPath } from './child-path.js';
export {
  contentAddressedName,
  imageLocator,
  latestPointerName,
  sha256Hex,
  toolResultHandle,
} from './content-names.js';
export type {
  ClimbContext,
  DialectLoss,
  EntryDraft,
  MiddleEntry,
  ReportDialectLoss,
  SessionContent,
  SessionHead,
  SessionItem,
  WriteDialect,
  WrittenContent,
} from './dialect.js';
export { laterOf } from './dialects/conversation-log/later-of.js';
export { LogLines } from './dialects/conversation-log/log-lines.js';
export { cutText, MAX_PREVIEW_BYTES } from './dialects/conversation-log/preview.js';
export { ReferencedFiles } from './dialects/conversation-log/referenced-files.js';
export { turnEvents } from './dialects/conversation-log/turn-events.js';
export { wholeEntry, withOwnNumbers } from './dialects/conversation-log/whole-turn.js';
export type { AttachmentReader } from './dialects/event-log-v1/attachments.js';
export { AttachmentWriter, detectMediaType } from './dialects/event-log-v1/attachments.js';
export { withItemAsync } from './dialects/event-log-v1/bad-value.js';
export { DisplayDerivation, deriveDisplay } from './dialects/event-log-v1/derive-display.js';
export {
  encodeAuthority,
  encodeCheckpoint,
  encodeCommitIntent,
  encodeDisplay,
  encodeManifest,
  encodeWatermark,
  toPosition,
} from './dialects/event-log-v1/encode-sidecars.js';
export type { LogBoundary } from './dialects/event-log-v1/event-encoder.js';
export { eventLogFingerprint } from './dialects/event-log-v1/fingerprint.js';
export {
  type RawFrame,
  type ReplacementDraft,
  type ReplacementReason,
  rawFrameOf,
} from './dialects/event-log-v1/log-item.js';
export { type ManifestFacts, manifestBytes } from './dialects/event-log-v1/manifest-bytes.js';
export { stateItems } from './dialects/event-log-v1/state-items.js';
export { WRITTEN_DIALECTS, writeDialectOf } from './dialects/index.js';
export { type BlobPlace, Blobs } from './dialects/sessions-v2/blobs.js';
export { catalogueSession } from './dialects/sessions-v2/catalogue.js';
export { StoreLines, type StoreLinesStart } from './dialects/sessions-v2/store-lines.js';
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
export { isFlocked } from './fs/flock.js';
export { type FileSystemCall, instrumentFileSystem } from './fs/instrument-file-system.js';
export { type FlockOptions, withFlock } from './fs/with-flock.js';
export { randomIdentifiers } from './identifiers.js';
export { ImageNumbers } from './image-numbers.js';
export { lossOfFinding } from './loss-of-finding.js';
export { itemsOf } from './session-items.js';
export { encodeLatestPointer, encodeUsageSidecar } from './shared-sidecars.js';
export { writeContent } from './write-content.js';
export { type DirectoryContent, type DirectoryFile, writeDirectory } from './write-directory.js';
