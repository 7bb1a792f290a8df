import { detectFormat, FrameError, type Uint64 } from '@fxlog/format';
import {
  type AnyFrame,
  type CheckedFrame,
  type CheckOptions,
  checkLine,
  DEFAULT_DIALECT,
  dialectById,
  type FormatDialect,
  type Sequence,
} from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { EventRecord } from './event-record.js';
import { Frame, LF, runOfFrames } from './frame.js';
import { FrameReader, limitOf } from './frame-reader.js';
import { type LenientLine, readLineLeniently } from './lenient-line.js';
import { LogError } from './log-error.js';
import { nameLineFault } from './name-line-fault.js';
import type { ReadOptions } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { splitLine } from './split-line.js';
import { unsupportedFormatAt } from './unsupported-format-at.js';

/** Of the first line no more is needed to tell its format. */
const HEAD_BYTES = 65_536;
const NOTHING = new Uint8Array(0);

/**
 * Bytes to events, pushed: the core under `readEvents`, `EventStream` and `eventsOf`.
 *
 * Each line is checked alone by its dialect, then compared with those before it. What the events fold to is not judged here. The dialect is
 * that of the options, or else the one that the first line looks like.
 *
 * Give each chunk to `push` (or frames that were cut elsewhere to `pushFrames`), then call `end`; look at `fault` after
 * each call, as with {@link FrameReader}.
 */
export class EventReader<Checked extends CheckedFrame = AnyFrame> {
  /** Why a strict reader stopped; null while nothing is wrong. */
  fault: LogError | null = null;
  /** The frame layer below. */
  readonly frames: FrameReader;
  #reading: Reading<Checked> | null = null;
  /** The fault of the last line so far, which is none of the log when it stays the last one. */
  #doubt: LogError | null = null;
  /** The first bytes of the log, until its dialect is known. */
  #head: Uint8Array = NOTHING;
  /** Chunks of which no line was cut yet, since the dialect is not known. */
  readonly #held: Uint8Array[] = [];

  /** @param file Name for findings and errors unless the options have one. */
  constructor(options: ReadOptions<Checked> = {}, file?: string) {
    this.frames = new FrameReader(options, file);
    if (options.dialect !== undefined) this.#readAs(options.dialect);
  }

  /** What the log is read as; null before enough of it was seen. */
  get dialect(): FormatDialect<Checked> | null {
    return this.#reading?.dialect ?? null;
  }

  get summary(): ReadSummary {
    return this.frames.summary;
  }

