/**
 * The check that everything streams through: the fast way first (fast/), the exact way for whatever it leaves (decode-frame.ts). Both
 * give the same verdict, error, offset and value; they differ in speed alone.
 */
import { isUtf8 } from 'node:buffer';
import type { CheckedFrame } from '../../dialect.js';
import type { Matcher } from '../../recogniser/recogniser.js';
import type { Int64, Uint64 } from '../../scalars.js';
import { isSpelledAsWritten } from './canonical-spelling.js';
import { type DecodedChunk, decodeChunk, isIntact } from './chunk.js';
import { type DecodeOptions, decodeFrameAt } from './decode-frame.js';
import { KINDS, ROOTS } from './generated/program.js';
import type { EventKind, LogEvent } from './generated/types.js';
import { MAX_FRAME_BYTES } from './limits.js';
import { recogniser } from './recogniser.js';

const LF = 0x0a;
/** Where the generation begins in a canonical frame, and how many digits an identifier has. */
const GENERATION_IN = '{"schema_version":1,"log_generation":"'.length;
const IDENTIFIER_DIGITS = 32;
const QUOTE = 0x22;

const CHUNK_KIND = 'state_replacement_chunk';
const CHUNK_TAG = KINDS.indexOf(CHUNK_KIND);

/** From this size on a frame is looked at before it is copied anywhere: it may be a chunk of a replacement. */
const LARGE_FRAME_BYTES = 262_144;
/** The kind of a canonical frame stands within so many bytes. */
const KIND_WITHIN_BYTES = 320;

/**
 * A frame that fx accepts (event-log §1 to §3): its header at once, its payload when it is asked for. It holds on to the buffer it was
 * read from, which must not change before `moveTo` has given it another.
 */
export class EventLogFrame implements CheckedFrame<LogEvent> {
  #event: LogEvent | undefined;
  /** What the check has decoded of a chunk of a replacement. */
  #chunk: DecodedChunk | null = null;

  #bytes: Buffer;
  #start: number;
  /** Bytes of the frame, LF included. */
  readonly length: number;
  /** Where in a frame that was recognised the event id stands, and its work id if it has one; -1 in one that was decoded. */
  readonly #eventIdIn: number;
  readonly #workIdIn: number;
  /** Whether the recogniser found nothing in it that fx would write otherwise; escapes and costs are looked at apart. */
  readonly #isAsWritten: boolean;

  private constructor(
    readonly kind: EventKind,
    /** Number of the frame in its log, from 1. */
    readonly seq: Uint64,
    /** Milliseconds since 1970-01-01 UTC. */
    readonly timestampMs: Int64,
    bytes: Buffer,
    start: number,
    length: number,
    eventIdIn: number,
    workIdIn: number,
    isAsWritten: boolean,
    event: LogEvent | undefined,
  ) {
    this.#bytes = bytes;
    this.#start = start;
    this.length = length;
    this.#eventIdIn = eventIdIn;
    this.#workIdIn = workIdIn;
    this.#isAsWritten = isAsWritten;
    this.#event = event;
  }

  /** The frame at `start` of a buffer that the matcher has recorded under `index`, `from` bytes into its own input. @internal */
  static recognised(
    matcher: Matcher,
    index: number,
    bytes: Buffer,
    start: number,
    from: number,
    chunk: DecodedChunk | null,
  ): EventLogFrame {
    const workIdAt = matcher.secondMark(index);
    const frame = new EventLogFrame(
      KINDS[matcher.tag(index)] as EventKind,
      matcher.seq(index),
      matcher.timestamp(index),
      bytes,
      start,
      matcher.end(index) - from,
      matcher.firstMark(index) - from,
      workIdAt < 0 ? -1 : workIdAt - from,
      matcher.isAsWritten(index),
      undefined,
    );
    if (chunk !== null) frame.#chunk = chunk;
    return frame;
  }

  /** @internal */
  static decoded(event: LogEvent, bytes: Buffer, start: number, length: number): EventLogFrame {
    return new EventLogFrame(event.kind, event.seq, event.timestamp_ms, bytes, start, length, -1, -1, false, event);
  }

  get dialect(): 'event-log-v1' {
    return 'event-log-v1';
  }

  get epoch(): string {
    return this.generation;
  }

  /** Whether the frame was recognised as what fx writes; if not, its event was decoded the exact way. */
  get isRecognised(): boolean {
    return this.#eventIdIn >= 0;
  }

  /** Whether fx 0.0.5 knows the kind of event; lenient reading hands on others. */
  get isOfKnownKind(): boolean {
    return this.isRecognised || KINDS.includes(this.kind);
  }

  /** Generation of the log the frame belongs to, 32 hex digits. */
  get generation(): string {
    return this.isRecognised ? this.#identifierAt(GENERATION_IN) : this.event.log_generation;
  }

  /** Id of the event, 32 hex digits. */
  get eventId(): string {
    return this.isRecognised ? this.#identifierAt(this.#eventIdIn) : this.event.event_id;
  }

  /** The event, decoded on first use; the same object from then on. */
  get event(): LogEvent {
    // What was recognised is canonical: its integers are exact as doubles and its bytes are all strings, so the native parser is exact.
    this.#event ??= JSON.parse(this.#bytes.toString('utf8', this.#start, this.#start + this.length)) as LogEvent;
    return this.#event;
  }

