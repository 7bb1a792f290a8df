/**
 * What a whole conversation log is good for: whether fx would go on with it, how much of it `recover` would keep, and what the model's
 * view begins with (newer-formats §4.4, §4.6). One pass; the views themselves are folded by another.
 */
import {
  encodeConversationFrame,
  type FrameError,
  type FxErrorName,
  type Int64,
  type RuleId,
  type Uint64,
} from '@fxlog/format';
import { type ConversationFrame, ConversationOrder } from '@fxlog/format/internal';
import { successor } from '@fxlog/json/internal';
import { ConversationFold, CUT_SHORT, type NewestCheckpoint } from './conversation-fold.js';

/** A line with which something is wrong. */
export interface ConversationFault {
  readonly rule: RuleId;
  readonly fxError: FxErrorName;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
  /** Number of the last line before it, 0 for none. */
  readonly afterSeq: Uint64;
}

/** A place at which a log can be cut. */
export interface ConversationCut {
  /** What is kept, in bytes from the start of the file. */
  readonly bytes: number;
  /** Number of the last line that is kept, 0 for none. */
  readonly seq: Uint64;
  /** Time of that line. */
  readonly timestampMs: Int64;
  /** Whether the turn before it has no end. */
  readonly isTurnOpen: boolean;
}

/** What the writer's scan says of a log without a fault. */
export interface ConversationCommit extends ConversationCut {
  /** The last line that a checkpoint covers. */
  readonly coverage: Uint64;
  /** From where on an unfinished turn is cut; null if none is open. */
  readonly openTurnFrom: number | null;
  /** Where an incomplete last line begins; null if there is none. */
  readonly tornFrom: number | null;
}

export interface ConversationSurveyResult {
  /** The first line that keeps fx from going on with the log, or what it would keep of it. */
  readonly writer: ConversationCommit | ConversationFault;
  /** The first line of a turn that cannot be rebuilt, where the archive ends; null where it has all turns. */
  readonly unbuilt: ConversationFault | null;
  /** The longest part that `recover` would keep; null for none. */
  readonly recoverable: ConversationCut | null;
  /** Whether that is the whole file, so that there is nothing to recover. */
  readonly isWhole: boolean;
  readonly newest: NewestCheckpoint | null;
}

const START: ConversationCut = { bytes: 0, seq: 0, timestampMs: 0, isTurnOpen: false };

/** Calls and their results, from the first call to the last result. */
interface BatchSpan {
  readonly first: Uint64;
  readonly last: Uint64;
}

/** Goes over the lines of a log once. */
export class ConversationSurvey {
  readonly #order = new ConversationOrder();
  readonly #archive = new ConversationFold({ kind: 'archive' }, { turn: () => undefined, compacted: () => undefined });
  /** Where an unfinished turn would be cut. */
  #cut: ConversationCut = START;
  #last: ConversationCut = START;
  #fault: ConversationFault | null = null;
  /** Whether all turns so far could be rebuilt, and no checkpoint has split a batch. */
  #isRebuilt = true;
  #unbuilt: ConversationFault | null = null;
  #recoverable: ConversationCut | null = null;
  #newest: NewestCheckpoint | null = null;
  #firstCall: Uint64 | null = null;
  /** Those that end behind the newest checkpoint's coverage. */
  #batches: BatchSpan[] = [];
  #tornFrom: number | null = null;

  /** Takes in a line that was decoded. */
  frame(frame: ConversationFrame, offset: number, length: number): void {
    const { event, seq, timestamp_ms: timestampMs } = frame;
    if ('context_checkpoint' in event) {
      const { covers_through_seq: coversThroughSeq, summary } = event.context_checkpoint;
      this.#newest = { coversThroughSeq, summary, compactions: (this.#newest?.compactions ?? 0) + 1 };
    }
    if (this.#fault !== null) return;
    const afterSeq = this.#order.lastSeq;
    const fault = this.#order.accept(frame);
    if (fault !== null) {
      this.#fault = { ...fault, offset, afterSeq };
      return;
    }
    this.#last = { bytes: offset + length, seq, timestampMs, isTurnOpen: this.#order.isTurnOpen };
    // The part of a turn that a checkpoint covers stays.
    if (!this.#order.isTurnOpen || 'context_checkpoint' in event) this.#cut = this.#last;
    if (this.#isRebuilt) {
      const rule = this.#archive.apply(frame);
      if (rule !== null) {
        this.#isRebuilt = false;
        this.#unbuilt = { rule, fxError: 'InvalidConversationFrame', offset, afterSeq };
      }
    }
    if (this.#isRebuilt) this.#noteBoundary(frame);
  }

  /** Takes in a line that is complete and cannot be decoded, or that a reader has found to have another number than it should. */
  fault(error: Pick<FrameError, 'rule' | 'fxError'>, offset: number): void {
    this.#fault ??= { rule: error.rule, fxError: error.fxError, offset, afterSeq: this.#order.lastSeq };
  }

  /** The last line has no end. */
  torn(offset: number): void {
    this.#tornFrom = offset;
  }

  /** What came of it, once all lines are in. */
  result(): ConversationSurveyResult {
    const isOpen = this.#order.isTurnOpen;
    const writer = this.#fault ?? {
      ...this.#cut,
      coverage: this.#order.coverage,
      openTurnFrom: isOpen ? this.#cut.bytes : null,
      tornFrom: this.#tornFrom,
    };
    const kept = this.#recoverable;
    const isWhole = this.#fault === null && this.#tornFrom === null && (kept?.bytes ?? 0) === this.#last.bytes;
    return { writer, unbuilt: this.#unbuilt, recoverable: kept, isWhole, newest: this.#newest };
  }

  /** Whether the log could be cut behind this line and still be loaded. */
  #noteBoundary({ event, seq }: ConversationFrame): void {
    if ('tool_call' in event) this.#firstCall ??= seq;
    else if ('tool_result' in event && !this.#order.hasPendingCalls) {
      this.#batches.push({ first: this.#firstCall ?? seq, last: seq });
      this.#firstCall = null;
    } else if ('context_checkpoint' in event) {
      const { coverage } = this.#order;
      this.#batches = this.#batches.filter(({ last }) => last > coverage);
      // Even a later checkpoint that covers the whole batch does not mend this for fx.
      if (this.#batches.some(({ first }) => first <= coverage)) this.#isRebuilt = false;
    } else if ('interrupted' in event) this.#firstCall = null;
    const isBoundary = !this.#order.isTurnOpen || 'context_checkpoint' in event;
    if (isBoundary && this.#isRebuilt) this.#recoverable = this.#last;
  }
}

/** Whether the writer's scan went through. */
export function isCommitted(writer: ConversationSurveyResult['writer']): writer is ConversationCommit {
  return 'bytes' in writer;
}

/** The line by which fx ends a turn that a cut has left open. */
export function closingLine(cut: ConversationCut): Uint8Array {
  return encodeConversationFrame({
    schema_version: 3,
    seq: successor(cut.seq),
    timestamp_ms: cut.timestampMs,
    event: { interrupted: CUT_SHORT },
  });
}
