/**
 * The check that everything streams through: the fast way first, the exact way for whatever it leaves.
 */
import { isUtf8 } from 'node:buffer';
import { type DecodeOptions, decodeFrameAt } from './decode-frame.js';
import { isSoundChunk } from './fast/chunk.js';
import { matchedEventId, matchedSeq, matchedTag, matchedTimestamp, matchFrame } from './fast/matcher.js';
import { setInput } from './fast/platform.js';
import { KINDS, ROOTS } from './generated/program.js';
import type { EventKind, LogEvent } from './generated/types.js';
import { MAX_FRAME_BYTES } from './limits.js';
import type { Int64, Uint64 } from './scalars.js';

/** Where the generation begins in a canonical frame, and how many digits an identifier has. */
const GENERATION_AT = '{"schema_version":1,"log_generation":"'.length;
const IDENTIFIER_DIGITS = 32;

const CHUNK_TAG = KINDS.indexOf('state_replacement_chunk');

export interface CheckOptions extends DecodeOptions {
  /** The caller has found the bytes of the frame to be valid UTF-8, so that they need not be looked at again. */
  readonly isUtf8Known?: boolean;
}

/**
 * A frame that fx accepts (event-log §1 to §3): its header at once, its payload when it is asked for. It holds on to the buffer it was
 * read from, which must not change.
 */
export class CheckedFrame {
  readonly kind: EventKind;
  /** Number of the frame in its log, from 1. */
  readonly seq: Uint64;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestampMs: Int64;

  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  /** Where the event id stands, in a frame that was recognised; -1 in one that was decoded. */
  readonly #eventIdAt: number;
  #event: LogEvent | undefined;

  constructor(bytes: Uint8Array, start: number, end: number, recognised: boolean, event?: LogEvent) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#event = event;
    if (recognised || event === undefined) {
      this.kind = KINDS[matchedTag()] as EventKind;
      this.seq = matchedSeq();
      this.timestampMs = matchedTimestamp();
      this.#eventIdAt = matchedEventId();
    } else {
      this.kind = event.kind;
      this.seq = event.seq;
      this.timestampMs = event.timestamp_ms;
      this.#eventIdAt = -1;
    }
  }

  /** Generation of the log the frame belongs to, 32 hex digits. */
  get generation(): string {
    if (this.#eventIdAt < 0) return this.event.log_generation;
    return this.#ascii(this.#start + GENERATION_AT, IDENTIFIER_DIGITS);
  }

  /** Id of the event, 32 hex digits. */
  get eventId(): string {
    if (this.#eventIdAt < 0) return this.event.event_id;
    return this.#ascii(this.#eventIdAt, IDENTIFIER_DIGITS);
  }

  /** The event, decoded on first use; the same object from then on. */
  get event(): LogEvent {
    // What was recognised is canonical: its integers are exact as doubles and its bytes are all strings, so the native parser is exact.
    this.#event ??= JSON.parse(viewOf(this.#bytes).toString('utf8', this.#start, this.#end)) as LogEvent;
    return this.#event;
  }

  /** Whether the frame was recognised as canonical; if not, its event was decoded the exact way. */
  get isCanonical(): boolean {
    return this.#eventIdAt >= 0;
  }

  #ascii(at: number, length: number): string {
    return viewOf(this.#bytes).toString('latin1', at, at + length);
  }
}

/**
 * Checks the frame at `start` up to `end` (exclusive, LF included) of a buffer: the same verdict, error and value as `decodeFrame`, but
 * the payload is built only when it is asked for.
 *
 * @throws FrameError where fx 0.0.5 refuses the frame; offsets count from `start`.
 */
export function checkFrame(bytes: Uint8Array, start: number, end: number, options: CheckOptions = {}): CheckedFrame {
  if (end - start <= (options.maxFrameBytes ?? MAX_FRAME_BYTES)) {
    setInput(bytes, end);
    if (
      matchFrame(ROOTS.frame, start) === end &&
      (options.isUtf8Known === true || isUtf8(bytes.subarray(start, end))) &&
      (matchedTag() !== CHUNK_TAG || isSoundChunk(bytes, start, end))
    ) {
      return new CheckedFrame(bytes, start, end, true);
    }
  }
  return new CheckedFrame(bytes, start, end, false, decodeFrameAt(bytes, start, end, options));
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
