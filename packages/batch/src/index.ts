export type { Progress } from './model/progress.js';
export type { InputOrigin, OpenInput, Reason, SessionInput } from './model/session-input.js';
export type { BatchSummary, SessionResult } from './model/session-result.js';
export type { MergedSession, MergeShard, Sink, SinkSession, SinkStart } from './model/sink.js';
export type { FindingCounts, Task, TaskContext, TaskInput, TaskOutcome } from './model/task.js';
