/**
 * The check that the lines of a conversation log stream through: the fast way first (recogniser.ts), the exact way for whatever it leaves
 * (frame.ts). Both give the same verdict, error, offset and value; they differ in speed alone.
 */
import { isUtf8 } from 'node:buffer';
import type { CheckedFrame, CheckOptions } from '../../dialect.js';
import type { Int64, Uint64 } from '../../scalars.js';
import { type ConversationTag, conversationTag, decodeConversationFrame } from './frame.js';
import { KINDS, ROOTS } from './generated/program.js';
import type { ConversationFrame } from './generated/types.js';
import { MAX_CONVERSATION_FRAME_BYTES } from './limits.js';
import { recogniser } from './recogniser.js';

const LF = 0x0a;

/** Where a line lies that has not been built. */
interface LinePlace {
  bytes: Buffer;
  start: number;
  readonly length: number;
}

/**
 * A line of a conversation log that was checked alone and found good. One that was recognised holds on to the buffer it was read from, which must
 * not change before `moveTo` has given it another.
 */
export class ConversationLine implements CheckedFrame<ConversationFrame> {
  #event: ConversationFrame | undefined;
  readonly #place: LinePlace | null;

  private constructor(
    /** The tag of the event. */
    readonly kind: ConversationTag,
    /** Number of the line in its log, from 1. */
    readonly seq: Uint64,
    /** Milliseconds since 1970-01-01 UTC. */
    readonly timestampMs: Int64,
    event: ConversationFrame | undefined,
    place: LinePlace | null,
  ) {
    this.#event = event;
    this.#place = place;
  }

  /** @internal */
  static decoded(event: ConversationFrame): ConversationLine {
    return new ConversationLine(conversationTag(event.event), event.seq, event.timestamp_ms, event, null);
  }

  /** @internal */
  static recognised(tag: number, seq: number, timestampMs: number, place: LinePlace): ConversationLine {
    return new ConversationLine(KINDS[tag] as ConversationTag, seq, timestampMs, undefined, place);
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
    this.#event ??= build(this.#place as LinePlace);
    return this.#event;
  }

  /**
   * The line with a stand-in for the one text in it that may be long, for those who look at the order of lines and at what they refer to: a text that
   * is empty, or null, is so here, any other is some other one. It costs a fraction of {@link event}.
   */
  get outline(): ConversationFrame {
    return this.#event ?? outline(this.#place as LinePlace, this.kind) ?? this.event;
  }

  moveTo(bytes: Uint8Array, start: number): void {
    if (this.#place === null) return;
    this.#place.bytes = viewOf(bytes);
    this.#place.start = start;
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
        const place = { bytes: view, start: start + at, length };
        lines.push(ConversationLine.recognised(tag, matcher.seq(index), matcher.timestamp(index), place));
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
function build({ bytes, start, length }: LinePlace): ConversationFrame {
  return complete(JSON.parse(bytes.toString('utf8', start, start + length)) as ConversationFrame);
}

/** The member of a payload that may be long, with what comes before it and behind it in a line as fx spells it. */
interface LongMember {
  readonly key: Buffer;
  readonly next: Buffer;
}

const LONG: Readonly<Partial<Record<ConversationTag, LongMember>>> = {
  user: { key: Buffer.from('"text":'), next: Buffer.from(',"images":') },
  assistant: { key: Buffer.from('"text":'), next: Buffer.from(',"provider_replay":') },
  tool_call: { key: Buffer.from('"arguments_json":'), next: Buffer.from(',"argument_integrity":') },
  tool_result: { key: Buffer.from('"preview":'), next: Buffer.from(',"provider_native":') },
};

/** Shorter ones are parsed as fast as they are left out. */
const MIN_LONG_BYTES = 64;

/** Null where there is nothing long in the line. */
function outline({ bytes, start, length }: LinePlace, kind: ConversationTag): ConversationFrame | null {
  const long = LONG[kind];
  if (long === undefined) return null;
  const end = start + length;
  // In a text the quotes of a key would be escaped, so that these bytes are what they seem to be.
  const at = bytes.indexOf(long.key, start);
  const next = bytes.lastIndexOf(long.next, end - long.next.length);
  const from = at + long.key.length;
  if (at < start || next - from < MIN_LONG_BYTES) return null;
  const text = `${bytes.toString('utf8', start, from)}"…"${bytes.toString('utf8', next, end)}`;
  return complete(JSON.parse(text) as ConversationFrame);
}

/** Adds the members that fx leaves out where they say nothing. */
function complete(frame: ConversationFrame): ConversationFrame {
  const { event } = frame;
  if ('tool_result' in event) {
    const result = event.tool_result;
    result.review_feedback = false;
    if (result.committed_file_presentation !== null) result.committed_file_presentation.content_handle ??= null;
  } else if ('interrupted' in event) event.interrupted.cancellation_origin = 'turn';
  else if ('user' in event) for (const image of event.user.images) image.source_ref ??= null;
  return frame;
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
