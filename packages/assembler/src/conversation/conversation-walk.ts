import type { Uint64 } from '@fxlog/format';
import { addUint64, MAX_UINT64 } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';
import {
  type EntryFacts,
  type FoldedEntry,
  type FoldPoint,
  type HistoryReplacement,
  NO_TOKENS,
  type ReplacementOutcome,
} from '../fold.js';
import type { SessionState } from '../session-state.js';
import type { HistoryEntry, TurnSource, TurnUsage } from '../turn.js';
import type { ConversationEntry, ConversationItem } from './conversation-item.js';
import type { ConversationOutline } from './outline.js';
import { type ConversationWatch, WatchingSink } from './watch.js';

/** Which turns of a log a conversation consists of. */
export type HistoryView = 'standing' | 'archive';

/** What a walk has to know. */
export interface WalkOptions {
  readonly view: HistoryView;
  /** Null for a log in which nothing is replaced. */
  readonly outline: Pick<ConversationOutline, 'standing' | 'workspaceRoot'> | null;
  /** Whether what superseded turns say is to be remembered for equal ones of a replacement. */
  readonly recall: boolean;
  /** Index of the first entry that is given; only with the standing view. */
  readonly from: number;
  readonly start: FoldPoint | undefined;
  readonly watch: ConversationWatch | undefined;
}

/** What the event of an entry said about it, which a replacement does not repeat. */
interface Remembered extends Pick<ConversationEntry, 'before' | 'model' | 'committedIndex'> {
  readonly facts: EntryFacts;
}

/**
 * One walk over a log whose replacements are known. In the standing view nothing is given before the last of them; in the archive every turn is
 * given where it was committed, and of a replacement only what is not there already.
 */
export class ConversationWalk extends WatchingSink {
  readonly #view: HistoryView;
  readonly #standing: readonly number[];
  readonly #workspaceRoot: string | null;
  readonly #recall: boolean;
  readonly #from: number;
  #items: ConversationItem[] = [];
  #hasBegun = false;
  #model: string | null = null;
  #before: TurnUsage = NO_TOKENS;
  /** Tokens of the entries that were given. */
  #counted: TurnUsage = NO_TOKENS;
  /** Entries that were committed by an event of their own. */
  #committed: number;
  /** Whether they are counted from the beginning of the log. */
  readonly #countsAll: boolean;
  #superseded: number;
  /** Whether the entries of the open replacement are given. */
  #takesReplacement = false;
  #leftOut = 0;
  /** Whether the open replacement summarises. */
  #hasSummary = false;
  #isPastLast = false;
  /** Standing view: what is known of superseded entries, by what they say; a replacement mostly repeats them. */
  readonly #remembered = new Map<string, Remembered[]>();
  /** Archive: how often each entry was given, and how often it came in the open replacement. */
  readonly #given = new Map<string, number>();
  #repeated = new Map<string, number>();
  /** The turn that is under way, built once it is known to be the last. */
  #running: (() => ConversationEntry) | null = null;

  constructor({ view, outline, recall, from, start, watch }: WalkOptions) {
    super(watch);
    this.#view = view;
    this.#standing = outline?.standing ?? [];
    this.#workspaceRoot = outline?.workspaceRoot ?? null;
    this.#recall = recall;
    this.#from = from;
    this.#committed = 0;
    this.#countsAll = start === undefined;
    this.#superseded = start?.turns ?? 0;
    if (start === undefined) return;
    this.#begin(start.state);
    this.#before = start.state.totals ?? NO_TOKENS;
    this.#counted = start.state.totals ?? NO_TOKENS;
  }

