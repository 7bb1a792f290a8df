/**
 * A line of a session's log (newer-formats §7.2, §7.3).
 */
import type { CheckedFrame, CheckOptions } from '../../dialect.js';
import { FrameError } from '../../frame-error.js';
import { RawJson } from '../../loose/raw-json.js';
import type { StructShape } from '../../loose/shape.js';
import { ruleById } from '../../rules/index.js';
import type { Uint64 } from '../../scalars.js';
import { viewOf } from '../../view-of.js';
import type { AnyConversationPayload, ConversationTag } from '../conversation-log/frame.js';
import { readRecognisedPayload } from '../conversation-log/recognise-payload.js';
import { FieldError, locateFields, readFields, type Slots } from './fields.js';
import { itemTypeAt } from './item-types.js';
import { MAX_LINE_BYTES } from './limits.js';
import { checkSeal, type LineHeader, matches, readDigits, readHeader } from './line-frame.js';
import { LINE_KINDS, LINE_SHAPES, type LineBody, type LineKind } from './line-kinds.js';
import type { RecognisedLines } from './recognised-lines.js';
import { matchFields, type Spelling, spellingOf } from './spelling.js';

interface KnownKind {
  readonly kind: LineKind;
  readonly name: Uint8Array;
  readonly shape: StructShape;
  readonly spelling: Spelling;
}

/** The kinds that fx knows, in the order of {@link LINE_KINDS}. */
const KNOWN_KINDS: readonly KnownKind[] = LINE_KINDS.map((kind) => ({
  kind,
  name: Buffer.from(kind),
  shape: LINE_SHAPES[kind],
  spelling: spellingOf(LINE_SHAPES[kind]),
}));

/** The same by the length of their name, of which no more than two are equal. */
const KINDS_BY_LENGTH: readonly (readonly KnownKind[])[] = Array.from({ length: 33 }, (_, length) =>
  KNOWN_KINDS.filter(({ name }) => name.length === length),
);

function knownKindAt(bytes: Uint8Array, start: number, end: number): KnownKind | undefined {
  for (const known of KINDS_BY_LENGTH[end - start]!) if (matches(bytes, start, known.name)) return known;
  return undefined;
}

const ITEM_FIELDS = LINE_SHAPES.item.fields.map(({ name }) => name);
const [TURN, TYPE, DATA, BLOBS] = ['turn', 'type', 'data', 'blobs'].map((name) => ITEM_FIELDS.indexOf(name)) as [
  number,
  number,
  number,
  number,
];
const NO_DATA = new Uint8Array(0);
const NO_BLOBS: string[] = [];

/** The texts of a list that is spelled as fx spells it, without escapes. */
function namesIn(bytes: Buffer, start: number, end: number): string[] {
  if (end - start <= '[]'.length) return NO_BLOBS;
  return bytes.toString('latin1', start + '["'.length, end - '"]'.length).split('","');
}

/** Where the fast way leaves the places of values; used up before the next line is looked at. */
const SLOTS: Slots = new Int32Array(16);

/** A line as an event: its header and its fields, under fx's own keys. Raw values are copies, which outlive the line. */
export type SessionEvent = SessionEventHeader &
  (
    | LineBody
    | {
        /** A kind that this version does not know. */
        readonly kind: string;
        /** Its fields as they stand, each with the comma before it. */
        readonly fields: RawJson;
      }
  );

/** What every line has. */
export interface SessionEventHeader {
  readonly v: Uint64;
  readonly seq: Uint64;
  /** Milliseconds since 1970, UTC. */
  readonly ts: Uint64;
}

/** A line whose seal is true and whose header is right. Its fields are read when they are asked for, out of the bytes of the line. */
export class SessionLine implements CheckedFrame<SessionEvent> {
  /** 1, or more in a line of a newer fx, which readers take for a 1 (newer-formats §7.2). */
  readonly version: Uint64;
  /** Number of the line, from 1. */
  readonly seq: Uint64;
  /** Milliseconds since 1970, UTC. */
  readonly timestampMs: Uint64;
  readonly #known: KnownKind | undefined;
  #bytes: Uint8Array;
  #start: number;
  // Counted from the start of the line: where the kind begins and ends, and where the fields end.
  readonly #kindStart: number;
  readonly #kindEnd: number;
  readonly #end: number;
  /** What is known of the fields of a line that was recognised together with others; null for one that was not, or has moved. */
  #recognised: RecognisedLines | null;
  /** Its number among those. */
  readonly #index: number;
  #event: SessionEvent | undefined;

