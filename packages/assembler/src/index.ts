export { type AssembleOptions, assembleTurns } from './assemble-turns.js';
export type { ConversationItem, FollowedItem } from './conversation/conversation-item.js';
export { type ConversationOutline, type OutlineOptions, outlineConversation } from './conversation/outline.js';
export { type ConversationOptions, readConversation } from './conversation/read-conversation.js';
export { type ReduceOptions, type ReduceResult, reduceLog } from './dialects/event-log-v1/reduce-log.js';
export { durableText } from './durable-text.js';
export { loggedOutput, outputHandle } from './result-content.js';
export type { SessionState } from './session-state.js';
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
export type { TurnItem } from './turn-item.js';
export { TurnStream } from './turn-stream.js';
