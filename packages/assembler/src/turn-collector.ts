import type { ConversationSink, FoldedEntry, HistoryReplacement, ReplacementOutcome } from './fold.js';
import type { HistoryEntry } from './turn.js';
import type { TurnItem } from './turn-item.js';

/** A replacement that stands and whose entries are to be read again. */
export interface Replay {
  readonly replacement: HistoryReplacement;
  readonly isSalvaged: boolean;
}

/**
 * Turns what happens in a fold into items. Over a source that can be read twice the entries of a replacement are left out and asked for as a
 * {@link Replay} once it is committed; else they come at once, as provisional.
 */
export class TurnCollector implements ConversationSink {
  #items: TurnItem[] = [];
  /** Items that belong behind the entries of the replay that waits. */
  #later: TurnItem[] = [];
  #replay: Replay | null = null;
  /** History that stands while a replacement is open. */
  #standing = 0;

  readonly #readsTwice: boolean;

  constructor(readsTwice: boolean) {
    this.#readsTwice = readsTwice;
  }

  /** Hands out the items so far. */
  takeItems(): TurnItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Whether the entries of a replacement belong behind the items that {@link takeItems} gives now. */
  get awaitsReplay(): boolean {
    return this.#replay !== null;
  }

  /** Hands out that replacement; the items that belong behind it come with the next {@link takeItems}. */
  takeReplay(): Replay {
    const replay = this.#replay;
    if (replay === null) throw new TypeError('No replacement waits to be read again.');
    this.#replay = null;
    this.#items.push(...this.#later);
    this.#later = [];
    return replay;
  }

  #add(item: TurnItem): void {
    (this.#replay === null ? this.#items : this.#later).push(item);
  }

  entry(entry: FoldedEntry): void {
    this.#add(entry.build());
  }

  replacementStarted(replacement: HistoryReplacement, superseded: number): void {
    this.#standing = superseded;
    if (this.#readsTwice) return;
    this.#add({
      type: 'history-replaced',
      ...subjectOf(replacement),
      superseded,
      turns: null,
      contextHistoryStart: null,
      provisional: true,
    });
  }

  replacementEntry(entry: FoldedEntry): void {
    if (!this.#readsTwice) this.#add(provisional(entry.build()));
  }

  replacementCommitted(replacement: HistoryReplacement, superseded: number, outcome: ReplacementOutcome): void {
    const { turns, contextHistoryStart, isSalvaged } = outcome;
    const subject = subjectOf(replacement);
    const salvaged = isSalvaged ? ({ salvaged: true } as const) : {};
    if (!this.#readsTwice) {
      this.#add({ type: 'replacement-committed', ...subject, turns, contextHistoryStart, ...salvaged });
      return;
    }
    this.#add({ type: 'history-replaced', ...subject, superseded, turns, contextHistoryStart, ...salvaged });
    this.#replay = { replacement, isSalvaged };
  }

  replacementDropped(replacement: HistoryReplacement, cause: 'end-of-log' | 'damaged'): void {
    const truncateFrom = cause === 'end-of-log' ? replacement.source.offset : null;
    this.#add({
      type: 'replacement-torn',
      ...subjectOf(replacement),
      turns: this.#standing,
      cause,
      truncateFrom,
    });
  }
}

function provisional(entry: HistoryEntry): TurnItem {
  return { ...entry, provisional: true };
}

function subjectOf({ id: replacementId, reason, source }: HistoryReplacement) {
  return { replacementId, reason, source };
}