  private constructor(
    bytes: Uint8Array,
    start: number,
    { version, seq, timestampMs, kindStart, kindEnd, end }: LineHeader,
    known: KnownKind | undefined,
    recognised: RecognisedLines | null,
    index: number,
  ) {
    this.version = version;
    this.seq = seq;
    this.timestampMs = timestampMs;
    this.#known = known;
    this.#bytes = bytes;
    this.#start = start;
    this.#kindStart = kindStart - start;
    this.#kindEnd = kindEnd - start;
    this.#end = end - start;
    this.#recognised = recognised;
    this.#index = index;
  }

  /** A line whose seal is true, by its header. */
  static of(bytes: Uint8Array, start: number, header: LineHeader): SessionLine {
    return new SessionLine(bytes, start, header, knownKindAt(bytes, header.kindStart, header.kindEnd), null, 0);
  }

  /** A line that was recognised together with others; `kind` is its number in {@link LINE_KINDS}. */
  static recognised(
    lines: RecognisedLines,
    index: number,
    kind: number,
    start: number,
    header: LineHeader,
  ): SessionLine {
    return new SessionLine(lines.bytes, start, header, KNOWN_KINDS[kind], lines, index);
  }

  get dialect(): 'sessions-v2' {
    return 'sessions-v2';
  }

  /** A log is never replaced, but as a whole with its directory. */
  get epoch(): null {
    return null;
  }

