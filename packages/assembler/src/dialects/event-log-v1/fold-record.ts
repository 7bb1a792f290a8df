import { eventLogV1 } from '@fxlog/format';
import { DialectError, type EventLogFrame, isFrameOf } from '@fxlog/format/internal';
import type { EventRecord } from '@fxlog/reader';

/** What a fold has to know of an event: one that was read, or one that is being written. */
export interface FoldRecord
  extends Pick<
    EventRecord<EventLogFrame>,
    'offset' | 'length' | 'line' | 'end' | 'kind' | 'seq' | 'timestampMs' | 'event'
  > {
  readonly checked: Pick<
    EventLogFrame,
    'generation' | 'eventId' | 'workId' | 'isOfKnownKind' | 'decodeChunk' | 'recognisedBytes'
  >;
  /** Makes it outlive the batch that it came in. */
  keep(): unknown;
}

/**
 * A record for those who handle this dialect only.
 *
 * @throws DialectError for an event of a log of another dialect.
 */
export function eventLogRecord(record: EventRecord): EventRecord<EventLogFrame> {
  if (isEventLogRecord(record)) return record;
  throw new DialectError(eventLogV1, record.dialect);
}

function isEventLogRecord(record: EventRecord): record is EventRecord<EventLogFrame> & typeof record {
  return isFrameOf(eventLogV1, record.checked);
}
