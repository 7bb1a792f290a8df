import type { ConversationCompaction, ConversationLogTurn } from '@fxlog/assembler/internal';
import { type ConversationEvent, encodeConversationFrame, FrameError, type Int64 } from '@fxlog/format';
import { WriteError } from '../../write-error.js';
import { laterOf } from './later-of.js';
import { turnEvents } from './turn-events.js';

type Ended = Exclude<ConversationLogTurn['turn'], { end: null }>;

/** Makes the lines of a log of its entries, one entry at a time, and counts them. */
export class LogLines {
  #seq: number;
  /** The last line of each turn. */
  readonly #ends: number[] = [];
  #compactions = 0;
  #coverage = 0;
  #lastMs: Int64;

  /**
   * @param startMs time of entries of which none is known, in milliseconds since 1970-01-01 UTC
   * @param lastSeq number of the last line that is there already
   */
  constructor(startMs: Int64, lastSeq = 0) {
    this.#lastMs = startMs;
    this.#seq = lastSeq;
  }

  /** Number of the last line. */
  get lastSeq(): number {
    return this.#seq;
  }

  /** Turns so far. */
  get turns(): number {
    return this.#ends.length;
  }

  /** Summaries so far. */
  get compactions(): number {
    return this.#compactions;
  }

  /** The time of the latest entry. */
  get lastMs(): Int64 {
    return this.#lastMs;
  }

  /**
   * The events of an entry with their lines, LF included; all of them have one time.
   *
   * @throws WriteError for what fx would refuse.
   */
  *linesOf(
    turn: Ended,
    timeMs: Int64 | null,
  ): Generator<{ readonly event: ConversationEvent; readonly line: Uint8Array }> {
    const timestamp_ms = laterOf(timeMs ?? this.#lastMs, 0);
    this.#lastMs = laterOf(this.#lastMs, timestamp_ms);
    for (const event of 'summary' in turn ? [this.#checkpoint(turn)] : turnEvents(turn)) {
      this.#seq++;
      yield { event, line: this.#encode({ schema_version: 3, seq: this.#seq, timestamp_ms, event }) };
    }
    if ('summary' in turn) this.#compactions++;
    else this.#ends.push(this.#seq);
  }

  /** The summary stands for everything before it, unless it leaves some turns in view. */
  #checkpoint({ summary, coveredTurns }: ConversationCompaction): ConversationEvent {
    const end = coveredTurns === undefined ? this.#seq : (this.#ends[coveredTurns - 1] ?? 0);
    this.#coverage = Math.max(this.#coverage, Math.min(end, this.#seq));
    return { context_checkpoint: { covers_through_seq: this.#coverage, summary } };
  }

  #encode(frame: Parameters<typeof encodeConversationFrame>[0]): Uint8Array {
    try {
      return encodeConversationFrame(frame);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const { rule, fxError, path } = error;
      const message = `fx would refuse line ${frame.seq}: ${error.message}`;
      throw new WriteError({ rule, message, fxError, path, file: 'events.jsonl' }, { cause: error });
    }
  }
}
