import type { Int64, Uint64 } from '@fxlog/format';
import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import type { Frame } from './frame.js';

/**
 * One event of a log: a line that passed every check of a line, with its place in the file.
 *
 * The header is there at once; the content is built when `event` is asked for.
 */
export class EventRecord<Checked extends CheckedFrame = AnyFrame> {
  #isKept = false;

  /** @internal */
  constructor(
    /** The line as it is in the file. */
    readonly frame: Frame,
    /** What its dialect has made of the line; what only that dialect knows of an event stands there. */
    readonly checked: Checked,
    /** Whether strict rules refuse the line, so that its event may hold what the encoder of its dialect does not know. */
    readonly isRefused = false,
  ) {}

  /** Bytes from the start of the file to the first byte of the frame. */
  get offset(): number {
    return this.frame.offset;
  }

  /** Bytes of the frame in the file; its LF included, if it has one (lenient mode keeps a whole event that lost it). */
  get length(): number {
    return this.frame.length;
  }

  /** Number of the line in the file, from 1. */
  get line(): number {
    return this.frame.line;
  }

  /** The format of the line. */
  get dialect(): Checked['dialect'] {
    return this.checked.dialect;
  }

  get kind(): Checked['kind'] {
    return this.checked.kind;
  }

  get seq(): Uint64 {
    return this.checked.seq;
  }

  /** What changes when the log is replaced as a whole, as the generation of an event log; null in formats that have no such thing. */
  get epoch(): Checked['epoch'] {
    return this.checked.epoch;
  }

  /** Milliseconds since 1970, UTC. */
  get timestampMs(): Int64 {
    return this.checked.timestampMs;
  }

  /**
   * The event with its content, under fx's own key names.
   *
   * @throws TypeError where the reader has used the chunk again (`reuseChunks`) and neither the event nor the record was kept.
   */
  get event(): Checked['event'] {
    if (this.frame.chunk.length === 0)
      throw new TypeError('The bytes of this event are gone: call keep() on records that outlive their batch.');
    return this.checked.event;
  }

  /** Copies the bytes of the frame out of its chunk, so that the record outlives its batch whatever the reader does. */
  keep(): this {
    if (this.#isKept) return this;
    this.#isKept = true;
    this.frame.keep();
    this.checked.moveTo(this.frame.chunk, 0);
    return this;
  }

  /** The bytes of the frame in the file: a view, not a copy. */
  get bytes(): Uint8Array {
    return this.frame.bytes;
  }

  /** Offset of the first byte after the frame. */
  get end(): number {
    return this.frame.offset + this.frame.length;
  }
}
