import { createHash } from 'node:crypto';
import { buildTurn, type FoldSink, LogFold, type Turn, type TurnTotals, type TurnUsage } from '@fxlog/assembler';
import { type Finding, type HistoryTurn, type StateDocument, stateTurn, type Uint64 } from '@fxlog/format';
import { type EventRecord, LogError, readEvents, type Source } from '@fxlog/reader';
import type { TranscriptView } from '../../codec.js';
import { addSaturating, subtract } from '../../model/uint64.js';
import { mayRewriteHistory } from './scan-log.js';

type Replacement = Parameters<FoldSink['replacementStarted']>[0];
type ReplacementTurn = Parameters<FoldSink['replacementTurn']>[0];

/** A turn of the conversation with what is known around it. */
export interface HistoryEntry {
  readonly turn: Turn;
  /** Index among the turns that were committed by an event of their own; null for one that came with a replacement. */
  readonly committedIndex: number | null;
  /** Model in force. */
  readonly model: string;
  /** Totals of the session before the turn. */
  readonly before: TurnUsage;
}

/** What the beginning of a log says. */
export interface HistoryHead {
  readonly state: StateDocument;
  /** The workspace at the end of the log, where it moved. */
  readonly workspaceRoot: string;
}

/** What happens in a log, as far as it matters to a transcript. */
export type HistoryEvent =
  | { readonly type: 'head'; readonly head: HistoryHead }
  | { readonly type: 'turn'; readonly entry: HistoryEntry }
  /** Turns before this point that are no part of the conversation any more. */
  | { readonly type: 'superseded'; readonly turns: number; readonly seq: Uint64 }
  /** Turns of a replacement that are left out, since the originals are there. */
  | { readonly type: 'summaries-left-out'; readonly turns: number; readonly seq: Uint64 }
  /** Tokens of a replaced history of which nobody knows what turn took them. */
  | { readonly type: 'unattributed-usage'; readonly usage: TurnUsage; readonly seq: Uint64 }
  | { readonly type: 'end'; readonly state: StateDocument | null };

export interface HistoryOptions {
  readonly view: TranscriptView;
  readonly mode: 'strict' | 'lenient';
  readonly file?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onFinding: (finding: Finding) => void;
}

/** What a first pass over a log tells about its end. */
interface Plan {
  /** The replacements that stand, by the `seq` of their first frame; the last one holds the history. */
  readonly standing: readonly Uint64[];
  readonly workspaceRoot: string | null;
}

const NO_TOKENS: TurnUsage = { totalInputTokens: 0, totalOutputTokens: 0 };
const NO_PLAN: Plan = { standing: [], workspaceRoot: null };

/**
 * The conversation of a log in batches, replacements followed: what a replacement supersedes is not given (view `model`), or given with the
 * replacement's own turns left out where they are the same (view `archive`). Logs without a replacement are read once.
 *
 * @param source one that can be read again.
 * @throws LogError strictly, as the reader and the fold do.
 */
