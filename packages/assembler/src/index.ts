export { type AssembleOptions, type AssembleResult, assembleTurns, foldLog } from './assemble-turns.js';
export type {
  ConversationBegin,
  ConversationEntry,
  ConversationItem,
  EntriesLeftOut,
  EntryContext,
  FollowedItem,
  UnattributedUsage,
} from './conversation/conversation-item.js';
export type { HistoryView } from './conversation/conversation-walk.js';
export type { FollowSettings } from './conversation/follow-conversation.js';
export { type ConversationOutline, type OutlineOptions, outlineConversation } from './conversation/outline.js';
export { type ConversationOptions, readConversation } from './conversation/read-conversation.js';
export type { ConversationWatch } from './conversation/watch.js';
export {
  type LenientReduceResult,
  type ReduceOptions,
  type ReduceResult,
  reduceLog,
} from './dialects/event-log-v1/reduce-log.js';
export type { FoldDialectId, NativeState, NativeTurn } from './dialects/index.js';
export { type DurableText, durableText } from './durable-text.js';
export type {
  ConversationSink,
  EntryFacts,
  Fold,
  FoldDialect,
  FoldedEntry,
  FoldOptions,
  FoldOutcome,
  FoldPoint,
  HistoryReplacement,
  ReplacementOutcome,
  UsageReport,
} from './fold.js';
export type { FoldLogOptions, UnfinishedTurn } from './fold-log-options.js';
export { loggedOutput, outputHandle } from './result-content.js';
export type { PendingTurn, SessionState } from './session-state.js';
export type {
  Compaction,
  FileChange,
  HistoryEntry,
  OutputReplay,
  ProcessEnd,
  ResultContent,
  Turn,
  TurnCall,
  TurnEnd,
  TurnFile,
  TurnImage,
  TurnResult,
  TurnSource,
  TurnSteering,
  TurnStep,
  TurnUsage,
  TurnUser,
} from './turn.js';
export type {
  EntryCommitted,
  HistoryReplaced,
  ReplacementCommitted,
  ReplacementTorn,
  TurnItem,
} from './turn-item.js';
export { TurnStream } from './turn-stream.js';
