import {
  type CheckedFrame,
  checkFrame,
  type DecodeOptions,
  decodeChecked,
  FrameError,
  type RuleId,
  recogniseFrames,
  type Uint64,
} from '@fxlog/format';
import { unsupportedFormatAt } from './detect-format.js';
import { EventRecord } from './event-record.js';
import { Frame, LF } from './frame.js';
import { FrameReader } from './frame-reader.js';
import { type ExtendedFrame, keepUnknownKeys } from './keep-unknown-keys.js';
import { LogError } from './log-error.js';
import { nameLineFault } from './name-line-fault.js';
import type { ReadOptions } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { splitLine } from './split-line.js';

/**
 * Bytes to events, pushed: the core under `readEvents`, `EventStream` and `eventsOf`.
 *
 * Each frame is decoded and checked alone (event-log §1 to §3), then its `seq` and its generation against those before it
 * (§5.2). What the events fold to is not judged here.
 *
 * Give each chunk to `push` (or frames that were cut elsewhere to `pushFrames`), then call `end`; look at `fault` after
 * each call, as with {@link FrameReader}.
 */
export class EventReader {
  /** Why a strict reader stopped; null while nothing is wrong. */
  fault: LogError | null = null;
  /** The frame layer below. */
  readonly frames: FrameReader;
  private readonly checkOptions: DecodeOptions;
  private expectedSeq: Uint64 | undefined;
  private generation: string | undefined;

  /** @param file Name for findings and errors unless the options have one. */
  constructor(options: ReadOptions = {}, file?: string) {
    this.frames = new FrameReader(options, file);
    const { start, maxFrameBytes } = this.frames.settings;
    this.checkOptions = { maxFrameBytes };
    this.expectedSeq = start.seq;
    this.generation = start.epoch;
  }

  get summary(): ReadSummary {
    return this.frames.summary;
  }

  /** Takes a chunk and returns the events whose lines end in it. */
  push(chunk: Uint8Array): EventRecord[] {
    return this.pushFrames(this.frames.cut(chunk));
  }

  /** Takes frames in file order and returns their events. */
  pushFrames(frames: readonly Frame[]): EventRecord[] {
    const records: EventRecord[] = [];
    if (this.fault !== null) return records;
    for (let index = 0; index < frames.length; ) {
      // frames of one chunk follow on each other, so that they can be recognised together
      const run = runOfFrames(frames, index);
      const { chunk, start } = frames[index] as Frame;
      const recognised = recogniseFrames(chunk, start, run.end);
      for (let at = 0; at < run.count; at++) {
        if (!this.judge(frames[index + at] as Frame, recognised[at], records)) {
          this.settle(records);
          return records;
        }
      }
      index += run.count;
    }
    this.settle(records);
    return records;
  }

  /** Says that no bytes follow. */
  end(): EventRecord[] {
    return this.pushFrames(this.fault === null ? this.frames.cutTail() : []);
  }

  private settle(records: readonly EventRecord[]): void {
    // a fault of the frame layer lies behind every frame that it let through
    this.fault ??= this.frames.fault;
    let bytes = 0;
    for (const record of records) bytes += record.frame.length;
    this.frames.ledger.deliver(records.length, bytes);
    this.frames.ledger.flush();
  }

  /** Appends what the frame holds; false when reading is over. */
  private judge(frame: Frame, recognised: CheckedFrame | null | undefined, records: EventRecord[]): boolean {
    let record: EventRecord;
    try {
      const { chunk, start } = frame;
      const check = recognised === null ? decodeChecked : checkFrame;
      record = new EventRecord(frame, recognised ?? check(chunk, start, start + frame.length, this.checkOptions));
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return this.refuse(frame, error, records);
    }
    return this.accept(record, records);
  }

  private accept(record: EventRecord, records: EventRecord[]): boolean {
    const { seq, generation } = record;
    // event-log §5.2: the number first, then the generation
    if (seq === this.expectedSeq && generation === this.generation) {
      this.expectedSeq = nextSeq(seq);
      records.push(record);
      return true;
    }
    if (this.expectedSeq !== undefined && seq !== this.expectedSeq) {
      const message = `The seq is ${seq} where ${this.expectedSeq} is due`;
      if (!this.depart(record, 'log/sequence', 'NonContiguousSequence', '/seq', message)) return false;
    }
    if (this.generation !== undefined && generation !== this.generation) {
      const message = `The generation is ${generation}, but was ${this.generation} before`;
      if (!this.depart(record, 'log/generation', 'GenerationChanged', '/log_generation', message)) return false;
    }
    this.expectedSeq = nextSeq(seq);
    this.generation = generation;
    records.push(record);
    return true;
  }

  private depart(
    record: EventRecord,
    rule: RuleId,
    fxError: 'NonContiguousSequence' | 'GenerationChanged',
    path: string,
    message: string,
  ): boolean {
    const { offset, length, line, seq } = record;
    const fault = new LogError({
      fxError,
      rule,
      message,
      path,
      offset,
      length,
      line,
      seq,
      file: this.frames.settings.file,
    });
    if (!this.frames.settings.isLenient) {
      this.fault = fault;
      return false;
    }
    this.frames.ledger.find(offset, fault.toFinding());
    return true;
  }

