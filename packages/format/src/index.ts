export { detectFormat, type FormatDetection, type KnownFormat, type UnknownFormat } from './detect-format.js';
export {
  type CheckedFrame,
  type CheckOptions,
  checkLine,
  type DialectDescription,
  type DialectId,
  type DialectPart,
  type FileHead,
  type FormatDialect,
  type HostErrorNames,
  type RecoveryHints,
  type Sequence,
  type SequenceStart,
} from './dialect.js';
export * from './dialects/conversation-log/artifacts.js';
export { type ConversationLine, checkConversationLine } from './dialects/conversation-log/conversation-line.js';
export { conversationLog } from './dialects/conversation-log/dialect.js';
export {
  CONVERSATION_TAGS,
  type ConversationPayload,
  type ConversationTag,
  conversationTag,
  decodeConversationFrame,
  decodeConversationPayload,
  encodeConversationFrame,
  encodeConversationPayload,
} from './dialects/conversation-log/frame.js';
export type {
  ConversationEvent,
  ConversationFrame,
  ConversationManifest,
} from './dialects/conversation-log/generated/types.js';
export * from './dialects/conversation-log/limits.js';
export { decodeConversationManifest, encodeConversationManifest } from './dialects/conversation-log/manifest.js';
export { ConversationOrder, type OrderFault } from './dialects/conversation-log/order.js';
export {
  type ConversationSidecarName,
  type ConversationSidecars,
  isHistoryOnly,
  judgeRecovery,
  type RecoveryState,
  readConversationSidecar,
  type SidecarReading,
  sidecarFinding,
} from './dialects/conversation-log/sidecars.js';
export { DIALECT_DESCRIPTIONS, describeDialect, isReadableDialect } from './dialects/descriptions.js';
export { readCanonicalDocument } from './dialects/event-log-v1/canonical-document.js';
export {
  checkFrame,
  decodeChecked,
  EventLogFrame,
  recogniseFrames,
} from './dialects/event-log-v1/check-frame.js';
export type { DecodedChunk } from './dialects/event-log-v1/chunk.js';
export { type DecodeOptions, decodeFrame } from './dialects/event-log-v1/decode-frame.js';
export { eventLogV1 } from './dialects/event-log-v1/dialect.js';
export { EMPTY_PERMISSION_STATE, stateHead, stateTail, stateTurn } from './dialects/event-log-v1/encode/state.js';
export { encodeFrame, encodeState } from './dialects/event-log-v1/encode-frame.js';
export {
  type ControlFileValidatorName,
  controlFileValidators,
} from './dialects/event-log-v1/generated/control-file-validators.js';
export { type JsonSchema, type SchemaName, schemas } from './dialects/event-log-v1/generated/schemas.js';
export type * from './dialects/event-log-v1/generated/types.js';
export * from './dialects/event-log-v1/layout.js';
export * from './dialects/event-log-v1/limits.js';
export { judgeAttempts, judgeUsage } from './dialects/event-log-v1/meaning/event.js';
export { addUint64, normalizeInteger } from './dialects/event-log-v1/meaning/exact-integer.js';
export { settleHistoryTurn } from './dialects/event-log-v1/meaning/history-turn.js';
export { isWellFormedArguments, sameBytes } from './dialects/event-log-v1/meaning/tool-arguments.js';
export * from './dialects/event-log-v1/state/index.js';
export { type ValidatorName, validators } from './dialects/event-log-v1/validators.js';
export { type AnyFrame, DEFAULT_DIALECT, DIALECTS, dialectById, frameOf, isFrameOf } from './dialects/index.js';
export * from './dialects/sessions-v2/index.js';
export type { Finding, Severity } from './finding.js';
export { type Fault, FrameError, type FrameErrorInit } from './frame-error.js';
export type { FxErrorName, SessionsV2ErrorName, SystemErrorName } from './fx-error-name.js';
export { FxlogError, type FxlogErrorInit } from './fxlog-error.js';
export type { ValidationContext } from './keywords.js';
export * from './layouts.js';
export { type RecogniserName, useRecogniser } from './recogniser/recogniser.js';
export { findRule, RULES, type RuleId, ruleById } from './rules/index.js';
export type { Rule } from './rules/rule.js';
export type { DurableBytes, Int64, Uint64 } from './scalars.js';
export * from './session-layout.js';
export { runValidator, type ShapeResult } from './shape.js';
export type { DataLocation, Validator, ValidatorError } from './validator.js';