  /** Takes entries of the replacement behind which the walk begins. */
  giveReplaced(entries: readonly HistoryEntry[]): void {
    const { before, model } = this.#context();
    for (const entry of entries) {
      if (entry.type === 'compaction') this.#hasSummary = true;
      const { index } = entry.type === 'turn' ? entry.turn : entry.compaction;
      if (index >= this.#from) this.#items.push({ ...entry, before, model, committedIndex: null });
    }
  }

  /** Says that these were all. */
  endReplaced({ turns, source }: HistoryReplacement, superseded: number): void {
    // A replacement that repeats the history loses nothing of it.
    if (superseded > 0 && (turns < superseded || this.#hasSummary)) {
      this.#items.push({ type: 'left-out', reason: 'superseded', turns: superseded, source });
    }
    this.#isPastLast = true;
  }

  /** Hands out the items so far. */
  take(): ConversationItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /**
   * The items at the end of the log.
   *
   * @param beside the turn that a file beside the log tells of: it goes on where what the log has of it ends
   */
  end(beside: HistoryEntry | null = null): ConversationItem[] {
    if (beside !== null) this.#items.push({ ...beside, before: null, model: null, committedIndex: null });
    else if (this.#running !== null) this.#items.push(this.#running());
    return this.take();
  }

  override began(state: SessionState): void {
    super.began(state);
    this.#begin(state);
  }

  prefers(model: string): void {
    this.#model = model;
  }

  running(entry: FoldedEntry | null): void {
    const { before, model } = this.#context();
    this.#running = entry === null ? null : () => ({ ...entry.build(), before, model, committedIndex: null });
  }

  entry(entry: FoldedEntry): void {
    this.#running = null;
    // To ask for the facts is to build the event, and those of every event of this kind take the place of those before.
    if (entry.index < this.#from - 1 && !this.#awaitsReplacement && entry.recognisedBytes != null) {
      this.#committed++;
      return;
    }
    const context = this.#context();
    const { facts } = entry;
    if (facts?.usage != null) this.#before = facts.usage;
    this.#committed++;
    if (this.#awaitsReplacement) {
      this.#superseded++;
      if (this.#recall && facts !== null) append(this.#remembered, entry.digest(), { ...context, facts });
      return;
    }
    if (this.#view === 'archive') {
      if (entry.isCompaction && this.#committed > 1) {
        this.#items.push({ type: 'left-out', reason: 'repeated', turns: 1, source: entry.source });
        return;
      }
      if (this.#standing.length > 0) count(this.#given, entry.digest());
    }
    if (entry.index >= this.#from) this.#give({ ...entry.build(), ...context }, facts?.usage ?? null);
  }

  replacementStarted({ source: { offset } }: HistoryReplacement): void {
    this.#takesReplacement =
      this.#view === 'archive' ? this.#standing.includes(offset) : this.#standing.at(-1) === offset;
    this.#leftOut = 0;
    this.#hasSummary = false;
    this.#repeated = new Map();
  }

  replacementEntry(entry: FoldedEntry): void {
    if (!this.#takesReplacement) return;
    if (this.#view === 'archive' && this.#isGiven(entry)) {
      this.#leftOut++;
      return;
    }
    if (entry.isCompaction) this.#hasSummary = true;
    if (entry.index < this.#from) return;
    const known = this.#remembered.size === 0 ? undefined : this.#remembered.get(entry.digest())?.shift();
    const { before, model } = this.#context();
    const { facts, ...context } = known ?? { before, model, committedIndex: null, facts: undefined };
    this.#give({ ...entry.build(facts), ...context }, facts?.usage ?? null);
  }

  override replacementCommitted(
    replacement: HistoryReplacement,
    supersededNow: number,
    outcome: ReplacementOutcome,
  ): void {
    super.replacementCommitted(replacement, supersededNow, outcome);
    const { state, source, turns } = replacement;
    if (state !== null) {
      const totals = state.totals ?? NO_TOKENS;
      // Leniently, a log that lost its beginning gets one here.
      if (!this.#hasBegun) this.#begin(state);
      this.#before = totals;
      if (this.#takesReplacement) this.#settleUsage(totals, source);
      this.#model = state.preferences?.model ?? null;
    }
    // A replacement that repeats the history loses nothing of it.
    const isShorter = turns < this.#superseded || this.#hasSummary;
    if (this.#takesReplacement && this.#superseded > 0 && isShorter && this.#view === 'standing') {
      this.#items.push({ type: 'left-out', reason: 'superseded', turns: this.#superseded, source });
    }
    if (this.#leftOut > 0) this.#items.push({ type: 'left-out', reason: 'repeated', turns: this.#leftOut, source });
    if (this.#standing.at(-1) === source.offset) {
      this.#isPastLast = true;
      this.#remembered.clear();
    }
    this.#takesReplacement = false;
  }

  replacementDropped(): void {
    this.#takesReplacement = false;
  }

  #context(): Pick<ConversationEntry, 'before' | 'model' | 'committedIndex'> {
    const committedIndex = this.#countsAll ? this.#committed : null;
    return { before: this.#before, model: this.#model, committedIndex };
  }

  #begin(state: SessionState): void {
    this.#hasBegun = true;
    this.#model = state.preferences?.model ?? null;
    const workspaceRoot = this.#workspaceRoot ?? state.workspaceRoot;
    // The entries of a log that begins in its middle may have come before.
    this.#items.unshift({ type: 'begin', state, workspaceRoot });
  }

  #give(entry: ConversationEntry, usage: TurnUsage | null): void {
    const { before } = entry;
    if (usage !== null && before !== null) {
      const { totalInputTokens, totalOutputTokens } = this.#counted;
      this.#counted = {
        totalInputTokens: sum(totalInputTokens, grown(before, usage, 'totalInputTokens')),
        totalOutputTokens: sum(totalOutputTokens, grown(before, usage, 'totalOutputTokens')),
      };
    }
    this.#items.push(entry);
  }

  /** After a replacement its totals count, whatever its entries are known to have taken. */
  #settleUsage(totals: TurnUsage, source: TurnSource): void {
    const usage: TurnUsage = {
      totalInputTokens: grown(this.#counted, totals, 'totalInputTokens'),
      totalOutputTokens: grown(this.#counted, totals, 'totalOutputTokens'),
    };
    this.#counted = totals;
    if (usage.totalInputTokens === 0 && usage.totalOutputTokens === 0) return;
    this.#items.push({ type: 'unattributed-usage', usage, source });
  }

  /** Whether what comes now is superseded later. */
  get #awaitsReplacement(): boolean {
    return this.#view === 'standing' && this.#standing.length > 0 && !this.#isPastLast;
  }

  /** Whether an entry of a replacement is there in the original: the same, or summarised from others. */
  #isGiven(entry: FoldedEntry): boolean {
    if (entry.isCompaction && this.#committed > 0) return true;
    const digest = entry.digest();
    const times = count(this.#repeated, digest);
    if (times <= (this.#given.get(digest) ?? 0)) return true;
    count(this.#given, digest);
    return false;
  }
}

/** By how much a total has grown; nothing where it has fallen, as totals may (event-log §3.7). */
function grown(before: TurnUsage, after: TurnUsage, key: keyof TurnUsage): Uint64 {
  return after[key] <= before[key] ? 0 : exactInteger(BigInt(after[key]) - BigInt(before[key]));
}

function sum(left: Uint64, right: Uint64): Uint64 {
  return addUint64(left, right) ?? MAX_UINT64;
}

function count(counts: Map<string, number>, key: string): number {
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
