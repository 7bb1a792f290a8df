/**
 * The turns of a conversation log, as fx rebuilds them when it loads one (newer-formats §4.4, rules 9 to 11), one line at a time.
 */
import type { RuleId, Uint64 } from '@fxlog/format';
import {
  type ConversationFrame,
  type ConversationPayload,
  type ConversationTag,
  conversationTag,
} from '@fxlog/format/internal';
import { successor } from '@fxlog/json/internal';
import { type ConversationTurn, ConversationTurnBuilder } from './conversation-turn.js';

/** A compaction where it stands among the turns. */
export interface ConversationCompaction {
  readonly summary: string;
  /** Turns that it stands for. */
  readonly removedTurns: number;
  /** How many compactions there were by then, this one included. */
  readonly compactions: number;
  /** The last line that it covers: what lies between that and its own line the model still sees. Absent where the format has no such thing. */
  readonly coversThroughSeq?: Uint64;
  /** How many turns that is, where it is known and not all of them. */
  readonly coveredTurns?: number;
}

/** Takes what a fold puts together, in the order in which it is shown. */
export interface ConversationFoldSink {
  turn(turn: ConversationTurn): void;
  compacted(compaction: ConversationCompaction): void;
}

/** The newest checkpoint of a log, which begins the view that the model has. */
export interface NewestCheckpoint {
  readonly coversThroughSeq: Uint64;
  readonly summary: string;
  /** How many checkpoints the log has. */
  readonly compactions: number;
}

/** The archive has every turn, and a summary where each checkpoint lies; the model's view begins with the newest summary. */
export type ConversationView =
  | { readonly kind: 'archive' }
  | { readonly kind: 'model'; readonly newest: NewestCheckpoint | null };

/** What was folded of an archive up to a place outside of a turn. */
export interface ConversationFoldStart {
  readonly lastSeq: Uint64;
  readonly endedTurns: number;
  readonly compactions: number;
}

/**
 * Folds the lines of one view. Nothing is kept but the open turn. In the model's view the lines that the newest checkpoint covers are only
 * counted; a turn that it cuts keeps its prompt and its later steps.
 */
export class ConversationFold {
  readonly #sink: ConversationFoldSink;
  /** Null in the archive. */
  readonly #newest: NewestCheckpoint | null;
  readonly #isModelView: boolean;
  #lastSeq: Uint64 = 0;
  /** The prompt of the open turn while no piece of it is rebuilt. */
  #user: ConversationPayload<'user'> | null = null;
  #builder: ConversationTurnBuilder | null = null;
  #endedTurns = 0;
  #compactions = 0;
  #isSummaryDue: boolean;
  #settledSeq: Uint64 = 0;

  constructor(view: ConversationView, sink: ConversationFoldSink, start?: ConversationFoldStart) {
    this.#sink = sink;
    if (start !== undefined) {
      this.#lastSeq = start.lastSeq;
      // It lies behind a line that ended a turn, or behind a checkpoint.
      this.#settledSeq = start.lastSeq;
      this.#endedTurns = start.endedTurns;
      this.#compactions = start.compactions;
    }
    this.#isModelView = view.kind === 'model';
    this.#newest = view.kind === 'model' ? view.newest : null;
    this.#isSummaryDue = this.#newest !== null;
  }

  /** Whether the last turn has no end yet. */
  get isTurnOpen(): boolean {
    return this.#user !== null;
  }

  /** What there is of the turn that has no end yet; null outside a turn, and for a part that is covered. */
  get openTurn(): ConversationTurnBuilder['pieces'] | null {
    return this.#builder?.pieces ?? null;
  }

  /** Number of the last line that ended a turn or is a checkpoint, 0 before the first: to it belongs what `recovery.json` tells. */
  get settledSeq(): Uint64 {
    return this.#settledSeq;
  }

  /** Turns that have ended, in the archive. */
  get endedTurns(): number {
    return this.#endedTurns;
  }

  /** Checkpoints so far, in the archive. */
  get compactions(): number {
    return this.#compactions;
  }

