export { BatchError } from './batch-error.js';
export type { FindOptions } from './inputs/find-options.js';
export { findSessions } from './inputs/find-sessions.js';
export type { InputLimits } from './inputs/input-limits.js';
export { Job, type JobOptions } from './job/job.js';
export { mergeJobs } from './job/merge-jobs.js';
export { parseShard, type Shard } from './job/shard.js';
export type { PackedFile, PackedSession } from './model/packed-session.js';
export type { Progress } from './model/progress.js';
export type { InputOrigin, OpenInput, Reason, SessionInput } from './model/session-input.js';
export type { BatchSummary, SessionResult } from './model/session-result.js';
export type { Sink, SinkSession, SinkStart } from './model/sink.js';
export type { FindingCounts, Task, TaskContext, TaskInput, TaskOutcome } from './model/task.js';
export { serveTasks, type TaskLoaders } from './pool/serve-tasks.js';
export type { ProcessOptions } from './process-options.js';
export { processSessions } from './process-sessions.js';
export { rowsTask } from './rows/rows-task.js';
export { TABLE_NAMES, TABLES, type TableName } from './rows/tables.js';
export {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchOptions,
  type SearchRow,
} from './search/search-options.js';
export { searchTask } from './search/search-task.js';
export { type PublishedTables, publishTables } from './sinks/publish-tables.js';
export { TableSink } from './sinks/table-sink.js';
export { TABLE_FORMATS, type TableFormat, type TableTarget } from './sinks/table-target.js';
export { statsTask } from './stats/session-stats.js';
export { renderStatsPage } from './stats/stats-page.js';
export type { StatsReport, ToolStats, Usage, UsageCoverage } from './stats/stats-report.js';
export { StatsTotals } from './stats/stats-totals.js';
export { BATCH_TASKS } from './tasks/batch-tasks.js';
