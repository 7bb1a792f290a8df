/**
 * A line of a session's log (newer-formats §7.2, §7.3).
 */
import { FrameError } from '../../frame-error.js';
import type { StructShape } from '../../loose/shape.js';
import { ruleById } from '../../rules/index.js';
import type { Uint64 } from '../../scalars.js';
import { FieldError, locateFields, readFields, type Slots } from './fields.js';
import * as shapes from './generated/shapes.js';
import type * as types from './generated/types.js';
import { checkSeal, type LineHeader, matches, readHeader } from './line-frame.js';
import { matchFields, type Spelling, spellingOf } from './spelling.js';

/** The fields of each kind of line. */
interface LineFields {
  readonly session_created: types.SessionCreatedLine;
  readonly turn_started: types.TurnStartedLine;
  readonly item: types.ItemLine;
  readonly compacted: types.CompactedLine;
  readonly turn_committed: types.TurnCommittedLine;
  readonly turn_interrupted: types.TurnInterruptedLine;
  readonly set: types.SetLine;
  readonly child_spawned: types.ChildSpawnedLine;
  readonly child_finished: types.ChildFinishedLine;
  readonly snapshot: types.SnapshotLine;
  readonly closed: types.ClosedLine;
}

/** The kinds of lines that fx knows (newer-formats §7.3). */
export type LineKind = keyof LineFields;

/** What a line of a known kind says, under fx's own keys. */
export type LineBody = { [Kind in LineKind]: { readonly kind: Kind } & Readonly<LineFields[Kind]> }[LineKind];

/** The fields of each kind, in the order in which they are written. */
export const LINE_SHAPES: Readonly<Record<LineKind, StructShape>> = {
  session_created: shapes.SessionCreatedLine,
  turn_started: shapes.TurnStartedLine,
  item: shapes.ItemLine,
  compacted: shapes.CompactedLine,
  turn_committed: shapes.TurnCommittedLine,
  turn_interrupted: shapes.TurnInterruptedLine,
  set: shapes.SetLine,
  child_spawned: shapes.ChildSpawnedLine,
  child_finished: shapes.ChildFinishedLine,
  snapshot: shapes.SnapshotLine,
  closed: shapes.ClosedLine,
};

interface KnownKind {
  readonly kind: LineKind;
  readonly name: Uint8Array;
  readonly shape: StructShape;
  readonly spelling: Spelling;
}

/** The known kinds by the length of their name, of which no more than two are equal. */
const KINDS_BY_LENGTH: readonly (readonly KnownKind[])[] = Array.from({ length: 33 }, (_, length) =>
  (Object.keys(LINE_SHAPES) as LineKind[])
    .filter((kind) => kind.length === length)
    .map((kind) => ({
      kind,
      name: Buffer.from(kind),
      shape: LINE_SHAPES[kind],
      spelling: spellingOf(LINE_SHAPES[kind]),
    })),
);

function knownKindAt(bytes: Uint8Array, start: number, end: number): KnownKind | undefined {
  for (const known of KINDS_BY_LENGTH[end - start]!) if (matches(bytes, start, known.name)) return known;
  return undefined;
}

/** Where the fast way leaves the places of values; used up before the next line is looked at. */
const SLOTS: Slots = new Int32Array(16);

/** A line whose seal is true and whose header is right. Its fields are read when they are asked for, out of the bytes of the line. */
export class SessionLine {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #header: LineHeader;
  readonly #known: KnownKind | undefined;

  constructor(bytes: Uint8Array, start: number, header: LineHeader) {
    this.#bytes = bytes;
    this.#start = start;
    this.#header = header;
    this.#known = knownKindAt(bytes, header.kindStart, header.kindEnd);
  }

  /** 1, or more in a line of a newer fx, which readers take for a 1 (newer-formats §7.2). */
  get version(): Uint64 {
    return this.#header.version;
  }

  /** Number of the line, from 1. */
  get seq(): Uint64 {
    return this.#header.seq;
  }

  /** Milliseconds since 1970, UTC. */
  get timestampMs(): Uint64 {
    return this.#header.timestampMs;
  }

  /** The kind, known or not. */
  get kind(): string {
    const { kindStart, kindEnd } = this.#header;
    return this.#known?.kind ?? String.fromCharCode(...this.#bytes.subarray(kindStart, kindEnd));
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
    const { kindEnd, end } = this.#header;
    return this.#known !== undefined && end !== kindEnd + 2;
  }

  /**
   * What the line says; null for an unknown kind. Raw values are views of the bytes that the line was read from, and live as long.
   *
   * @throws FrameError (`BadBody`) when the fields are not those of the kind.
   */
  body(): LineBody | null {
    return this.#known === undefined ? null : this.#readBody(this.#known, this.#matches(this.#known) ? SLOTS : null);
  }

  /** The same as {@link body}, without the fast way. */
  exactBody(): LineBody | null {
    return this.#known === undefined ? null : this.#readBody(this.#known, null);
  }

  /**
   * Checks the fields without building them.
   *
   * @throws FrameError as {@link body} does.
   */
  checkBody(): void {
    if (this.#known !== undefined && !this.#matches(this.#known)) this.#readBody(this.#known, null);
  }

  #readBody({ kind, shape }: KnownKind, known: Slots | null): LineBody {
    const { end } = this.#header;
    try {
      const slots = known ?? locateFields(this.#bytes, this.#fieldsFrom(), end, shape);
      return { kind, ...readFields(this.#bytes, slots, end, shape) } as LineBody;
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
    const { kindEnd, end } = this.#header;
    return matchFields(this.#bytes, kindEnd + 1, end, spelling, SLOTS);
  }

  /** Behind the comma that follows the kind, or at the end. */
  #fieldsFrom(): number {
    const { kindEnd, end } = this.#header;
    return Math.min(kindEnd + 2, end);
  }
}

/**
 * Reads the frame of one line, its LF included; `start` and `end` say where it lies in a larger buffer. The fields are not looked at: a
 * line counts whatever they are (newer-formats §7.2).
 *
 * @throws FrameError (`BadLine`) for a line that does not count.
 */
export function readLine(bytes: Uint8Array, start = 0, end = bytes.length): SessionLine {
  const fault = checkSeal(bytes, start, end);
  const header = fault === null ? readHeader(bytes, start, end) : null;
  if (header !== null) return new SessionLine(bytes, start, header);
  const rule = `sessions-v2/${fault ?? 'header'}` as const;
  throw new FrameError({ rule, fxError: 'BadLine', message: ruleById(rule).title, path: '', offset: 0 });
}