  /** The kind, known or not. */
  get kind(): string {
    if (this.#known !== undefined) return this.#known.kind;
    return String.fromCharCode(...this.#bytes.subarray(this.#start + this.#kindStart, this.#start + this.#kindEnd));
  }

  /** The kind where fx knows it; null for one of a later fx, whose lines are passed over. */
  get knownKind(): LineKind | null {
    return this.#known?.kind ?? null;
  }

  /**
   * Whether fx's page reader, which wants the line to be JSON from end to end, hands it out with its fields: not where a comma without a
   * field follows the kind.
   */
  get isShownWithBody(): boolean {
    return this.#known !== undefined && this.#end !== this.#kindEnd + 2;
  }

  /**
   * The line as an event, decoded on first use.
   *
   * @throws FrameError as {@link body} does.
   */
  get event(): SessionEvent {
    this.#event ??= this.#readEvent();
    return this.#event;
  }

  /**
   * What the line says; null for an unknown kind. Raw values are views of the bytes that the line was read from, and live as long.
   *
   * @throws FrameError (`BadBody`) when the fields are not those of the kind.
   */
  body(): LineBody | null {
    if (this.#known === undefined) return null;
    if (this.#recognised !== null) {
      this.#recognised.locate(this.#index, this.#start, SLOTS);
      if (this.#known.kind === 'item') return this.#readItem(true);
    } else if (!this.#matches(this.#known)) return this.exactBody();
    return this.#readBody(this.#known, SLOTS);
  }

  /**
   * What the line says, but for the data of an item, which are empty where {@link payloadOutline} has them in outline.
   *
   * @throws FrameError as {@link body} does.
   */
  outline(): LineBody | null {
    if (this.#known?.kind !== 'item' || this.#recognised?.isPayloadRecognised(this.#index) !== true) return this.body();
    this.#recognised.locate(this.#index, this.#start, SLOTS);
    return this.#readItem(false);
  }

  /**
   * The payload of an item in outline (`outlinePayload`), where it is spelled as fx spells it, so that nothing can be wrong with it; null where it is
   * not, or that was not looked at together with other lines. The item is known to be of a type with such a payload.
   */
  payloadOutline(tag: ConversationTag): AnyConversationPayload | null {
    if (this.#recognised?.isPayloadRecognised(this.#index) !== true) return null;
    this.#recognised.locate(this.#index, this.#start, SLOTS);
    return readRecognisedPayload(tag, viewOf(this.#bytes), SLOTS[2 * DATA]!, SLOTS[2 * DATA + 1]!, true);
  }

  /** The same as {@link body}, without the fast way. */
  exactBody(): LineBody | null {
    return this.#known === undefined ? null : this.#readBody(this.#known, null);
  }

  /** Whether the fields are spelled as fx spells them, so that nothing can be wrong with them; always so for an unknown kind. */
  isSpelledByFx(): boolean {
    return this.#known === undefined || this.#matches(this.#known);
  }

  /** Says that the bytes of the line stand at `start` of another buffer now. */
  moveTo(bytes: Uint8Array, start: number): void {
    this.#bytes = bytes;
    this.#start = start;
    this.#recognised = null;
  }

  /** Whether {@link payloadOutline} has the payload of an item; null where that was not looked at. */
  get isPayloadRecognised(): boolean | null {
    return this.#recognised?.isPayloadRecognised(this.#index) ?? null;
  }

  /** An item whose fields lie where {@link SLOTS} says: in numbers and plain texts, so that nothing is left to check. */
  #readItem(hasData: boolean): LineBody {
    const bytes = viewOf(this.#bytes);
    const [type, typeEnd] = [SLOTS[2 * TYPE]! + 1, SLOTS[2 * TYPE + 1]! - 1];
    return {
      kind: 'item',
      turn: readDigits(bytes, SLOTS[2 * TURN]!, SLOTS[2 * TURN + 1]!)!,
      type: itemTypeAt(bytes, type, typeEnd) ?? bytes.toString('latin1', type, typeEnd),
      data: hasData ? bytes.subarray(SLOTS[2 * DATA], SLOTS[2 * DATA + 1]) : NO_DATA,
      blobs: SLOTS[2 * BLOBS]! < 0 ? NO_BLOBS : namesIn(bytes, SLOTS[2 * BLOBS]!, SLOTS[2 * BLOBS + 1]!),
    };
  }

  #readEvent(): SessionEvent {
    const { version: v, seq, timestampMs: ts } = this;
    const body = this.body();
    if (body === null) {
      const fields = this.#bytes.subarray(this.#start + this.#kindEnd + 1, this.#start + this.#end);
      return { v, seq, ts, kind: this.kind, fields: new RawJson(fields) };
    }
    const members = Object.entries(body).map(([key, value]) => [key, isView(value) ? new RawJson(value) : value]);
    return { v, seq, ts, ...(Object.fromEntries(members) as LineBody) };

    // Texts that are not UTF-8 are bytes as well, and copies already.
    function isView(value: unknown): value is Uint8Array {
      return value instanceof Uint8Array;
    }
  }

  #readBody({ kind, shape }: KnownKind, known: Slots | null): LineBody {
    const end = this.#start + this.#end;
    try {
      // Behind the comma that follows the kind, or at the end.
      const from = this.#start + Math.min(this.#kindEnd + 2, this.#end);
      const slots = known ?? locateFields(this.#bytes, from, end, shape);
      return readFields(this.#bytes, slots, end, shape, { kind }, known !== null) as LineBody;
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const where = error.field === '' ? '' : ` in "${error.field}"`;
      const message = `${ruleById('sessions-v2/body').title}${where}: ${error.message}`;
      const path = error.field === '' ? '' : `/${error.field}`;
      throw new FrameError({
        rule: 'sessions-v2/body',
        fxError: 'BadBody',
        message,
        path,
        offset: error.at - this.#start,
      });
    }
  }

  #matches({ spelling }: KnownKind): boolean {
    return matchFields(this.#bytes, this.#start + this.#kindEnd + 1, this.#start + this.#end, spelling, SLOTS);
  }
}

/**
 * Reads the frame of one line, its LF included; `start` and `end` say where it lies in a larger buffer. The fields are not looked at: a
 * line counts whatever they are (newer-formats §7.2).
 *
 * @throws FrameError (`BadLine`) for a line that does not count.
 */
export function readLine(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  { maxFrameBytes = MAX_LINE_BYTES }: CheckOptions = {},
): SessionLine {
  const fault = end - start > maxFrameBytes ? 'too-large' : checkSeal(bytes, start, end);
  const header = fault === null ? readHeader(bytes, start, end) : null;
  if (header !== null) return SessionLine.of(bytes, start, header);
  const rule = `sessions-v2/${fault ?? 'header'}` as const;
  throw new FrameError({ rule, fxError: 'BadLine', message: ruleById(rule).title, path: '', offset: 0 });
}
