import type { NativeTurn } from '../dialects/index.js';
import type { ConversationSink, FoldedEntry, HistoryReplacement } from '../fold.js';
import type { SessionState } from '../session-state.js';

/** What is gathered of a history, turn for turn. */
export interface HistoryGatherer {
  add(turn: NativeTurn, index: number): void;
}

/**
 * Gathers the history that stands while a log is folded: what is gathered of a replacement counts once that is committed, and takes the place
 * of what was gathered before. For those who fold a log themselves; who only reads one takes `readConversation`.
 */
export class StandingHistory<Gatherer extends HistoryGatherer> implements ConversationSink {
  /** What was gathered of the history that stands. */
  standing: Gatherer;
  #replacing: Gatherer | null = null;
  #replacement: HistoryReplacement | null = null;

  readonly #create: () => Gatherer;

  /** @param create makes one that has gathered nothing */
  constructor(create: () => Gatherer) {
    this.#create = create;
    this.standing = create();
  }

  /** The state that the replacement under way brings, once all of it was read; null outside of one. */
  get replacingState(): SessionState | null {
    return this.#replacement?.state ?? null;
  }

  entry(entry: FoldedEntry): void {
    this.standing.add(entry.native(), entry.index);
  }

  replacementStarted(replacement: HistoryReplacement): void {
    this.#replacing = this.#create();
    this.#replacement = replacement;
  }

  replacementEntry(entry: FoldedEntry): void {
    this.#replacing?.add(entry.native(), entry.index);
  }

  replacementCommitted(): void {
    if (this.#replacing !== null) this.standing = this.#replacing;
    this.replacementDropped();
  }

  replacementDropped(): void {
    this.#replacing = null;
    this.#replacement = null;
  }
}