  private refuse(frame: Frame, error: FrameError, records: EventRecord[]): boolean {
    if (this.frames.settings.isLenient && frame.chunk[frame.start + frame.length - 1] !== LF) {
      // the frame layer has told of the missing newline already
      const record = this.checkPart(frame);
      if (record !== null) return this.accept(record, records);
    }
    const fault = this.toFault(frame, error);
    // a file of another dialect is not a damaged log: nothing is gained by refusing it line by line
    if (!this.frames.settings.isLenient || fault.name === 'UnsupportedFormatError') {
      this.fault = fault;
      return false;
    }
    const extended = keepUnknownKeys(frame.bytes, error, this.checkOptions);
    if (extended !== null) return this.acceptExtended(frame, extended, records);
    const parts = this.recover(frame);
    if (parts.length === 0) {
      this.leaveOut(frame, fault);
      return true;
    }
    return this.acceptParts(frame, fault, parts, records);
  }

  private toFault(frame: Frame, error: FrameError): LogError {
    const line = frame.bytes;
    const named = nameLineFault(line, error);
    const within = named?.offset ?? error.offset;
    const init = {
      fxError: error.fxError,
      rule: named?.rule ?? error.rule,
      message: named?.message ?? error.message,
      path: error.path,
      offset: frame.offset + within,
      length: frame.length - within,
      line: frame.line,
      frameOffset: frame.offset,
      file: this.frames.settings.file,
    };
    return unsupportedFormatAt(init, line) ?? new LogError(init, { cause: error });
  }

  private acceptExtended(frame: Frame, { checked, unknownKeys }: ExtendedFrame, records: EventRecord[]): boolean {
    for (const { rule, fxError, path, offset, count } of unknownKeys) {
      const key = path.slice(path.lastIndexOf('/') + 1);
      this.frames.ledger.find(frame.offset, {
        rule,
        severity: 'error',
        message: `fx 0.0.5 does not know the key ${key}${count > 1 ? ` (${count} times in this event)` : ''}; it is kept`,
        offset: frame.offset + offset,
        length: frame.length - offset,
        line: frame.line,
        seq: checked.seq,
        path,
        fxError,
      });
    }
    return this.accept(new EventRecord(frame, checked), records);
  }

  private leaveOut(frame: Frame, fault: LogError): void {
    const { offset, length, line } = frame;
    this.frames.ledger.find(offset, fault.toFinding());
    this.frames.ledger.skip(offset, { offset, length, line, rule: fault.rule });
  }

  /** The events that a damaged line still holds; empty when it holds none. */
  private recover(frame: Frame): EventRecord[] {
    const { chunk, start } = frame;
    const pieces = splitLine(chunk, start, start + frame.length);
    if (pieces.length < 2) return [];
    const found: EventRecord[] = [];
    for (const piece of pieces) {
      if (piece.kind !== 'text') continue;
      const length = piece.end - piece.start;
      const part = new Frame(frame.offset + piece.start - start, length, frame.line, chunk, piece.start);
      const record = this.checkPart(part);
      if (record !== null) found.push(record);
    }
    return found;
  }

  private checkPart(part: Frame): EventRecord | null {
    const bytes = part.bytes;
    const endsLine = bytes[bytes.length - 1] === LF;
    const line = endsLine ? bytes : new Uint8Array(bytes.length + 1);
    if (!endsLine) {
      line.set(bytes);
      line[bytes.length] = LF;
    }
    try {
      return new EventRecord(part, checkFrame(line, 0, line.length, this.checkOptions));
    } catch (error) {
      if (error instanceof FrameError) return null;
      throw error;
    }
  }

  private acceptParts(frame: Frame, fault: LogError, parts: readonly EventRecord[], records: EventRecord[]): boolean {
    const { ledger } = this.frames;
    let position = frame.offset;
    ledger.find(frame.offset, {
      ...fault.toFinding(),
      message: `${fault.reason}; ${parts.length === 1 ? 'one event' : `${parts.length} events`} of the line could be kept`,
    });
    const skipTo = (end: number): void => {
      if (end === position) return;
      ledger.skip(frame.offset, { offset: position, length: end - position, line: frame.line, rule: fault.rule });
    };
    for (const record of parts) {
      skipTo(record.offset);
      this.accept(record, records);
      position = record.end;
    }
    skipTo(frame.end);
    return true;
  }
}

/** How many frames from `first` on lie one after the other in the same chunk, and where the last of them ends in it. */
function runOfFrames(frames: readonly Frame[], first: number): { readonly count: number; readonly end: number } {
  const { chunk, start } = frames[first] as Frame;
  let end = start;
  let count = 0;
  for (let index = first; index < frames.length; index++) {
    const frame = frames[index] as Frame;
    if (frame.chunk !== chunk || frame.start !== end) break;
    end += frame.length;
    count++;
  }
  return { count, end };
}

/** The number after `seq`, exact up to the end of the 64-bit range. @internal */
export function nextSeq(seq: Uint64): Uint64 {
  if (typeof seq === 'number' && seq < Number.MAX_SAFE_INTEGER) return seq + 1;
  return BigInt(seq) + 1n;
}
