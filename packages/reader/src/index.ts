export { EventReader } from './event-reader.js';
export { EventRecord } from './event-record.js';
export { EventStream } from './event-stream.js';
export { type FollowIterator, type FollowOptions, follow } from './follow.js';
export type { FollowEvent } from './follow-event.js';
export { Frame } from './frame.js';
export { FrameReader } from './frame-reader.js';
export { FrameStream } from './frame-stream.js';
export { LogError, type LogErrorInit } from './log-error.js';
export { LOG_START, type LogPosition, positionAfter } from './log-position.js';
export { type EventIterator, eventsOf, type FlatEventIterator, readEvents, type TokenExtra } from './read-events.js';
export { framesOf, readFrames } from './read-frames.js';
export type { ReadOptions, SkippedRange, StartPosition } from './read-options.js';
export type { ReadSummary } from './read-summary.js';
export { type Resumption, resumeFrom, startAfter } from './resume-from.js';
export {
  checkToken,
  decodeToken,
  encodeToken,
  type FileIdentity,
  type PlainJson,
  positionOf,
  type ResumeToken,
  TokenError,
  toToken,
} from './resume-token.js';
export { type FileBeginning, isFileBeginning, type Source, sourceChunks } from './source.js';
export { SourceError, type SourceErrorInit } from './source-error.js';
export { UnsupportedFormatError } from './unsupported-format-error.js';