  /** Takes a chunk and returns the events whose lines end in it. */
  push(chunk: Uint8Array): EventRecord<Checked>[] {
    if (chunk.length > 0) this.fault ??= this.#doubt;
    if (this.#reading === null && !this.#look(chunk)) {
      // The chunk may be used again by its owner.
      this.#held.push(Buffer.from(chunk));
      return [];
    }
    return this.pushFrames(this.#cut(chunk));
  }

  /** The lines that end in a chunk, and in those that were held back before it. */
  #cut(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (const held of [...this.#held.splice(0), chunk]) {
      if (this.fault === null) frames.push(...this.frames.cut(held));
    }
    return frames;
  }

  /** Takes frames in file order and returns their events. */
  pushFrames(frames: readonly Frame[]): EventRecord<Checked>[] {
    const records: EventRecord<Checked>[] = [];
    const [first] = frames;
    if (first !== undefined) this.fault ??= this.#doubt;
    if (this.fault !== null) return records;
    if (first === undefined) {
      this.#settle(records);
      return records;
    }
    const reading = this.#reading ?? this.#detect(headOf(frames));
    for (let index = 0; index < frames.length; ) {
      // Frames of one chunk follow on each other, so that they can be recognised together.
      const run = runOfFrames(frames, index);
      const recognised = reading.dialect.recognise(run.chunk, run.start, run.end);
      for (let at = 0; at < run.count; at++) {
        if (!this.#judge(frames[index + at] as Frame, recognised[at], reading, records)) {
          if (index + at === frames.length - 1) this.#doubtLast(reading.dialect);
          this.#settle(records);
          return records;
        }
      }
      index += run.count;
    }
    this.#settle(records);
    return records;
  }

  /** Says that no bytes follow. */
  end(): EventRecord<Checked>[] {
    const held: EventRecord<Checked>[] = [];
    if (this.#reading === null) {
      this.#detect(this.#head);
      held.push(...this.pushFrames(this.#cut(NOTHING)));
    }
    if (this.#doubt !== null) this.fault ??= asCutOff(this.#doubt);
    return [...held, ...this.pushFrames(this.fault === null ? this.frames.cutTail() : [])];
  }

  /** Looks at the beginning of a log until a line tells what it is, mostly the first. No line is cut before that. */
  #look(chunk: Uint8Array): boolean {
    const wanted = HEAD_BYTES - this.#head.length;
    this.#head =
      this.#head.length === 0 ? chunk.subarray(0, wanted) : Buffer.concat([this.#head, chunk.subarray(0, wanted)]);
    const lf = this.#head.lastIndexOf(LF);
    const isFull = this.#head.length === HEAD_BYTES;
    if (isFull || (lf !== -1 && isKnown(this.#head.subarray(0, lf + 1), this.frames.settings.file))) {
      this.#detect(lf === -1 || isFull ? this.#head : this.#head.subarray(0, lf + 1));
      return true;
    }
    // The chunk may be used again by its owner.
    this.#head = Buffer.from(this.#head);
    return false;
  }

  #detect(head: Uint8Array): Reading<Checked> {
    const { dialect } = detectFormat(head, this.frames.settings.file);
    const detected = (dialect === 'unknown' ? null : dialectById(dialect)) ?? DEFAULT_DIALECT;
    // Who does not name a dialect has asked for any.
    return this.#readAs(detected as FormatDialect<CheckedFrame> as FormatDialect<Checked>);
  }

  #readAs(dialect: FormatDialect<Checked>): Reading<Checked> {
    this.frames.readAs(dialect);
    this.#head = NOTHING;
    const { settings } = this.frames;
    const { start } = settings;
    const options = { maxFrameBytes: limitOf(settings, dialect) };
    this.#reading = { dialect, options, sequence: dialect.sequence(start) };
    return this.#reading;
  }

  /** Waits with the fault of the last frame so far, where the dialect takes such a line for the rest of a crash as long as nothing follows. */
  #doubtLast({ isCutOff }: FormatDialect<Checked>): void {
    const { cause } = this.fault ?? {};
    if (isCutOff === undefined || !(cause instanceof FrameError) || !isCutOff(cause)) return;
    if (this.frames.pendingBytes > 0) return;
    this.#doubt = this.fault;
    this.fault = null;
  }

  #settle(records: readonly EventRecord<Checked>[]): void {
    // A fault of the frame layer lies behind every frame that it let through.
    this.fault ??= this.frames.fault;
    let bytes = 0;
    for (const record of records) bytes += record.frame.length;
    this.frames.ledger.deliver(records.length, bytes);
    this.frames.ledger.flush();
  }

  /** Appends what the frame holds; false when reading is over. */
  #judge(
    frame: Frame,
    recognised: Checked | null | undefined,
    reading: Reading<Checked>,
    records: EventRecord<Checked>[],
  ): boolean {
    if (recognised != null) return this.#accept(new EventRecord(frame, recognised), reading, records);
    const { chunk, start } = frame;
    const { dialect, options } = reading;
    let checked: Checked;
    try {
      checked =
        recognised === null
          ? dialect.check(chunk, start, start + frame.length, options)
          : checkLine(dialect, chunk, start, start + frame.length, options);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return this.#refuse(frame, error, reading, records);
    }
    const isLater = frame.length > dialect.maxFrameBytes && !this.frames.settings.hasOwnLimit;
    if (isLater) this.#noteLaterSize(frame, dialect);
    return this.#accept(new EventRecord(frame, checked, isLater), reading, records);
  }

  /** A later fx writes longer lines than the one that strict rules follow. */
  #noteLaterSize({ offset, length, line }: Frame, { maxFrameBytes, strictness, errors }: FormatDialect): void {
    this.frames.ledger.find(offset, {
      rule: 'frame/too-large',
      severity: 'warning',
      message: `${strictness.as} reads no line of more than ${maxFrameBytes} bytes; this one has ${length}, and is kept`,
      offset,
      length,
      line,
      fxError: errors.tooLarge,
    });
  }

  #accept(record: EventRecord<Checked>, { sequence }: Reading<Checked>, records: EventRecord<Checked>[]): boolean {
    for (const { rule, fxError, path, detail } of sequence.accept(record.checked)) {
      const { offset, length, line, seq } = record;
      const { file, isLenient } = this.frames.settings;
      const message = detail ?? rule;
      const fault = new LogError({ fxError, rule, message, path, offset, length, line, seq, file });
      if (!isLenient) {
        this.fault = fault;
        return false;
      }
      this.frames.ledger.find(offset, fault.toFinding());
    }
    records.push(record);
    return true;
  }

  #refuse(frame: Frame, error: FrameError, reading: Reading<Checked>, records: EventRecord<Checked>[]): boolean {
    const { isLenient } = this.frames.settings;
    if (isLenient && frame.chunk[frame.start + frame.length - 1] !== LF) {
      // The frame layer has told of the missing newline already.
      const record = checkPart(frame, reading);
      if (record !== null) return this.#accept(record, reading, records);
    }
    const fault = this.#toFault(frame, error, reading.dialect);
    // A file of another format is not a damaged log: nothing is gained by refusing it line by line.
    if (!isLenient || fault.name === 'UnsupportedFormatError') {
      this.fault = fault;
      return false;
    }
    const lenient = readLineLeniently(reading.dialect, frame.bytes, error, reading.options);
    if (lenient !== null) return this.#acceptLenient(frame, lenient, reading, records);
    const parts = recover(frame, reading);
    if (parts.length === 0) this.#leaveOut(frame, fault, reading);
    else this.#acceptParts(frame, fault, parts, reading, records);
    return true;
  }

  #toFault(frame: Frame, error: FrameError, dialect: FormatDialect): LogError {
    const line = frame.bytes;
    const named = nameLineFault(line, error, dialect);
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

  #acceptLenient(
    frame: Frame,
    { checked, notes }: LenientLine<Checked>,
    reading: Reading<Checked>,
    records: EventRecord<Checked>[],
  ): boolean {
    const { offset, length, line } = frame;
    const seq = checked?.seq ?? numberIn(frame.bytes);
    for (const { offset: within, ...note } of notes) {
      const at = Math.min(within, length);
      const place = { offset: offset + at, length: length - at, line, ...(seq === null ? {} : { seq }) };
      this.frames.ledger.find(offset, { ...note, ...place });
    }
    if (checked !== null) return this.#accept(new EventRecord(frame, checked, true), reading, records);
    const [{ rule } = { rule: 'frame/syntax' as const }] = notes;
    this.frames.ledger.skip(offset, { offset, length, line, rule });
    if (seq !== null) reading.sequence.pass(seq);
    return true;
  }

  #leaveOut(frame: Frame, fault: LogError, { sequence }: Reading<Checked>): void {
    const { offset, length, line } = frame;
    this.frames.ledger.find(offset, fault.toFinding());
    this.frames.ledger.skip(offset, { offset, length, line, rule: fault.rule });
    // What is known of it is that it was there.
    const seq = numberIn(frame.bytes);
    if (seq !== null) sequence.pass(seq);
  }

  #acceptParts(
    frame: Frame,
    fault: LogError,
    parts: readonly EventRecord<Checked>[],
    reading: Reading<Checked>,
    records: EventRecord<Checked>[],
  ): void {
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
      this.#accept(record, reading, records);
      position = record.end;
    }
    skipTo(frame.end);
  }
}

