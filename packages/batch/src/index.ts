export { BatchError } from './batch-error.js';
export { type ArchiveFormat, archiveFormatOf, FORMAT_PREFIX_BYTES } from './inputs/archive-format.js';
export type { FindOptions } from './inputs/find-options.js';
export { findSessions, measureInputs } from './inputs/find-sessions.js';
export { DEFAULT_LIMITS, type InputLimits } from './inputs/input-limits.js';
export { Job, type JobOptions, type JobRecord, readJob } from './job/job.js';
export type { JobDescription } from './job/job-description.js';
export type { FinishedRun, JournalContent, SettledSession } from './job/journal.js';
export { mergeJobs, readShards, type ShardSet } from './job/merge-jobs.js';
export { type RowCodec, RowFile } from './job/row-file.js';
export { parseShard, type Shard, shardOf } from './job/shard.js';
export type { PackedFile, PackedSession } from './model/packed-session.js';
export type { Progress } from './model/progress.js';
export type { InputOrigin, OpenInput, Reason, SessionInput } from './model/session-input.js';
export type { BatchSummary, SessionResult } from './model/session-result.js';
export type { MergedSession, MergeShard, Sink, SinkSession, SinkStart } from './model/sink.js';
export type { FindingCounts, Task, TaskContext, TaskInput, TaskOutcome } from './model/task.js';
export type { BatchOrder } from './pool/protocol.js';
export { type AnyTask, serveTasks, type TaskLoaders } from './pool/serve-tasks.js';
export type { ProcessOptions } from './process-options.js';
export { processSessions } from './process-sessions.js';
export type { Cell, Column, ColumnType, Table } from './rows/column.js';
export { type DeriveOptions, deriveRows } from './rows/derive-rows.js';
export { describeTables } from './rows/describe-tables.js';
export { exactJsonRows } from './rows/exact-json-rows.js';
export { CELL_ROWS, type CellRow, cellsOf } from './rows/row-codec.js';
export { rowsTask } from './rows/rows-task.js';
export { type RowOf, TABLE_NAMES, TABLES, type TableName, type TableRow } from './rows/tables.js';
export { createMatcher, type Matcher, type Range } from './search/matcher.js';
export {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchOptions,
  type SearchRow,
} from './search/search-options.js';
export { searchTask } from './search/search-task.js';
export { type PublishedTables, publishTables } from './sinks/publish-tables.js';
export { sqliteSchema } from './sinks/sqlite-schema.js';
export { TableStage } from './sinks/table-stage.js';
export {
  TABLE_FORMATS,
  type TableFormat,
  type TableTarget,
  type TableWriter,
} from './sinks/table-target.js';
export { type LargeOutput, type SessionStats, statsTask, type ToolUse } from './stats/session-stats.js';
export { renderStatsPage } from './stats/stats-page.js';
export type { StatsReport, ToolStats, Usage, UsageCoverage } from './stats/stats-report.js';
export { StatsTotals } from './stats/stats-totals.js';
export { BATCH_TASKS } from './tasks/batch-tasks.js';
