import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import type { EventRecord } from './event-record.js';

/**
 * What happens to a log that is being followed.
 *
 * `resumeAt` is where reading goes on: events that were delivered from at or behind that offset are void, and what stands
 * there now is delivered next.
 */
export type FollowEvent<Checked extends CheckedFrame = AnyFrame> =
  | { readonly type: 'events'; readonly events: readonly EventRecord<Checked>[] }
  /** Bytes behind the last LF: a line that is still being written. Length 0 when it is gone. Not an error. */
  | { readonly type: 'pending'; readonly offset: number; readonly length: number }
  /** The file lost bytes at its end. fx cuts off what was not committed. */
  | { readonly type: 'truncated'; readonly size: number; readonly resumeAt: number }
  /** Another file has the name now, or the same file was written anew. */
  | { readonly type: 'replaced'; readonly by: 'another-file' | 'other-content'; readonly resumeAt: number }
  /** The events after this are of another epoch: fx rewrote the log (event-log §10). */
  | { readonly type: 'new-generation'; readonly generation: string; readonly previous: string }
  /** Nothing has the name any more. Following goes on. */
  | { readonly type: 'vanished' }
  /** A file has the name again. */
  | { readonly type: 'appeared'; readonly resumeAt: number };
