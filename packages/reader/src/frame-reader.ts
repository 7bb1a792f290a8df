import { FrameError } from '@fxlog/format';
import { type CheckedFrame, checkLine, type FormatDialect, type HostErrorNames } from '@fxlog/format/internal';
import { checkJson, JsonError } from '@fxlog/json';
import { Frame, LF } from './frame.js';
import { LineScanner, type OverlongLine } from './line-scanner.js';
import { LogError, type LogErrorInit } from './log-error.js';
import { type ReadOptions, type ReadSettings, toReadSettings } from './read-options.js';
import { ReadLedger, type ReadSummary } from './read-summary.js';
import { unsupportedFormatAt } from './unsupported-format-at.js';
import { UnsupportedFormatError } from './unsupported-format-error.js';

/** What fx calls the faults of a line that is of no dialect in particular: the names that all its formats share. */
const NEUTRAL_ERRORS: Omit<HostErrorNames, 'frame'> = {
  tooLarge: 'EventFrameTooLarge',
  truncated: 'TruncatedEventFrame',
};

/**
 * Bytes to frames, pushed: the form for those who have their own loop.
 *
 * Give each chunk to `push`, then call `end`. Both return whole lines. After each call look at `fault`: when it is set,
 * reading is over, and what was returned so far is everything before the fault. Chunks must not be written to afterwards.
 *
 * @example
 * const reader = new FrameReader();
 * const frames = [...reader.push(bytes), ...reader.end()];
 * if (reader.fault) throw reader.fault;
 */
export class FrameReader {
  /** Why a strict reader stopped; null while nothing is wrong. */
  fault: LogError | null = null;
  /** @internal */
  readonly settings: ReadSettings;
  /** @internal */
  readonly ledger: ReadLedger;
  readonly #scanner: LineScanner;
  #dialect: FormatDialect | null = null;

  /** @param file Name for findings and errors unless the options have one. */
  constructor(options: ReadOptions<CheckedFrame> = {}, file?: string) {
    this.settings = toReadSettings(options, file);
    this.ledger = new ReadLedger(this.settings);
    this.#scanner = new LineScanner(this.settings, this.#meetOverlong, this.#passOverlong);
    if (options.dialect !== undefined) this.readAs(options.dialect);
  }

  /** Reads the lines as those of a dialect: its limit holds unless the options have one, and it tells whether a torn line is whole. @internal */
  readAs(dialect: FormatDialect): void {
    this.#dialect = dialect;
    this.#scanner.limit = limitOf(this.settings, dialect);
  }

  /** Offset behind the last whole line. */
  get offset(): number {
    return this.#scanner.lineOffset;
  }

  /** Number of the line that begins at `offset`. */
  get line(): number {
    return this.#scanner.lineNumber;
  }

  /** Bytes behind `offset` that have been seen: a line that has no end yet. */
  get pendingBytes(): number {
    return this.#scanner.pendingBytes;
  }

  get summary(): ReadSummary {
    return this.ledger.summary;
  }

  /** Takes a chunk and returns the lines that end in it. */
  push(chunk: Uint8Array): Frame[] {
    const frames = this.cut(chunk);
    this.#count(frames);
    this.ledger.flush();
    return frames;
  }

  /** Says that no bytes follow. A line without its LF is a fault (event-log §1.2); lenient, it is kept when it is whole but for that. */
  end(): Frame[] {
    const frames = this.cutTail();
    this.#count(frames);
    this.ledger.flush();
    return frames;
  }

  /** As `push`, but leaves counting and findings to the layer above. @internal */
  cut(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    if (this.fault === null) this.#scanner.push(chunk, frames);
    return frames;
  }

