/**
 * What a dialect brings so that its logs can be folded, and what its fold tells while it does so. The hosts know no dialect by name.
 */
import type { Finding, Int64, Uint64 } from '@fxlog/format';
import type { UsageSnapshot } from '@fxlog/format/internal';
import type { EventRecord, LogError, LogPosition, ReadOptions, Source } from '@fxlog/reader';
import type { PlainJson } from '@fxlog/reader/internal';
import type { NativeTurn } from './dialects/index.js';
import type { SessionState } from './session-state.js';
import type { HistoryEntry, TurnSource, TurnUsage } from './turn.js';

/** The part of a dialect that this package needs. */
export interface FoldDialect {
  readonly id: string;
  /** A fold that begins at the first event of a log, or at `options.start`. */
  createFold(options: FoldOptions): Fold;
  /**
   * Looks through a log, much faster than reading it, for events that change what came before them. It may say yes too often, but never no wrongly.
   */
  lookAhead(source: Source, signal?: AbortSignal): Promise<LookAhead>;
  /** What goes into a token besides its place. */
  encodePoint(point: FoldPoint): PlainJson;
  /**
   * Reads that back. Tokens come from outside, so everything in it is checked.
   *
   * @throws TokenError
   */
  decodePoint(json: PlainJson, position: LogPosition): FoldPoint;
}

/** What may happen in a log; see {@link FoldDialect.lookAhead}. */
export interface LookAhead {
  /** The history may be replaced. */
  readonly mayReplace: boolean;
  /** The session may move to another workspace. */
  readonly mayMove: boolean;
}

/** How to fold a log. */
export interface FoldOptions {
  /** Strictly (the default) the first departure throws; leniently each goes to `onFinding`. */
  readonly mode?: 'strict' | 'lenient' | undefined;
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** Name of the log in findings and errors. */
  readonly file?: string | undefined;
  /** Who is told what happens. */
  readonly sink?: ConversationSink | undefined;
  /**
   * Reads a body that lies beside the log, by the name that the log has for it; null when it is not there. Left out, none is.
   */
  readonly readBlob?: ((name: string) => Uint8Array | null) | undefined;
  /** Refuse a log that ends inside a replacement of the history; default false. */
  readonly requireNoTorn?: boolean | undefined;
  /** Begin here, with what was folded up to there. */
  readonly start?: FoldPoint | undefined;
}

/** A place at which folding can be taken up, and what was folded up to there, without the history. */
export interface FoldPoint {
  readonly position: LogPosition;
  /** Length of the history up to there. */
  readonly turns: number;
  /** Id of the event before; empty where events have none. */
  readonly eventId: string;
  readonly state: SessionState;
}

/**
 * Folds the events of one log, one record at a time. The records come from a reader that has checked their sequence.
 */
export interface Fold {
  /** Entries of the history as it is now. */
  readonly turns: number;
  /** Whether folding could be taken up behind the last record: not inside a replacement, nor inside a turn of many lines. */
  readonly isAtSafePoint: boolean;
  /** The last place at which folding can be taken up; null while there is none. */
  readonly safePoint: FoldPoint | null;
  /** The state as it is now; null before the session has begun. */
  readonly state: SessionState | null;
  /**
   * Takes the next event.
   *
   * @throws LogError strictly, for what fx refuses.
   */
  apply(record: EventRecord): void;
  /**
   * Makes what is still needed of the records so far outlive their batch: to be called before the next batch is asked of a reader that reuses
   * its chunks.
   */
  keepRecords(): void;
  /**
   * Says that the reader met a fault.
   *
   * @returns where the log only ends here; `end` is to be called then.
   * @throws LogError the fault that counts.
   */
  fail(error: LogError): void;
  /**
   * Says that no event follows.
   *
   * @throws LogError strictly, where the log may not end.
   */
  end(): FoldOutcome;
}

/** What a log folds to. */
export interface FoldOutcome {
  /** Null where nothing in the log begins a session. */
  readonly state: SessionState | null;
  /** Length of the history. */
  readonly turns: number;
  /** The last event that took effect. */
  readonly through: { readonly seq: Uint64; readonly eventId: string; readonly offset: number } | null;
  /** Length of all whole lines in bytes, also of those that had no effect. */
  readonly bytesConsumed: number;
  /** Where everything is to be cut off, in bytes: the beginning of what was never committed. Null where nothing is. */
  readonly truncateFrom: number | null;
}

