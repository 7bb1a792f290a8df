export { type AssembleOptions, assembleTurns } from './assemble-turns.js';
export {
  type ConversationCompaction,
  ConversationFold,
  type ConversationFoldSink,
  type ConversationView,
  type NewestCheckpoint,
} from './dialects/conversation-log/conversation-fold.js';
export {
  type ConversationSteering,
  type ConversationStep,
  type ConversationTurn,
  ConversationTurnBuilder,
  type ConversationTurnEnd,
} from './dialects/conversation-log/conversation-turn.js';
export {
  type ConversationCommit,
  type ConversationCut,
  type ConversationFault,
  ConversationSurvey,
  type ConversationSurveyResult,
  closingLine,
  isCommitted,
} from './dialects/conversation-log/survey.js';
export { buildTurn } from './dialects/event-log-v1/build-turn.js';
export type { FoldLogOptions, ReductionStart } from './dialects/event-log-v1/fold-options.js';
export type { FoldSink, ReplacementOutcome, TurnTotals } from './dialects/event-log-v1/fold-sink.js';
export { FoldSnapshot, FoldSnapshotError, type FoldSnapshotJson } from './dialects/event-log-v1/fold-snapshot.js';
export {
  type Boundary,
  type FoldOutcome,
  type FoldStart,
  LogFold,
  type LogFoldOptions,
} from './dialects/event-log-v1/log-fold.js';
export {
  type LenientReduceResult,
  type ReduceOptions,
  type ReduceResult,
  reduceLog,
} from './dialects/event-log-v1/reduce-log.js';
export type { ChunkPlace, ReplacementTurn } from './dialects/event-log-v1/replacement.js';
export * from './dialects/sessions-v2/index.js';
export { type DurableText, durableText } from './durable-text.js';
export type {
  OutputReplay,
  ProcessEnd,
  Turn,
  TurnCall,
  TurnEnd,
  TurnImage,
  TurnResult,
  TurnSource,
  TurnStep,
  TurnUsage,
  TurnUser,
} from './turn.js';
export type {
  HistoryReplaced,
  ReplacementCommitted,
  ReplacementReason,
  ReplacementTorn,
  TurnCommitted,
  TurnItem,
} from './turn-item.js';
export { TurnStream } from './turn-stream.js';
