import type { EventLogFrame } from '@fxlog/format';
import type { EventRecord } from '@fxlog/reader';

/** What a fold has to know of an event: one that was read, or one that is being written. */
export interface FoldRecord
  extends Pick<EventRecord, 'offset' | 'length' | 'line' | 'end' | 'kind' | 'seq' | 'timestampMs' | 'event'> {
  readonly checked: Pick<EventLogFrame, 'generation' | 'eventId' | 'workId' | 'decodeChunk'>;
  /** Makes it outlive the batch that it came in. */
  keep(): unknown;
}
