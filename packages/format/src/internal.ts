/** What other packages of fxlog build on beside the root: it may change with every version. */

export type { CheckedFrame, FormatDialect } from './dialect.js';
export {
  type CheckOptions,
  checkLine,
  type FileHead,
  type HostErrorNames,
  type RecoveryHints,
  type Sequence,
  type SequenceStart,
} from './dialect.js';
export { DialectError } from './dialect-error.js';
export * from './dialects/conversation-log/artifacts.js';
export { type ConversationLine, checkConversationLine } from './dialects/conversation-log/conversation-line.js';
export {
  CONVERSATION_TAGS,
  type ConversationPayload,
  type ConversationTag,
  conversationTag,
  decodeConversationPayload,
  encodeConversationPayload,
} from './dialects/conversation-log/frame.js';
export type {
  ConversationFrame,
  ConversationManifest,
  ConversationUsage,
  RecoveryFile,
  SavedPermissions,
} from './dialects/conversation-log/generated/types.js';
export { conversationLogLayout } from './dialects/conversation-log/layout.js';
export * from './dialects/conversation-log/limits.js';
export { decodeConversationManifest, encodeConversationManifest } from './dialects/conversation-log/manifest.js';
export { ConversationOrder, type OrderFault } from './dialects/conversation-log/order.js';
export {
  type ConversationSidecarName,
  type ConversationSidecars,
  encodeConversationSidecar,
  isHistoryOnly,
  judgeRecovery,
  type RecoveryState,
  readConversationSidecar,
  type SidecarReading,
  sidecarFinding,
} from './dialects/conversation-log/sidecars.js';
export { toUsageSidecar } from './dialects/conversation-log/usage-sidecar.js';
export { describeDialect, isReadableDialect } from './dialects/descriptions.js';
export { adaptFrame } from './dialects/event-log-v1/adapt-frame.js';
export { readCanonicalDocument } from './dialects/event-log-v1/canonical-document.js';
export { checkFrame, decodeChecked, EventLogFrame, recogniseFrames } from './dialects/event-log-v1/check-frame.js';
export type { DecodedChunk } from './dialects/event-log-v1/chunk.js';
export { EMPTY_PERMISSION_STATE, stateHead, stateTail, stateTurn } from './dialects/event-log-v1/encode/state.js';
export { encodeStateTurn, statePieces } from './dialects/event-log-v1/encode-frame.js';
export {
  type ControlFileValidatorName,
  controlFileValidators,
} from './dialects/event-log-v1/generated/control-file-validators.js';
export type * from './dialects/event-log-v1/generated/types.js';
export * from './dialects/event-log-v1/layout.js';
export * from './dialects/event-log-v1/limits.js';
export { findPairingFault, type PairingFault } from './dialects/event-log-v1/meaning/call-pairing.js';
export { judgeAttempts, judgeUsage } from './dialects/event-log-v1/meaning/event.js';
export { addUint64 } from './dialects/event-log-v1/meaning/exact-integer.js';
export { settleHistoryTurn } from './dialects/event-log-v1/meaning/history-turn.js';
export { isCapturedCommand, isWellFormedArguments, sameBytes } from './dialects/event-log-v1/meaning/tool-arguments.js';
export * from './dialects/event-log-v1/state/index.js';
export { StateDocumentError } from './dialects/event-log-v1/state/index.js';
export { type AnyFrame, DEFAULT_DIALECT, dialectById, frameOf, isFrameOf } from './dialects/index.js';
export * from './dialects/sessions-v2/index.js';
export type { Fault, FrameErrorInit } from './frame-error.js';
export type { SessionsV2ErrorName, SystemErrorName } from './fx-error-name.js';
export type { FxlogErrorInit } from './fxlog-error.js';
export { looseSchemas } from './generated/loose-schemas.js';
export type { ValidationContext } from './keywords.js';
export * from './layouts.js';
export { type RecogniserName, useRecogniser } from './recogniser/recogniser.js';
export { isAddition } from './rules/additions.js';
export { findRule } from './rules/index.js';
export * from './session-layout.js';
export { runValidator, type ShapeResult } from './shape.js';
export { type TopLevelKeys, topLevelKeys } from './top-level-keys.js';
export type { DataLocation, Validator, ValidatorError } from './validator.js';
