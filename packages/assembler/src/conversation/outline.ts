import { detectFormat } from '@fxlog/format';
import { LogError, type Source, SourceError } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import { DialectFold } from '../dialect-fold.js';
import { foldDialectOf, isFoldable } from '../dialects/index.js';
import type { FoldPoint, HistoryReplacement, LookAhead, ReplacementOutcome } from '../fold.js';
import { type FoldLogOptions, isSeekable, nameOf, toFoldStart, turnBeside } from '../fold-log-options.js';
import { readRecords } from '../read-records.js';
import type { SessionState } from '../session-state.js';
import { type ConversationWatch, WatchingSink } from './watch.js';

/** Options of {@link outlineConversation}. */
export interface OutlineOptions extends FoldLogOptions {
  readonly watch?: ConversationWatch | undefined;
}

/** What a conversation consists of, found by reading its log once. */
export interface ConversationOutline {
  /** Entries of the history as the log leaves it. */
  readonly turns: number;
  /** How often the whole history was replaced. */
  readonly replacements: number;
  /** What the log folds to; null when a fault ended the reading. */
  readonly state: SessionState | null;
  /** The workspace at the end, or where a fault ended the reading; null where no session begins in the log. */
  readonly workspaceRoot: string | null;
  /** Where a replacement begins that was never committed, in bytes; null when there is none. */
  readonly truncateFrom: number | null;
  /** The first frames of the replacements that stand, in bytes. @internal */
  readonly standing: readonly number[];
  /** Where the conversation can be read from; null where it must be read from its beginning. @internal */
  readonly entrance: Entrance | null;
}

/** A place from which the history that stands can be read. @internal */
export interface Entrance {
  readonly place: FoldPoint;
  /**
   * Null where the place is in front of the last replacement that stands, which is then folded once more; else it lies behind that replacement, and
   * this is it: its entries come first.
   */
  readonly replaced: { readonly replacement: HistoryReplacement; readonly superseded: number } | null;
}

/**
 * Reads a log without building its turns and says what {@link readConversation} will give, which takes the outline, so that the log need not
 * be looked through again. A fault ends the reading there, without an error: the conversation that is read meets it again.
 *
 * @throws SourceError when the bytes cannot be read, or not twice.
 */
export async function outlineConversation(source: Source, options: OutlineOptions = {}): Promise<ConversationOutline> {
  const { watch, ...rest } = options;
  const { read, start } = toFoldStart(rest);
  const { mode, onFinding, requireNoTorn, readBlob, file = nameOf(source) } = options;
  requireRepeatable(source);
  const sink = new OutlineSink(watch, () => fold.safePoint);
  const fold: DialectFold = new DialectFold({ mode, onFinding, file, requireNoTorn, readBlob, sink, start });
  let outcome: ReturnType<DialectFold['end']> | null = null;
  try {
    for await (const records of readRecords(source, read, start)) {
      for (const record of records) {
        fold.apply(record);
        if (sink.awaitsPlace) sink.enterBehind(fold.safePoint);
      }
      fold.keepRecords();
    }
    outcome = fold.end();
    turnBeside(options, outcome, onFinding);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  const { standing, entrance } = sink;
  return {
    turns: fold.turns,
    replacements: standing.length,
    state: outcome?.state ?? null,
    workspaceRoot: (outcome === null ? fold.state : outcome.state)?.workspaceRoot ?? null,
    truncateFrom: outcome?.truncateFrom ?? null,
    standing,
    entrance,
  };
}

class OutlineSink extends WatchingSink {
  readonly standing: number[] = [];
  entrance: Entrance | null = null;
  #before: FoldPoint | null = null;
  #replaced: Entrance['replaced'] = null;

  readonly #safePoint: () => FoldPoint | null;

  constructor(watch: ConversationWatch | undefined, safePoint: () => FoldPoint | null) {
    super(watch);
    this.#safePoint = safePoint;
  }

  replacementStarted(): void {
    this.#before = this.#safePoint();
  }

  override replacementCommitted(
    replacement: HistoryReplacement,
    superseded: number,
    outcome: ReplacementOutcome,
  ): void {
    super.replacementCommitted(replacement, superseded, outcome);
    this.standing.push(replacement.source.offset);
    this.entrance = this.#before === null ? null : { place: this.#before, replaced: null };
    // The event that showed the damage may have an effect of its own, which must not be passed over.
    this.#replaced = outcome.isSalvaged ? null : { replacement, superseded };
  }

  /** Whether a replacement was committed by the last event. */
  get awaitsPlace(): boolean {
    return this.#replaced !== null;
  }

  /** Takes the place behind that event as the entrance. */
  enterBehind(place: FoldPoint | null): void {
    if (place !== null) this.entrance = { place, replaced: this.#replaced };
    this.#replaced = null;
  }
}

/** Looks through a log for what changes what came before it; see `FoldDialect.lookAhead`. */
export async function lookAhead(source: Source, options: FoldLogOptions): Promise<LookAhead> {
  requireRepeatable(source);
  const { signal, file = nameOf(source) } = options;
  let head = new Uint8Array(0);
  for await (const chunk of sourceChunks(source, { start: 0, end: Number.POSITIVE_INFINITY }, signal)) {
    head = new Uint8Array(chunk);
    break;
  }
  const { dialect } = detectFormat(head, file);
  return foldDialectOf(isFoldable(dialect) ? dialect : undefined).lookAhead(source, signal);
}

/** @throws SourceError for a source whose bytes can be had only once. */
function requireRepeatable(source: Source): void {
  if (isSeekable(source) || Array.isArray(source)) return;
  throw new SourceError({
    rule: 'source/not-seekable',
    message: 'A conversation cannot be read from a stream: what a later event supersedes is known only at the end.',
    hint: 'Save the stream to a file first.',
  });
}