  /** Takes in the next line, or says which rule it breaks; the fold is of no use then. */
  apply(frame: ConversationFrame): RuleId | null {
    // The archive is shown whatever the numbers are.
    if (this.#isModelView && frame.seq !== successor(this.#lastSeq)) return 'conversation/sequence';
    this.#lastSeq = frame.seq;
    const tag = conversationTag(frame.event);
    if (tag === 'user' ? this.isTurnOpen : isEnd(tag) && !this.isTurnOpen) {
      return tag === 'user' ? 'conversation/turn-open' : 'conversation/no-turn';
    }
    if (isEnd(tag) || tag === 'context_checkpoint') this.#settledSeq = frame.seq;
    return this.#newest !== null && frame.seq <= this.#newest.coversThroughSeq
      ? this.#skip(frame)
      : this.#rebuild(frame);
  }

  /**
   * Leniently: makes room for a line that broke a rule, as far as one can. A turn that has no end gets the one that fx gives it, calls that
   * have no result stay without one. What does not fit even then is to be left out.
   */
  amend(rule: RuleId): void {
    if (rule === 'conversation/turn-open' && this.#user !== null) {
      const builder = this.#builder ?? new ConversationTurnBuilder(this.#user);
      builder.settleCalls();
      this.#endTurn(builder.interrupted(CUT_SHORT));
    } else if (rule !== 'conversation/no-turn') this.#builder?.settleCalls();
  }

  /** The log ends here. */
  end(): void {
    this.#tellSummary();
  }

  #skip({ event }: ConversationFrame): null {
    if ('user' in event) this.#user = event.user;
    else if (isEnd(conversationTag(event))) {
      this.#user = null;
      this.#endedTurns += 1;
    }
    return null;
  }

  #rebuild({ event }: ConversationFrame): RuleId | null {
    this.#tellSummary();
    if ('user' in event) {
      this.#user = event.user;
      this.#builder = new ConversationTurnBuilder(event.user);
      return null;
    }
    if (this.#user !== null) this.#builder ??= new ConversationTurnBuilder(this.#user);
    const builder = this.#builder;
    if ('context_checkpoint' in event) return builder?.checkpoint() ?? this.#compacted(event.context_checkpoint);
    if (builder === null) return 'conversation/no-turn';
    if ('assistant' in event) return builder.assistant(event.assistant);
    if ('tool_call' in event) return builder.toolCall(event.tool_call);
    if ('tool_result' in event) return builder.toolResult(event.tool_result);
    if ('steering' in event) return builder.steering(event.steering);
    const turn =
      'turn_completed' in event ? builder.completed(event.turn_completed) : builder.interrupted(event.interrupted);
    return this.#endTurn(turn);
  }

  #endTurn(turn: ConversationTurn | RuleId): RuleId | null {
    if (typeof turn === 'string') return turn;
    this.#user = null;
    this.#builder = null;
    this.#endedTurns += 1;
    this.#sink.turn(turn);
    return null;
  }

  #compacted({ summary, covers_through_seq: coversThroughSeq }: ConversationPayload<'context_checkpoint'>): null {
    this.#compactions += 1;
    if (!this.#isModelView) {
      const counts = { removedTurns: this.#endedTurns, compactions: this.#compactions };
      this.#sink.compacted({ summary, ...counts, coversThroughSeq });
    }
    return null;
  }

  /** Where the covered lines end, all turns have been counted that the summary stands for. */
  #tellSummary(): void {
    if (!this.#isSummaryDue || this.#newest === null) return;
    this.#isSummaryDue = false;
    const { summary, compactions } = this.#newest;
    this.#sink.compacted({ summary, removedTurns: this.#endedTurns, compactions });
  }
}

/** How fx ends a turn that has no end. */
export const CUT_SHORT: ConversationPayload<'interrupted'> = {
  reason: 'failed',
  partial_text: null,
  command_replay_ref: null,
  command_replay_bytes: null,
  command_artifact_ref: null,
  files: [],
  turn_summary: null,
  cancellation_origin: 'turn',
};

function isEnd(tag: ConversationTag): boolean {
  return tag === 'turn_completed' || tag === 'interrupted';
}
