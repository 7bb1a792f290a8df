export { type EncodeLogOptions, encodeLog } from './dialects/event-log-v1/encode-log.js';
export { type EncodeOptions, EventEncoder } from './dialects/event-log-v1/event-encoder.js';
export { LogEncoderStream } from './dialects/event-log-v1/log-encoder-stream.js';
export type { EventDraft, LogItem, SessionHeader, TurnDraft } from './dialects/event-log-v1/log-item.js';
export {
  type SessionInput,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from './dialects/event-log-v1/write-session.js';
export { type IdentifierSource, newSessionId, seededIdentifiers } from './identifiers.js';
export type { SessionFile, SessionTarget } from './session-target.js';
export { WriteError } from './write-error.js';