  /**
   * The bytes of a frame that was recognised, null for one that was decoded: keys in order and nothing between values, so that what it may hold can be looked
   * for without building it. Only in strings is anything spelled otherwise than fx would: with escapes that need not be.
   */
  get recognisedBytes(): Buffer | null {
    return this.isRecognised ? this.#bytes.subarray(this.#start, this.#start + this.length) : null;
  }

  get canonicalBytes(): Uint8Array | null {
    if (!this.#isAsWritten) return null;
    const frame = this.recognisedBytes;
    return frame !== null && isSpelledAsWritten(frame) ? frame : null;
  }

  /** `work_id` of a `history_turn_committed` that has one (event-log §3.7.1); the payload is not built for it. */
  get workId(): string | undefined {
    if (!this.isRecognised)
      return this.event.kind === 'history_turn_committed' ? this.event.payload.work_id : undefined;
    if (this.#workIdIn < 0) return undefined;
    const at = this.#start + this.#workIdIn;
    // A work id that was recognised has no escape in it.
    return this.#bytes.toString('utf8', at, this.#bytes.indexOf(QUOTE, at));
  }

  /**
   * The data of a `state_replacement_chunk` that was recognised; null for any other frame. It is good until the next chunk is looked at,
   * and mostly still there from the check.
   */
  decodeChunk(): DecodedChunk | null {
    if (!this.isRecognised || this.kind !== CHUNK_KIND) return null;
    if (this.#chunk === null || !isIntact(this.#chunk))
      this.#chunk = decodeChunk(this.#bytes, this.#start, this.#start + this.length);
    return this.#chunk;
  }

  /** Says that the bytes of the frame stand at `start` of another buffer now. */
  moveTo(bytes: Uint8Array, start: number): void {
    this.#bytes = viewOf(bytes);
    this.#start = start;
  }

  #identifierAt(position: number): string {
    const at = this.#start + position;
    return this.#bytes.toString('latin1', at, at + IDENTIFIER_DIGITS);
  }
}

/**
 * Recognises the frames that lie one after the other from `start` to `end` (exclusive) of a buffer, each with its LF.
 *
 * @returns one entry a line, in order: the checked frame, or null for a line that was not recognised and must go through `checkFrame`.
 */
export function recogniseFrames(bytes: Uint8Array, start: number, end: number): (EventLogFrame | null)[] {
  const view = viewOf(bytes);
  const frames: (EventLogFrame | null)[] = [];
  // One native look at all the bytes saves one at every string.
  const input = view.subarray(start, end);
  const matcher = isUtf8(input) ? recogniser.matcherOf(input, isLargeChunk(view, start, end)) : null;
  if (matcher === null) return frames;
  for (let at = 0; at < end - start; ) {
    const count = matcher.matchFrames(ROOTS.frame, at);
    if (count === 0) break;
    for (let index = 0; index < count; index++) {
      const lineEnd = matcher.end(index);
      const isChunk = matcher.tag(index) === CHUNK_TAG;
      const isShort = matcher.tag(index) >= 0 && lineEnd - at <= MAX_FRAME_BYTES;
      const chunk = isChunk && isShort ? decodeChunk(view, start + at, start + lineEnd) : null;
      const isSound = isShort && (!isChunk || chunk !== null);
      frames.push(isSound ? EventLogFrame.recognised(matcher, index, view, start + at, at, chunk) : null);
      if (isSound) {
        at = lineEnd;
        continue;
      }
      // The matcher may run over a newline before it gives up; the lines behind it are lines all the same.
      const newline = view.indexOf(LF, start + at);
      const ownEnd = newline === -1 || newline >= end ? end - start : newline + 1 - start;
      at = ownEnd;
      if (ownEnd !== lineEnd) break;
    }
  }
  return frames;
}

/** Whether the bytes are one frame with a large chunk of a replacement, which is matched natively where it lies. */
function isLargeChunk(view: Buffer, start: number, end: number): boolean {
  return (
    end - start >= LARGE_FRAME_BYTES && view.toString('latin1', start, start + KIND_WITHIN_BYTES).includes(CHUNK_KIND)
  );
}

/**
 * Checks the frame at `start` up to `end` (exclusive, LF included) of a buffer: the same verdict, error and value as `decodeFrame`, but
 * the payload is built only when it is asked for.
 *
 * @throws FrameError where fx 0.0.5 refuses the frame; offsets count from `start`.
 */
export function checkFrame(bytes: Uint8Array, start: number, end: number, options: DecodeOptions = {}): EventLogFrame {
  const maxBytes = options.maxFrameBytes ?? MAX_FRAME_BYTES;
  if (end - start <= maxBytes) {
    const [frame, ...others] = recogniseFrames(bytes, start, end);
    // What follows the LF without an LF of its own is no entry, and belongs to the frame all the same.
    if (frame != null && others.length === 0 && frame.length === end - start) return frame;
  }
  return decodeChecked(bytes, start, end, options);
}

/** As `checkFrame`, for a frame that is known not to be recognised. */
export function decodeChecked(
  bytes: Uint8Array,
  start: number,
  end: number,
  options: DecodeOptions = {},
): EventLogFrame {
  return EventLogFrame.decoded(decodeFrameAt(bytes, start, end, options), viewOf(bytes), start, end - start);
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