/** What the log says about an entry besides the entry itself. */
export type EntryFacts = Pick<EntryOf, 'timeMs' | 'language' | 'usage'>;
type EntryOf = Extract<HistoryEntry, { type: 'turn' }>['turn'];

/** An entry of the history that is built only for those who ask. Who asks has to ask while it is told. */
export interface FoldedEntry {
  readonly index: number;
  readonly source: TurnSource;
  /** What its event says about it; null for an entry that was taken over as part of a whole history. */
  readonly facts: EntryFacts | null;
  /** Whether it is a compaction. */
  readonly isCompaction: boolean;
  /**
   * The line of an entry that has one of its own and is spelled as its program writes it: keys in their order, nothing between values. Who looks for something
   * finds out here whether there is any need to build the entry. Null or absent elsewhere.
   */
  readonly recognisedBytes?: Uint8Array | null;
  /** The entry; `facts` are those of an equal entry where it has none of its own. */
  build(facts?: EntryFacts): HistoryEntry;
  native(): NativeTurn;
  /** Equal for entries that say the same, wherever they stand. */
  digest(): string;
}

/** A replacement of the whole history by another one. */
export interface HistoryReplacement {
  readonly id: string;
  /** Why, in the words of the format. */
  readonly reason: string;
  /** Its first frame. */
  readonly source: TurnSource;
  /** Entries of the new history, as far as it was read. */
  readonly turns: number;
  /** The state that it brings; null until all of it was read. */
  readonly state: SessionState | null;
  /**
   * Reads the entries of the new history again. Nothing is checked anew but that they are still the same.
   *
   * @throws LogError when the log has changed meanwhile.
   */
  readAgain(
    source: Source,
    options: Pick<ReadOptions, 'mode' | 'maxFrameBytes' | 'signal' | 'file'>,
    isSalvaged: boolean,
  ): AsyncGenerator<HistoryEntry[], void, undefined>;
}

/** How a replacement ended well. */
export interface ReplacementOutcome {
  /** Entries of the history now. */
  readonly turns: number;
  /** Start of what the model still sees. */
  readonly contextHistoryStart: Uint64;
  /** Leniently: what could be read of one that was damaged. */
  readonly isSalvaged: boolean;
}

/** A running total of costs and tokens, as the log has it at some point. */
export interface UsageReport {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: Int64;
  /** Whether it was counted in the session from which this one was forked, and is not to be counted again. */
  readonly isInherited?: boolean;
  /** Makes it outlive the batch of its record, and so {@link ConversationSink.usage}. */
  keep(): void;
  read(): UsageSnapshot;
}

/** Who wants to know what happens while a log is folded. All calls come in log order, from within `apply` and `end`. */
export interface ConversationSink {
  /** The session has begun. */
  began?(state: SessionState): void;
  /** An entry was added to the history. Left out, none is built for it. */
  entry?(entry: FoldedEntry): void;
  /** A turn is under way, or got further; it is told as a whole each time. Null says that the turn that was told last is void. */
  running?(entry: FoldedEntry | null): void;
  usage?(report: UsageReport): void;
  moved?(workspaceRoot: string): void;
  prefers?(model: string): void;
  /** Another history begins to be written. It counts once it is committed. */
  replacementStarted?(replacement: HistoryReplacement, superseded: number): void;
  /** An entry of the other history. */
  replacementEntry?(entry: FoldedEntry): void;
  /** The other history is the history now. */
  replacementCommitted?(replacement: HistoryReplacement, superseded: number, outcome: ReplacementOutcome): void;
  /** It has no effect: the log ended before it did, or, leniently, nothing of it could be used. */
  replacementDropped?(replacement: HistoryReplacement, cause: 'end-of-log' | 'damaged'): void;
}

/** Totals before anything was counted. */
export const NO_TOKENS: TurnUsage = { totalInputTokens: 0, totalOutputTokens: 0 };
