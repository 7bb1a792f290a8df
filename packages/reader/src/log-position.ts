import { createHash } from 'node:crypto';
import type { DialectId, Uint64 } from '@fxlog/format';
import type { CheckedFrame } from '@fxlog/format/internal';
import type { EventRecord } from './event-record.js';

/** A place between two lines of a log: everything before it was read, nothing behind it. */
export interface LogPosition {
  /** The format of the log; null at the start, before anything was read. */
  readonly dialect: DialectId | null;
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Number of the line that begins here, from 1. */
  readonly line: number;
  /** `seq` of the event before; null at the start. */
  readonly seq: Uint64 | null;
  /**
   * What changes when a log is replaced as a whole by a later one of the same session, taken from the event before (the generation of an
   * event log); null at the start, and in formats that have no such thing.
   */
  readonly epoch: string | null;
  /** SHA-256 of the line before, in hex; null at the start. */
  readonly lineHash: string | null;
  /** Bytes of that line, LF included. */
  readonly lineLength: number;
}

/** The place before the first byte of a log. */
export const LOG_START: LogPosition = {
  dialect: null,
  offset: 0,
  line: 1,
  seq: null,
  epoch: null,
  lineHash: null,
  lineLength: 0,
};

/** The place right behind an event. Hashes the line, so ask for it where a token is wanted, not for every event. */
export function positionAfter(record: EventRecord<CheckedFrame>): LogPosition {
  return {
    dialect: record.dialect,
    offset: record.end,
    line: record.line + 1,
    seq: record.seq,
    epoch: record.epoch,
    lineHash: hashLine(record.bytes),
    lineLength: record.length,
  };
}

/** @internal */
export function hashLine(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
