/**
 * The check that the lines of a conversation log stream through: the fast way first (recogniser.ts), the exact way for whatever it leaves
 * (frame.ts). Both give the same verdict, error, offset and value; they differ in speed alone.
 */
import { isUtf8 } from 'node:buffer';
import type { CheckedFrame, CheckOptions } from '../../dialect.js';
import type { Int64, Uint64 } from '../../scalars.js';
import { viewOf } from '../../view-of.js';
import { type ConversationPayload, type ConversationTag, conversationTag, decodeConversationFrame } from './frame.js';
import { KINDS, ROOTS } from './generated/program.js';
import type { ConversationEvent, ConversationFrame } from './generated/types.js';
import { MAX_CONVERSATION_FRAME_BYTES } from './limits.js';
import { outlinePayload } from './outline.js';
import { recogniser } from './recogniser.js';

const LF = 0x0a;
const OPEN_BRACE = 0x7b;

/** For lines that hold on to no buffer. */
const NOTHING = Buffer.alloc(0);

/**
 * A line of a conversation log that was checked alone and found good. One that was recognised holds on to the buffer it was read from, which must
 * not change before `moveTo` has given it another.
 */
export class ConversationLine implements CheckedFrame<ConversationFrame> {
  #event: ConversationFrame | undefined;
  #bytes: Buffer;
  #start: number;
  readonly #length: number;

  private constructor(
    /** The tag of the event. */
    readonly kind: ConversationTag,
    /** Number of the line in its log, from 1. */
    readonly seq: Uint64,
    /** Milliseconds since 1970-01-01 UTC. */
    readonly timestampMs: Int64,
    event: ConversationFrame | undefined,
    bytes: Buffer,
    start: number,
    length: number,
  ) {
    this.#event = event;
    this.#bytes = bytes;
    this.#start = start;
    this.#length = length;
  }

  /** @internal */
  static decoded(event: ConversationFrame): ConversationLine {
    return new ConversationLine(conversationTag(event.event), event.seq, event.timestamp_ms, event, NOTHING, 0, 0);
  }

  /** @internal */
  static recognised(
    tag: number,
    seq: number,
    timestampMs: number,
    bytes: Buffer,
    start: number,
    length: number,
  ): ConversationLine {
    return new ConversationLine(KINDS[tag] as ConversationTag, seq, timestampMs, undefined, bytes, start, length);
  }

  get dialect(): 'conversation-log' {
    return 'conversation-log';
  }

  /** A log that was replaced is known by its content alone (newer-formats §4.6). */
  get epoch(): null {
    return null;
  }

  /** The line with its content, built on first use; the same object from then on. */
  get event(): ConversationFrame {
    this.#event ??= build(this.#bytes, this.#start, this.#length);
    return this.#event;
  }

  /**
   * The line with its payload in outline ({@link outlinePayload}), for those who look at the order of lines and at the files that they refer to. It
   * costs a small part of what {@link event} does.
   */
  get outline(): ConversationFrame {
    return this.#event ?? this.#outline() ?? this.event;
  }

  #outline(): ConversationFrame | null {
    const { kind, seq, timestampMs: timestamp_ms } = this;
    const bytes = this.#bytes;
    // The second brace of a line opens its event; the tag stands behind it.
    const start = bytes.indexOf(OPEN_BRACE, this.#start + 1) + `{"${kind}":`.length;
    const payload = outlinePayload(kind, bytes, start, this.#start + this.#length - '}}\n'.length);
    const schema_version = bytes[this.#start + '{"schema_version":'.length]! - 0x30;
    const event = payload === null ? null : ({ [kind]: payload } as unknown as ConversationFrame['event']);
    return event === null ? null : { schema_version, seq, timestamp_ms, event };
  }

  moveTo(bytes: Uint8Array, start: number): void {
    this.#bytes = viewOf(bytes);
    this.#start = start;
  }
}

/**
 * Recognises the lines that lie one after the other from `start` to `end` (exclusive) of a buffer, each with its LF.
 *
 * @returns one entry a line, in order: the checked line, or null for one that must go through {@link checkConversationLine}.
 */
export function recogniseConversationLines(bytes: Uint8Array, start: number, end: number): (ConversationLine | null)[] {
  const view = viewOf(bytes);
  const input = view.subarray(start, end);
  const lines: (ConversationLine | null)[] = [];
  // One native look at all the bytes saves one at every string.
  const matcher = isUtf8(input) ? recogniser.matcherOf(input) : null;
  if (matcher === null) return lines;
  for (let at = 0; at < input.length; ) {
    const count = matcher.matchFrames(ROOTS.frame, at);
    if (count === 0) break;
    for (let index = 0; index < count; index++) {
      const lineEnd = matcher.end(index);
      const tag = matcher.tag(index);
      const length = lineEnd - at;
      if (tag >= 0 && length <= MAX_CONVERSATION_FRAME_BYTES) {
        const [seq, time] = [matcher.seq(index), matcher.timestamp(index)];
        lines.push(ConversationLine.recognised(tag, seq, time, view, start + at, length));
        at = lineEnd;
        continue;
      }
      lines.push(null);
      // The matcher may run over a newline before it gives up; the lines behind it are lines all the same.
      const newline = input.indexOf(LF, at);
      at = newline < 0 ? input.length : newline + 1;
      if (at !== lineEnd) break;
    }
  }
  return lines;
}

/**
 * Checks the one line from `start` to `end` (exclusive), its LF included, the exact way.
 *
 * @throws FrameError where fx refuses the line; offsets count from `start`.
 */
export function checkConversationLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  options: CheckOptions = {},
): ConversationLine {
  return ConversationLine.decoded(decodeConversationFrame(bytes, start, end, options));
}

/** What was recognised is canonical: its integers are exact as doubles and its bytes are all strings, so the native parser is exact. */
function build(bytes: Buffer, start: number, length: number): ConversationFrame {
  const frame = JSON.parse(bytes.toString('utf8', start, start + length)) as ConversationFrame;
  complete(frame.event);
  return frame;
}

/** The same for a payload alone. */
export function buildPayload<Tag extends ConversationTag>(tag: Tag, payload: Buffer): ConversationPayload<Tag> {
  const event = { [tag]: JSON.parse(payload.toString()) } as unknown as Readonly<Record<Tag, ConversationPayload<Tag>>>;
  complete(event as unknown as ConversationEvent);
  return event[tag];
}

/** Adds the members that fx leaves out where they say nothing. */
function complete(event: ConversationEvent): void {
  if ('tool_result' in event) {
    const result = event.tool_result;
    result.review_feedback = false;
    if (result.committed_file_presentation !== null) result.committed_file_presentation.content_handle ??= null;
  } else if ('interrupted' in event) event.interrupted.cancellation_origin = 'turn';
  else if ('user' in event) for (const image of event.user.images) image.source_ref ??= null;
}
