export { readCanonicalDocument } from './canonical-document.js';
export {
  CheckedFrame,
  checkFrame,
  decodeChecked,
  recogniseFrames,
} from './check-frame.js';
export { type DecodeOptions, decodeFrame } from './decode-frame.js';
export { EMPTY_PERMISSION_STATE, stateHead, stateTail, stateTurn } from './encode/state.js';
export { encodeFrame, encodeState } from './encode-frame.js';
export type { DecodedChunk } from './fast/chunk.js';
export { type RecogniserName, useRecogniser } from './fast/recogniser.js';
export type { Finding, Severity } from './finding.js';
export { type Fault, FrameError, type FxErrorName } from './frame-error.js';
export { type ControlFileValidatorName, controlFileValidators } from './generated/control-file-validators.js';
export { type JsonSchema, type SchemaName, schemas } from './generated/schemas.js';
export type * from './generated/types.js';
export type { ValidationContext } from './keywords.js';
export * from './limits.js';
export { judgeAttempts, judgeUsage } from './meaning/event.js';
export { addUint64, normalizeInteger } from './meaning/exact-integer.js';
export { settleHistoryTurn } from './meaning/history-turn.js';
export { isWellFormedArguments, sameBytes } from './meaning/tool-arguments.js';
export { RULES, ruleById } from './rules/index.js';
export type { Rule } from './rules/rule.js';
export type { DurableBytes, Int64, Uint64 } from './scalars.js';
export { runValidator, type ShapeResult } from './shape.js';
export * from './state/index.js';
export type { DataLocation, Validator, ValidatorError } from './validator.js';
export { type ValidatorName, validators } from './validators.js';
