import { eventLogV1, type RuleId } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import { type EventRecord, readEvents } from '@fxlog/reader';
import { readDamaged } from '../../../repair/read-damaged.js';

/** Whole events that follow on each other in the file, in `seq` and in generation. */
export interface Run {
  readonly generation: string;
  readonly firstSeq: number;
  /** What the first event calls itself, where that is wrong and its place says what it is. */
  readonly statedSeq?: number;
  /** Number of the line in which it begins. */
  readonly line: number;
  /** First byte of each event. */
  readonly offsets: number[];
  /** Behind its last byte. */
  end: number;
  /** Id of its last event. */
  lastEventId: string;
}

/** Bytes that hold no event. */
export interface Waste {
  readonly offset: number;
  readonly length: number;
  readonly rule: RuleId;
}

/** What lies in a log, damaged or not. Starts, runs and waste tile it. */
export interface LogSurvey {
  /** Every `session_started`, a run of its own whatever its `seq`. */
  readonly starts: readonly Run[];
  /** Everything else that is an event, in the order of the file. */
  readonly runs: readonly Run[];
  readonly waste: readonly Waste[];
}

/** A repaired log is one of fx 0.0.5, which takes no longer lines. */
const LENIENT = { mode: 'lenient', dialect: eventLogV1, maxFrameBytes: eventLogV1.maxFrameBytes } as const;

/** A `seq` that no frame of a log can have: it is damaged, and sorts behind all that are not. */
const NO_SEQ = Number.MAX_SAFE_INTEGER;

/** `seq` of the last event of a run. */
export function lastSeqOf(run: Run): number {
  return run.firstSeq + run.offsets.length - 1;
}

/** Behind the last byte of an event of a run. */
export function endOfFrame(run: Run, index: number): number {
  return run.offsets[index + 1] ?? run.end;
}

/**
 * Reads a log leniently and says where its events are. Holds eight bytes an event, not the events.
 *
 * @param end only the first bytes are looked at: the size that the file had
 */
export async function surveyLog(path: string, end: number, signal?: AbortSignal): Promise<LogSurvey> {
  const starts: Run[] = [];
  const runs: Run[] = [];
  const waste: Waste[] = [];
  let open: Run | null = null;
  const take = (record: EventRecord): void => {
    const seq = typeof record.seq === 'number' ? record.seq : NO_SEQ;
    const { offset, line } = record;
    const { generation, eventId } = frameOf(eventLogV1, record.checked);
    const isStart = record.kind === 'session_started';
    const follows =
      open !== null && !isStart && offset === open.end && generation === open.generation && seq === lastSeqOf(open) + 1;
    if (follows && open !== null) open.offsets.push(offset);
    else {
      const made: Run = { generation, firstSeq: seq, line, offsets: [offset], end: 0, lastEventId: '' };
      (isStart ? starts : runs).push(made);
      open = isStart ? null : made;
      if (isStart) Object.assign(made, { end: record.end, lastEventId: eventId });
    }
    if (open === null) return;
    open.end = record.end;
    open.lastEventId = eventId;
  };
  const options = { dialect: eventLogV1, maxFrameBytes: LENIENT.maxFrameBytes, end, signal, reuseChunks: true };
  for await (const records of readDamaged(path, { ...options, onSkip: (range) => waste.push(range) })) {
    for (const record of records) take(record);
  }
  return { starts, runs, waste };
}

/** The events of a part of a run, in batches, as the survey found them. */
export async function* readRun(path: string, run: Run, from: number, to: number): AsyncGenerator<EventRecord[]> {
  const start = run.offsets[from];
  if (start === undefined || from >= to) return;
  let index = from;
  const options = {
    ...LENIENT,
    start: { offset: start, line: run.line + from },
    end: endOfFrame(run, to - 1),
  };
  for await (const records of readEvents(path, options)) {
    for (const { offset } of records) {
      if (offset !== run.offsets[index]) throw new RangeError(`The log changed while it was read, at byte ${offset}.`);
      index++;
    }
    if (records.length > 0) yield records;
  }
  if (index !== to) throw new RangeError(`The log changed while it was read, behind byte ${start}.`);
}