/** The fault of a whole line with nothing behind it, as that of a line that was not written to its end. */
function asCutOff({ fxError, reason, path, offset, length, line, frameOffset, file, cause }: LogError): LogError {
  const message = `The last line was not written to its end: ${reason}`;
  return new LogError(
    { fxError, rule: 'line/torn', message, path, offset, length, line, frameOffset, file },
    { cause },
  );
}

/** Whether bytes that end with a line say what they are, be it a format that is not read. */
function isKnown(head: Uint8Array, file: string | undefined): boolean {
  const format = detectFormat(head, file);
  return format.dialect !== 'unknown' || format.age === 'newer';
}

/** The first bytes of lines that follow on each other. */
function headOf(frames: readonly Frame[]): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (const { bytes } of frames) {
    if (length >= HEAD_BYTES) break;
    lines.push(bytes);
    length += bytes.length;
  }
  return Buffer.concat(lines).subarray(0, HEAD_BYTES);
}

/** The number of a line that is refused, where it is JSON with one; all dialects have it under the same key. */
function numberIn(line: Uint8Array): Uint64 | null {
  try {
    const value = parseJson(line, { maxDepth: 1 });
    const seq = isJsonObject(value) ? value.seq : undefined;
    return typeof seq === 'number' || typeof seq === 'bigint' ? seq : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** A log whose dialect is known. */
interface Reading<Checked extends CheckedFrame> {
  readonly dialect: FormatDialect<Checked>;
  readonly options: CheckOptions;
  readonly sequence: Sequence<Checked>;
}

/** The events that a damaged line still holds; empty when it holds none. */
function recover<Checked extends CheckedFrame>(frame: Frame, reading: Reading<Checked>): EventRecord<Checked>[] {
  const { recovery } = reading.dialect;
  const { chunk, start } = frame;
  const pieces = recovery === undefined ? [] : splitLine(chunk, start, start + frame.length, recovery.beginnings);
  if (pieces.length < 2) return [];
  const found: EventRecord<Checked>[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const length = piece.end - piece.start;
    const part = new Frame(frame.offset + piece.start - start, length, frame.line, chunk, piece.start).keep();
    const record = checkPart(part, reading);
    if (record !== null) found.push(record);
  }
  return found;
}

function checkPart<Checked extends CheckedFrame>(
  part: Frame,
  { dialect, options }: Reading<Checked>,
): EventRecord<Checked> | null {
  const bytes = part.bytes;
  const endsLine = bytes[bytes.length - 1] === LF;
  const line = endsLine ? bytes : new Uint8Array(bytes.length + 1);
  if (!endsLine) {
    line.set(bytes);
    line[bytes.length] = LF;
  }
  try {
    return new EventRecord(part, checkLine(dialect, line, 0, line.length, options));
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}
