export {
  type HistoryPlace,
  type RunningTurn,
  SessionHistory,
  type SessionHistoryEnd,
  SessionHistoryReader,
  type SessionHistorySink,
} from './history.js';
export {
  type BadBlob,
  type BadSnapshot,
  judgeSessionLog,
  type OrderVerdict,
  type RecoverVerdict,
  type SessionJudgeOptions,
  SessionLogJudge,
  type SessionLogVerdict,
  type VerifyVerdict,
} from './judge-log.js';
export type { OpenedAs, OpenVerdict, RepairLine } from './open.js';
export type { OrderFault } from './order.js';
export type { Damage, ScanVerdict } from './scan.js';
export { type FoldedLine, SessionFold } from './session-fold.js';