  /** As `end`, but leaves counting and findings to the layer above. @internal */
  cutTail(): Frame[] {
    if (this.fault !== null) return [];
    const tail = this.#scanner.takeTail();
    if (tail === null) return [];
    if (!(tail instanceof Frame)) {
      this.#passOverlong(tail);
      return [];
    }
    const fault = this.#toFault(tail, tail.bytes, {
      fxError: this.#errors.truncated,
      rule: 'line/torn',
      message: 'The last line does not end in a newline: it was cut off while it was being written',
    });
    if (this.#isOver(fault)) {
      this.fault = fault;
      return [];
    }
    return this.#judgeTail(tail);
  }

  #count(frames: readonly Frame[]): void {
    let bytes = 0;
    for (const frame of frames) bytes += frame.length;
    this.ledger.deliver(frames.length, bytes);
  }

  #judgeTail(tail: Frame): Frame[] {
    const where = { offset: tail.offset, length: tail.length, line: tail.line } as const;
    if (this.#isWholeButForLf(tail.bytes)) {
      this.ledger.find(tail.offset, {
        rule: 'line/torn',
        severity: 'warning',
        message: 'The last line is a whole event, but its newline is missing: it is kept',
        ...where,
        fxError: this.#errors.truncated,
      });
      return [tail];
    }
    this.ledger.find(tail.offset, {
      rule: 'line/torn',
      severity: 'error',
      message: `The last line does not end in a newline: ${tail.length} bytes of it are left out`,
      ...where,
      fxError: this.#errors.truncated,
    });
    this.ledger.skip(tail.offset, { ...where, rule: 'line/torn' });
    return [];
  }

  readonly #meetOverlong = (line: OverlongLine): boolean => {
    // As many bytes as the limit has were seen for sure; how many more depends on the chunks
    const place = { ...line, length: this.#scanner.limit };
    const fault = this.#toFault(place, line.head, {
      fxError: this.#errors.tooLarge,
      rule: 'frame/too-large',
      message: `${this.#scanner.limit} bytes without the end of the line${looksEmpty(line) ? ', all NUL at first: a hole in the file' : ''}`,
    });
    if (this.#isOver(fault)) this.fault = fault;
    return this.fault === null;
  };

  readonly #passOverlong = (line: OverlongLine): void => {
    const where = { offset: line.offset, length: line.length, line: line.line } as const;
    const rule = looksEmpty(line) ? 'line/nul-block' : 'frame/too-large';
    this.ledger.find(line.offset, {
      rule,
      severity: 'error',
      message: `A line of ${line.length} bytes${rule === 'line/nul-block' ? ' that begins with NUL bytes' : ''} is left out; the limit is ${this.#scanner.limit}`,
      ...where,
      fxError: this.#errors.tooLarge,
    });
    this.ledger.skip(line.offset, { ...where, rule });
  };

  get #errors(): Omit<HostErrorNames, 'frame'> {
    return this.#dialect?.errors ?? NEUTRAL_ERRORS;
  }

  /** Whether a line lost nothing but its LF: to a dialect it is an event then, to nobody in particular a JSON text. */
  #isWholeButForLf(bytes: Uint8Array): boolean {
    try {
      if (this.#dialect === null) checkJson(bytes);
      else checkWithLf(this.#dialect, bytes, this.#scanner.limit);
      return true;
    } catch (error) {
      if (error instanceof FrameError || error instanceof JsonError) return false;
      throw error;
    }
  }

  /** A file of another format is not a damaged log: lenient reading ends there, too. */
  #isOver(fault: LogError): boolean {
    return !this.settings.isLenient || fault instanceof UnsupportedFormatError;
  }

  #toFault(
    place: { readonly offset: number; readonly length: number; readonly line: number },
    head: Uint8Array,
    fault: Pick<LogErrorInit, 'fxError' | 'rule' | 'message'>,
  ): LogError {
    const { file } = this.settings;
    const init = { ...fault, offset: place.offset, length: place.length, line: place.line, file };
    return unsupportedFormatAt(init, head) ?? new LogError(init);
  }
}

/** Longest line that a reader of these settings takes of a dialect, in bytes, LF included. @internal */
export function limitOf({ hasOwnLimit, isLenient, maxFrameBytes }: ReadSettings, dialect: FormatDialect): number {
  if (hasOwnLimit) return maxFrameBytes;
  return isLenient ? (dialect.maxLaterFrameBytes ?? dialect.maxFrameBytes) : dialect.maxFrameBytes;
}

function checkWithLf(dialect: FormatDialect, bytes: Uint8Array, maxFrameBytes: number): void {
  const line = new Uint8Array(bytes.length + 1);
  line.set(bytes);
  line[bytes.length] = LF;
  checkLine(dialect, line, 0, line.length, { maxFrameBytes });
}

function looksEmpty(line: OverlongLine): boolean {
  return line.head.every((byte) => byte === 0);
}
