export { type AssembleOptions, assembleTurns } from './assemble-turns.js';
export { buildTurn } from './build-turn.js';
export { type DurableText, durableText } from './durable-text.js';
export type { FoldSink, ReplacementOutcome, TurnTotals } from './fold/fold-sink.js';
export { type Boundary, type FoldOutcome, type FoldStart, LogFold, type LogFoldOptions } from './fold/log-fold.js';
export type { ChunkPlace, ReplacementTurn } from './fold/replacement.js';
export type { FoldLogOptions, ReductionStart } from './fold-options.js';
export { FoldSnapshot, FoldSnapshotError, type FoldSnapshotJson } from './fold-snapshot.js';
export { type LenientReduceResult, type ReduceOptions, type ReduceResult, reduceLog } from './reduce-log.js';
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
