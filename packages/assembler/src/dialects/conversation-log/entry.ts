import { createHash } from 'node:crypto';
import type { Int64, Uint64 } from '@fxlog/format';
import type { EntryFacts, FoldedEntry } from '../../fold.js';
import type { HistoryEntry, TurnSource } from '../../turn.js';
import { buildConversationTurn, buildRunningTurn } from './build-turn.js';
import type { ConversationCompaction } from './conversation-fold.js';
import type { ConversationTurn, ConversationTurnBuilder } from './conversation-turn.js';
import type { ConversationLogTurn } from './native.js';

/** A turn or compaction of a conversation log that is made neutral when it is asked for. */
export abstract class ConversationEntry implements FoldedEntry {
  abstract readonly isCompaction: boolean;
  readonly facts: EntryFacts;

  constructor(
    readonly index: number,
    readonly source: TurnSource,
    timeMs: Int64 | null,
  ) {
    // Neither is in the log: the language stands in the manifest, the totals in a file of their own.
    this.facts = { timeMs, language: null, usage: null };
  }

  abstract build(facts?: EntryFacts): HistoryEntry;
  abstract native(): ConversationLogTurn;

  digest(): string {
    const text = JSON.stringify(this.native().turn, (_key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
    });
    return createHash('sha256').update(text).digest('base64');
  }

  /** What every entry has. */
  protected frame(facts: EntryFacts = this.facts) {
    const { timeMs, language, usage } = facts;
    return { index: this.index, timeMs, language, usage, source: this.source, native: this.native() };
  }
}

/** A turn that has ended. */
export class TurnEntry extends ConversationEntry {
  readonly isCompaction = false;

  readonly #turn: ConversationTurn;
  readonly #lastSeq: Uint64;

  constructor(turn: ConversationTurn, lastSeq: Uint64, ...place: ConstructorParameters<typeof ConversationEntry>) {
    super(...place);
    this.#turn = turn;
    this.#lastSeq = lastSeq;
  }

  build(facts?: EntryFacts): HistoryEntry {
    return { type: 'turn', turn: { ...buildConversationTurn(this.#turn), ...this.frame(facts) } };
  }

  native(): ConversationLogTurn {
    return { dialect: 'conversation-log', turn: this.#turn, lastSeq: this.#lastSeq };
  }
}

/** A turn that has no end yet. */
export class RunningEntry extends ConversationEntry {
  readonly isCompaction = false;

  readonly #pieces: ConversationTurnBuilder['pieces'];

  constructor(pieces: ConversationTurnBuilder['pieces'], ...place: ConstructorParameters<typeof ConversationEntry>) {
    super(...place);
    this.#pieces = pieces;
  }

  build(facts?: EntryFacts): HistoryEntry {
    return { type: 'turn', turn: { ...buildRunningTurn(this.#pieces), ...this.frame(facts) } };
  }

  native(): ConversationLogTurn {
    return { dialect: 'conversation-log', turn: { ...this.#pieces, end: null } };
  }
}

/** A checkpoint. */
export class CompactionEntry extends ConversationEntry {
  readonly isCompaction = true;

  readonly #compaction: ConversationCompaction;

  constructor(compaction: ConversationCompaction, ...place: ConstructorParameters<typeof ConversationEntry>) {
    super(...place);
    this.#compaction = compaction;
  }

  build(facts?: EntryFacts): HistoryEntry {
    return { type: 'compaction', compaction: { ...this.#compaction, ...this.frame(facts) } };
  }

  native(): ConversationLogTurn {
    return { dialect: 'conversation-log', turn: this.#compaction };
  }
}
