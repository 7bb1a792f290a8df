/**
 * What one on-disk format of fx – a dialect – has to say about its lines. The hosts (the readers of `@fxlog/reader`) know a dialect by this
 * interface alone; which dialects there are stands in `dialects/index.ts`.
 */

import type { Finding } from './finding.js';
import type { Fault, FrameError } from './frame-error.js';
import type { FxErrorName } from './fx-error-name.js';
import type { RuleId } from './rules/index.js';
import type { Int64, Uint64 } from './scalars.js';
import type { SessionLayout } from './session-layout.js';
import type { TopLevelKeys } from './top-level-keys.js';

/** Name of an on-disk format of fx that is known. */
export type DialectId = 'legacy-snapshot' | 'event-log-v1' | 'conversation-log' | 'sessions-v2';

/** What bytes are to a dialect: the conversation itself, or the manifest or the index beside it. */
export type DialectPart = 'log' | 'manifest' | 'index';

/** What is seen of a file before anything of it is judged. */
export interface FileHead {
  /** The keys of the object with which the file begins. */
  readonly keys: TopLevelKeys;
  /** The first bytes, without a byte-order mark. */
  readonly bytes: Uint8Array;
  /** Name of the file without its folders; empty where it is not known. */
  readonly name: string;
}

/** What is known of every dialect, also of one that is not read. */
export interface DialectDescription {
  readonly id: DialectId;
  /** A noun with its article: "an event log". */
  readonly title: string;
  /** Who writes it, for the end of a sentence: "fx 0.0.1 to 0.0.7". */
  readonly writtenBy: string;
  /** Where the dialect stands beside the one that strict rules were recorded for first. */
  readonly age: 'older' | 'current' | 'newer';
  /** Whether this version of fxlog reads its logs. */
  readonly isRead: boolean;
  /** What the parts of this dialect are called, each a sentence for a person. */
  readonly parts: Readonly<Partial<Record<DialectPart, string>>>;
  /** Which part of the dialect a file is by its first line (newer-formats §2); null when it is of another. */
  detect(head: FileHead): DialectPart | null;
}

/** A line that was checked alone and found good: its header at once, its content when it is asked for. */
export interface CheckedFrame<Event = unknown> {
  readonly dialect: DialectId;
  /** The kind of event, in the words of the dialect. */
  readonly kind: string;
  /** Number of the line in its log, from 1. */
  readonly seq: Uint64;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestampMs: Int64;
  /** What changes when the log is replaced as a whole by a later one of the same session; null where the dialect has no such thing. */
  readonly epoch: string | null;
  /** The content, decoded on first use; the same object from then on. */
  readonly event: Event;
  /**
   * The bytes of the frame, a view, where encoding its event would give just these; null where it would not, or nobody knows without encoding
   * it. Absent in a dialect that cannot tell.
   */
  readonly canonicalBytes?: Uint8Array | null;
  /** Says that the bytes of the frame stand at `start` of another buffer now. */
  moveTo(bytes: Uint8Array, start: number): void;
}

/** What the next line of a log has to be; what is left out may be anything. */
export interface SequenceStart {
  readonly seq?: Uint64 | undefined;
  readonly epoch?: string | undefined;
}

/** What holds between the lines of a log. */
export interface Sequence<Frame extends CheckedFrame = CheckedFrame> {
  /**
   * Compares a line with those before it and takes it as the last one. Each fault has what is wrong as its `detail`; mostly there is none,
   * and then the list is an empty one that is not made anew.
   */
  accept(frame: Frame): readonly Fault[];
  /** Takes a line of which nothing is known but its number, so that it leaves no gap where that is the one that is due. */
  pass(seq: Uint64): void;
}

/** How a line is checked. */
export interface CheckOptions {
  /** Longest line to accept, in bytes, LF included; default the limit of the dialect. */
  readonly maxFrameBytes?: number;
}

/** fx's own names for the faults that a host finds by itself. */
export interface HostErrorNames {
  /** A line that is not one of the dialect at all. */
  readonly frame: FxErrorName;
  /** A line over the limit. */
  readonly tooLarge: FxErrorName;
  /** A last line without its LF. */
  readonly truncated: FxErrorName;
}