export async function* readHistory(source: Source, options: HistoryOptions): AsyncGenerator<HistoryEvent[]> {
  const plan = (await mayRewriteHistory(source, options.signal)) ? await makePlan(source, options) : NO_PLAN;
  const walk = new HistoryWalk(plan, options);
  let failure: LogError | null = null;
  try {
    for await (const records of readEvents(source, readOptions(options))) {
      for (const record of records) walk.apply(record);
      walk.keepRecords();
      const events = walk.take();
      if (events.length > 0) yield events;
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    failure = error;
  }
  // What came before the fault comes first.
  const before = walk.take();
  if (before.length > 0) yield before;
  if (failure !== null) walk.fail(failure);
  yield walk.end();
}

async function makePlan(source: Source, options: HistoryOptions): Promise<Plan> {
  const standing: Uint64[] = [];
  const sink: FoldSink = {
    replacementStarted: () => undefined,
    replacementTurn: () => undefined,
    replacementCommitted: (replacement) => void standing.push(replacement.startRecord.seq),
    replacementDropped: () => undefined,
  };
  const fold = new LogFold({
    mode: options.mode,
    file: options.file,
    keepHistory: false,
    sink,
  });
  try {
    for await (const records of readEvents(source, { ...readOptions(options), onFinding: undefined })) {
      for (const record of records) fold.apply(record);
      fold.keepRecords();
    }
    return { standing, workspaceRoot: fold.end().state?.workspace_root ?? null };
  } catch (error) {
    // The second pass meets the same fault, after what came before it.
    if (error instanceof LogError) return { standing, workspaceRoot: fold.position?.state.workspace_root ?? null };
    throw error;
  }
}

function readOptions({ mode, file, signal, onFinding }: HistoryOptions) {
  return { mode, file, signal, onFinding, reuseChunks: true } as const;
}

/** What the event of a turn said about it, which a replacement does not repeat. */
interface Remembered extends Omit<HistoryEntry, 'turn'> {
  readonly timeMs: Turn['timeMs'];
  readonly language: string;
  readonly usage: TurnUsage;
}

/** One walk over a log whose replacements are known. */
class HistoryWalk implements FoldSink {
  readonly #plan: Plan;
  readonly #view: TranscriptView;
  readonly #fold: LogFold;
  #events: HistoryEvent[] = [];
  #hasHead = false;
  #model = '';
  #before: TurnUsage = NO_TOKENS;
  /** Tokens of the turns that were given. */
  #counted: TurnUsage = NO_TOKENS;
  #committed = 0;
  #superseded = 0;
  /** Whether the turns of the open replacement are given. */
  #takesReplacement = false;
  #replacementIndex = 0;
  #leftOut = 0;
  /** Whether the open replacement summarises. */
  #hasSummary = false;
  #isPastLast = false;
  /** View `model`: what is known of superseded turns, by what they say; a replacement mostly repeats them. */
  readonly #remembered = new Map<string, Remembered[]>();
  /** View `archive`: how often each turn was given, and how often it came in the open replacement. */
  readonly #given = new Map<string, number>();
  #repeated = new Map<string, number>();

  constructor(plan: Plan, options: HistoryOptions) {
    this.#plan = plan;
    this.#view = options.view;
    this.#fold = new LogFold({
      mode: options.mode,
      onFinding: options.onFinding,
      file: options.file,
      keepHistory: false,
      sink: this,
    });
  }

  apply(record: EventRecord): void {
    this.#fold.apply(record);
    if (!this.#hasHead) this.#takeHead();
    else if (record.kind === 'preferences_changed') this.#model = modelOf(record) ?? this.#model;
  }

  /** Lets what the fold still needs outlive the batch of records. */
  keepRecords(): void {
    this.#fold.keepRecords();
  }

  fail(error: LogError): void {
    this.#fold.fail(error);
  }

  take(): HistoryEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  end(): HistoryEvent[] {
    const { state } = this.#fold.end();
    return [...this.take(), { type: 'end', state }];
  }

  turn(raw: HistoryTurn, index: number, record: EventRecord, totals: TurnTotals): void {
    const committedIndex = this.#committed++;
    const { seq, offset, length } = record;
    const usage = { totalInputTokens: totals.inputTokens, totalOutputTokens: totals.outputTokens };
    const place = {
      index,
      timeMs: totals.timestampMs,
      language: totals.language,
      usage,
      source: { seq, offset, length },
    };
    const before = this.#before;
    this.#before = usage;
    if (this.#awaitsReplacement) {
      this.#superseded++;
      const { timestampMs: timeMs, language } = totals;
      const known: Remembered = { committedIndex, model: this.#model, before, timeMs, language, usage };
      const digest = digestOf(raw);
      const same = this.#remembered.get(digest);
      if (same === undefined) this.#remembered.set(digest, [known]);
      else same.push(known);
      return;
    }
    if (this.#view === 'archive' && raw.kind === 'compacted_summary' && committedIndex > 0) {
      this.#events.push({ type: 'summaries-left-out', turns: 1, seq });
      return;
    }
    if (this.#view === 'archive' && this.#plan.standing.length > 0) count(this.#given, digestOf(raw));
    const turn = buildTurn(raw, place);
    this.#push({ turn, committedIndex, model: this.#model, before });
  }

  replacementStarted(replacement: Replacement): void {
    const { seq } = replacement.startRecord;
    const { standing } = this.#plan;
    this.#takesReplacement = this.#view === 'archive' ? standing.includes(seq) : standing.at(-1) === seq;
    this.#replacementIndex = 0;
    this.#leftOut = 0;
    this.#hasSummary = false;
    this.#repeated = new Map();
  }

  replacementTurn({ inDocument, chunk }: ReplacementTurn): void {
    const index = this.#replacementIndex++;
    if (!this.#takesReplacement) return;
    const raw = inDocument.turn;
    if (this.#view === 'archive' && this.#isGiven(raw)) {
      this.#leftOut++;
      return;
    }
    const { seq, offset, length } = chunk;
    const place = { offset: inDocument.offset, length: inDocument.length };
    const source = { seq, offset, length, document: place };
    if (raw.kind === 'compacted_summary') this.#hasSummary = true;
    const known = this.#remembered.size === 0 ? undefined : this.#remembered.get(digestOf(raw))?.shift();
    const { timeMs = null, language = null, usage = null } = known ?? {};
    const turn = buildTurn(raw, { index, timeMs, language, usage, source });
    const { committedIndex = null, model = this.#model, before = this.#before } = known ?? {};
    this.#push({ turn, committedIndex, model, before });
  }

  replacementCommitted(replacement: Replacement): void {
    const { document, startRecord } = replacement;
    const { seq } = startRecord;
    if (document !== null) {
      const { total_input_tokens: totalInputTokens, total_output_tokens: totalOutputTokens } = document;
      this.#before = { totalInputTokens, totalOutputTokens };
      if (this.#takesReplacement) this.#settleUsage(this.#before, seq);
      this.#model = document.preferences.model;
    }
    // A replacement that repeats the history loses nothing of it.
    const isShorter = replacement.turns < this.#superseded || this.#hasSummary;
    if (this.#takesReplacement && this.#superseded > 0 && isShorter) {
      this.#events.push({ type: 'superseded', turns: this.#superseded, seq });
    }
    if (this.#leftOut > 0) this.#events.push({ type: 'summaries-left-out', turns: this.#leftOut, seq });
    if (this.#plan.standing.at(-1) === seq) {
      this.#isPastLast = true;
      this.#remembered.clear();
    }
    this.#takesReplacement = false;
  }

  #push(entry: HistoryEntry): void {
    const { turn, before } = entry;
    if (turn.usage !== null) {
      this.#counted = {
        totalInputTokens: addSaturating(this.#counted.totalInputTokens, grown(before, turn.usage, 'totalInputTokens')),
        totalOutputTokens: addSaturating(
          this.#counted.totalOutputTokens,
          grown(before, turn.usage, 'totalOutputTokens'),
        ),
      };
    }
    this.#events.push({ type: 'turn', entry });
  }

  /** After a replacement its totals count, whatever its turns are known to have taken. */
  #settleUsage(totals: TurnUsage, seq: Uint64): void {
    const usage: TurnUsage = {
      totalInputTokens: grown(this.#counted, totals, 'totalInputTokens'),
      totalOutputTokens: grown(this.#counted, totals, 'totalOutputTokens'),
    };
    this.#counted = totals;
    if (usage.totalInputTokens === 0 && usage.totalOutputTokens === 0) return;
    this.#events.push({ type: 'unattributed-usage', usage, seq });
  }

  replacementDropped(): void {
    this.#takesReplacement = false;
  }

  /** Whether what comes now is superseded later. */
  get #awaitsReplacement(): boolean {
    return this.#view === 'model' && this.#plan.standing.length > 0 && !this.#isPastLast;
  }

  /** Whether a turn of a replacement is there in the original: the same, or summarised from others. */
  #isGiven(raw: HistoryTurn): boolean {
    if (raw.kind === 'compacted_summary' && this.#committed > 0) return true;
    const digest = digestOf(raw);
    const times = count(this.#repeated, digest);
    if (times <= (this.#given.get(digest) ?? 0)) return true;
    count(this.#given, digest);
    return false;
  }

  #takeHead(): void {
    const state = this.#fold.position?.state;
    if (state === undefined) return;
    this.#hasHead = true;
    this.#model = state.preferences.model;
    const workspaceRoot = this.#plan.workspaceRoot ?? state.workspace_root;
    // The turns of a log without a beginning may have come before.
    this.#events.unshift({ type: 'head', head: { state, workspaceRoot } });
  }
}

function grown(before: TurnUsage, after: TurnUsage, key: keyof TurnUsage): Uint64 {
  return subtract(after[key], before[key]) ?? 0;
}

function modelOf({ event }: EventRecord): string | undefined {
  return event.kind === 'preferences_changed' ? event.payload.model : undefined;
}

function digestOf(turn: HistoryTurn): string {
  return createHash('sha256').update(stateTurn(turn)).digest('base64');
}

function count(counts: Map<string, number>, key: string): number {
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}
