import type { FxErrorName, RuleId } from '@fxlog/format';
import { type EventRecord, LogError } from '@fxlog/reader';

/** A rule of the log that one of its frames breaks (event-log §5). */
export interface FoldFault {
  readonly rule: RuleId;
  readonly fxError: FxErrorName;
  readonly message: string;
  /** JSON Pointer into the frame; the frame as a whole by default. */
  readonly path?: string;
}

/** The error for a fault of a whole frame. */
export function faultAt(
  record: Pick<EventRecord, 'offset' | 'length' | 'line' | 'seq'>,
  fault: FoldFault,
  file: string | undefined,
): LogError {
  const { offset, length, line, seq } = record;
  return new LogError({ ...fault, offset, length, line, seq, file });
}

/** The error for a fault that shows where the log ends. */
export function faultAtEnd(offset: number, line: number, fault: FoldFault, file: string | undefined): LogError {
  return new LogError({ ...fault, offset, length: 0, line, file });
}
