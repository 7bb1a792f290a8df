/** What other packages of fxlog build on: the folds of single formats. It may change with every version. */

export { foldLog } from './assemble-turns.js';
export type { ConversationBegin, ConversationEntry } from './conversation/conversation-item.js';
export { type HistoryGatherer, StandingHistory } from './conversation/standing-history.js';
export type { ConversationWatch } from './conversation/watch.js';
export {
  type ConversationCompaction,
  ConversationFold,
  type ConversationFoldSink,
  type ConversationView,
  CUT_SHORT,
  type NewestCheckpoint,
} from './dialects/conversation-log/conversation-fold.js';
export {
  type ConversationSteering,
  type ConversationStep,
  type ConversationTurn,
  ConversationTurnBuilder,
  type ConversationTurnEnd,
} from './dialects/conversation-log/conversation-turn.js';
export { type ConversationLogTurn, conversationEntry, type UnendedTurn } from './dialects/conversation-log/native.js';
export {
  type ConversationCommit,
  type ConversationCut,
  type ConversationFault,
  ConversationSurvey,
  type ConversationSurveyResult,
  closingLine,
  isCommitted,
} from './dialects/conversation-log/survey.js';
export { turnInFlight } from './dialects/conversation-log/turn-in-flight.js';
export { buildEntry } from './dialects/event-log-v1/build-turn.js';
export type { FoldRecord } from './dialects/event-log-v1/fold-record.js';
export { eventLogRecord } from './dialects/event-log-v1/fold-record.js';
export { turnOf } from './dialects/event-log-v1/folded-state.js';
export {
  type Boundary,
  type FoldStart,
  LogFold,
  type LogFoldOptions,
  type LogFoldOutcome,
} from './dialects/event-log-v1/log-fold.js';
export { eventLogState, eventLogTurn } from './dialects/event-log-v1/native.js';
export type { NativeState, NativeTurn } from './dialects/index.js';
export { attempt } from './dialects/sessions-v2/attempt.js';
export type { RunningSessionTurn } from './dialects/sessions-v2/native.js';
export { OpenJudge } from './dialects/sessions-v2/open.js';
export * from './dialects/sessions-v2/public.js';
export { type PlacedLine, scanTail } from './dialects/sessions-v2/scan.js';
export type { FoldedEntry, UsageReport } from './fold.js';
export type { FoldLogOptions, UnfinishedTurn } from './fold-log-options.js';
