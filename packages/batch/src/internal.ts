/** What other packages of fxlog build on. It may change with every version. */

export { type ArchiveFormat, archiveFormatOf, FORMAT_PREFIX_BYTES } from './inputs/archive-format.js';
export { measureInputs } from './inputs/find-sessions.js';
export { DEFAULT_LIMITS } from './inputs/input-limits.js';
export { type JobRecord, readJob } from './job/job.js';
export type { JobDescription } from './job/job-description.js';
export { JobRows, type RowCodec } from './job/job-rows.js';
export type { FinishedRun, JournalContent, SettledSession } from './job/journal.js';
export { readShards, type ShardSet } from './job/merge-jobs.js';
export { parseShard, shardOf } from './job/shard.js';
export { CountOnce, type Duplicate } from './model/count-once.js';
export type { Reason } from './model/session-input.js';
export type { MergedSession, MergeShard, Sink, SinkSession, SinkStart } from './model/sink.js';
export type { BatchOrder } from './pool/protocol.js';
export type { AnyTask } from './pool/serve-tasks.js';
export type { Cell, Column, ColumnType, Table } from './rows/column.js';
export { type DeriveOptions, deriveRows } from './rows/derive-rows.js';
export { describeTables } from './rows/describe-tables.js';
export { exactJsonRows } from './rows/exact-json-rows.js';
export { CELL_ROWS, type CellRow, cellsOf } from './rows/row-codec.js';
export type { RowOf, TableRow } from './rows/tables.js';
export { createMatcher, type Matcher, type Range } from './search/matcher.js';
export { SEARCH_KINDS, type SearchKind, type SearchRow } from './search/search-options.js';
export type { PublishedTables } from './sinks/publish-tables.js';
export { sqliteSchema } from './sinks/sqlite-schema.js';
export type { TableTarget, TableWriter } from './sinks/table-target.js';
export type { LargeOutput, SessionStats, ToolUse } from './stats/session-stats.js';
export type { SetAside, Usage } from './stats/stats-report.js';
