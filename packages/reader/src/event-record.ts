import type { CheckedFrame, DecodedChunk, DialectId, EventKind, Int64, LogEvent, Uint64 } from '@fxlog/format';
import type { Frame } from './frame.js';

/**
 * One event of a log: a frame that passed every check of a frame (event-log §1 to §3), with its place in the file.
 *
 * The envelope is there at once; the payload is built when `event` is asked for.
 */
export class EventRecord {
  private isKept = false;

  /** @internal */
  constructor(
    /** The line as it is in the file. */
    readonly frame: Frame,
    private readonly checked: CheckedFrame,
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

  get dialect(): DialectId {
    return this.checked.dialect;
  }

  get kind(): EventKind {
    return this.checked.kind;
  }

  get seq(): Uint64 {
    return this.checked.seq;
  }

  /** `log_generation`: 32 hex digits. */
  get generation(): string {
    return this.checked.generation;
  }

  /** 32 hex digits; fx does not require them to be unique. */
  get eventId(): string {
    return this.checked.eventId;
  }

  /** Milliseconds since 1970, UTC. */
  get timestampMs(): Int64 {
    return this.checked.timestampMs;
  }

  /**
   * The event with its payload, under fx's own key names.
   *
   * @throws TypeError where the reader has used the chunk again (`reuseChunks`) and neither the event nor the record was kept.
   */
  get event(): LogEvent {
    if (this.frame.chunk.length === 0)
      throw new TypeError('The bytes of this event are gone: call keep() on records that outlive their batch.');
    return this.checked.event;
  }

  /** `work_id` of a `history_turn_committed` that has one; the payload is not built for it. */
  get workId(): string | undefined {
    return this.checked.workId;
  }

  /**
   * The data of a `state_replacement_chunk` in fx's own spelling, decoded without building the event; null for any other. It is good
   * until the next chunk is looked at.
   */
  decodeChunk(): DecodedChunk | null {
    return this.checked.decodeChunk();
  }

  /** Copies the bytes of the frame out of its chunk, so that the record outlives its batch whatever the reader does. */
  keep(): this {
    if (this.isKept) return this;
    this.isKept = true;
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