/** What lenient reading needs to find the events of a damaged line. */
export interface RecoveryHints<Frame extends CheckedFrame = CheckedFrame> {
  /** Bytes with which fx begins a line of this dialect, and which cannot stand inside one: where they occur, a line was glued on. */
  readonly beginnings: readonly Uint8Array[];
  /** Rules that are broken by a key which fx does not know, and by that alone. */
  readonly unknownKeyRules: ReadonlySet<RuleId>;
  /**
   * Makes of a refused line, from its first byte to its LF, one that may be taken.
   *
   * @returns null where nothing can be made of it
   */
  readonly adapt?: (line: Uint8Array, refusal: FrameError) => Adaptation<Frame> | null;
}

/** What is made of a refused line: another line, or the frame itself, which is null where nothing but its number is of use. */
export type Adaptation<Frame extends CheckedFrame = CheckedFrame> = (
  | { readonly line: Uint8Array; readonly frame?: undefined }
  | { readonly frame: Frame | null; readonly line?: undefined }
) & {
  /** What there is to say of it. */
  readonly note: Pick<Finding, 'rule' | 'severity' | 'message'> & { readonly path: string; readonly offset: number };
};

/** A dialect whose logs are read line by line. */
export interface FormatDialect<Frame extends CheckedFrame = CheckedFrame> extends DialectDescription {
  /** Whom strict rules follow: "fx 0.0.5", and the corpora in `test-fixtures/conformance/` in which its verdicts are recorded. */
  readonly strictness: { readonly as: string; readonly corpora: readonly string[] };
  /** What lies where in the directory of a session. */
  readonly layout: SessionLayout;
  /** Longest line that fx reads, in bytes, LF included. */
  readonly maxFrameBytes: number;
  /** Longest line that a later fx writes of this dialect, in bytes, LF included, where that is more: lenient reading takes it. */
  readonly maxLaterFrameBytes?: number;
  readonly errors: HostErrorNames;
  /**
   * The fast way, for lines that lie one after the other from `start` to `end` (exclusive), each with its LF.
   *
   * @returns an entry for each line, in order: the frame, or null for a line that `check` has to judge. A shorter list says nothing about
   * the lines behind its end.
   */
  recognise(bytes: Uint8Array, start: number, end: number): readonly (Frame | null)[];
  /**
   * The exact way, for the one line from `start` to `end` (exclusive), its LF included.
   *
   * @throws FrameError where fx refuses the line; offsets count from `start`.
   */
  check(bytes: Uint8Array, start: number, end: number, options?: CheckOptions): Frame;
  /** Begins to compare lines with each other, at the start of a log or at a place in it. */
  sequence(start: SequenceStart): Sequence<Frame>;
  /**
   * Whether a line that is refused so, and has its LF, is one that a crash cut off, provided that nothing follows it. Undefined where only a
   * line without its LF is.
   */
  readonly isCutOff?: (error: FrameError) => boolean;
  /** Undefined where a damaged line is always left out whole. */
  readonly recovery?: RecoveryHints<Frame>;
  /**
   * The bytes that fx writes for an event, LF included.
   *
   * @throws FrameError where fx would refuse the event.
   */
  encode(event: Frame['event']): Uint8Array;
}

/** The one line from `start` to `end` (exclusive), the fast way where it can be and else the exact one. @throws FrameError */
export function checkLine<Frame extends CheckedFrame>(
  dialect: FormatDialect<Frame>,
  bytes: Uint8Array,
  start: number,
  end: number,
  options: CheckOptions = {},
): Frame {
  if (end - start <= (options.maxFrameBytes ?? dialect.maxFrameBytes)) {
    const [frame, ...others] = dialect.recognise(bytes, start, end);
    if (frame != null && others.length === 0) return frame;
  }
  return dialect.check(bytes, start, end, options);
}

/** Whether bytes begin with a text in ASCII. */
export function startsWithText(bytes: Uint8Array, beginning: string): boolean {
  for (let index = 0; index < beginning.length; index++) if (bytes[index] !== beginning.charCodeAt(index)) return false;
  return true;
}
