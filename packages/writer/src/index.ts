export type { AttachmentReader, AttachmentRef } from './dialects/event-log-v1/attachments.js';
export { imageLocator, toolResultHandle } from './dialects/event-log-v1/content-names.js';
export { type EncodeLogOptions, encodeLog, type LogItems } from './dialects/event-log-v1/encode-log.js';
export {
  type EncodedFrame,
  type EncodeOptions,
  EventEncoder,
  type LogBoundary,
} from './dialects/event-log-v1/event-encoder.js';
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
export { stateItems } from './dialects/event-log-v1/state-items.js';
export {
  type SessionInput,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from './dialects/event-log-v1/write-session.js';
export { type FileSystem, nodeFileSystem } from './fs/file-system.js';
export {
  type IdentifierSource,
  type IdentifierUse,
  newSessionId,
  randomIdentifiers,
  seededIdentifiers,
} from './identifiers.js';
export type { SessionFile, SessionTarget } from './session-target.js';
export { WriteError, type WriteErrorInit } from './write-error.js';
