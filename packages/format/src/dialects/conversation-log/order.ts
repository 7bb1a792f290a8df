/**
 * What fx checks from line to line before it goes on with a conversation log: rules 1 to 8 of newer-formats §4.4.
 */

import { successor } from '@fxlog/json/internal';
import type { ConversationErrorName } from '../../fx-error-name.js';
import type { RuleId } from '../../rules/index.js';
import type { Uint64 } from '../../scalars.js';
import { conversationTag } from './frame.js';
import type { ConversationEvent, ConversationFrame } from './generated/types.js';

/** A line that cannot stand where it does. */
export interface OrderFault {
  readonly rule: RuleId;
  readonly fxError: ConversationErrorName;
}

interface PendingCall {
  readonly name: string;
  readonly seq: Uint64;
}

function invalid(rule: RuleId): OrderFault {
  return { rule, fxError: 'InvalidConversationFrame' };
}

/** The state of a conversation log behind its last line, and the judge of the next one. */
export class ConversationOrder {
  /** Calls of the open turn that have no result yet, by their id. */
  readonly #pending = new Map<string, PendingCall>();
  #lastSeq: Uint64 = 0;
  #coverage: Uint64 = 0;
  #isTurnOpen = false;

  /** Number of the last line, 0 before the first. */
  get lastSeq(): Uint64 {
    return this.#lastSeq;
  }

  /** The last line that the newest checkpoint covers, 0 while there is none. */
  get coverage(): Uint64 {
    return this.#coverage;
  }

  get isTurnOpen(): boolean {
    return this.#isTurnOpen;
  }

  /** Whether calls of the open turn have no result yet. */
  get hasPendingCalls(): boolean {
    return this.#pending.size > 0;
  }

  /** Takes in the next line, or says why it cannot stand here; then nothing has changed. */
  accept(frame: ConversationFrame): OrderFault | null {
    if (frame.seq !== successor(this.#lastSeq)) {
      return { rule: 'conversation/sequence', fxError: 'OutOfOrderConversationEvent' };
    }
    const fault = this.#judge(frame.event);
    if (fault !== null) return fault;
    this.#lastSeq = frame.seq;
    this.#apply(frame);
    return null;
  }

  /** In the order of fx: calls and checkpoints first, then whether a turn is open. */
  #judge(event: ConversationEvent): OrderFault | null {
    if ('tool_call' in event) {
      if (this.#pending.has(event.tool_call.call_id)) {
        return { rule: 'conversation/duplicate-call', fxError: 'DuplicateToolCall' };
      }
    } else if ('tool_result' in event) {
      const call = this.#pending.get(event.tool_result.call_id);
      if (call === undefined) return { rule: 'conversation/orphan-result', fxError: 'OrphanToolResult' };
      if (call.name !== event.tool_result.tool_name) {
        return { rule: 'conversation/result-tool-name', fxError: 'ToolIdentityMismatch' };
      }
    } else if ('turn_completed' in event) {
      if (this.hasPendingCalls) return { rule: 'conversation/unresolved-call', fxError: 'UnresolvedToolCall' };
    } else if ('context_checkpoint' in event) {
      return this.#judgeCoverage(event.context_checkpoint.covers_through_seq);
    }
    if ('user' in event) return this.#isTurnOpen ? invalid('conversation/turn-open') : null;
    return this.#isTurnOpen ? null : invalid('conversation/no-turn');
  }

  #judgeCoverage(coverage: Uint64): OrderFault | null {
    if (coverage < this.#coverage || coverage > this.#lastSeq) {
      return { rule: 'conversation/checkpoint-coverage', fxError: 'InvalidCheckpointCoverage' };
    }
    for (const { seq } of this.#pending.values()) {
      if (seq <= coverage) return { rule: 'conversation/unresolved-call', fxError: 'UnresolvedToolCall' };
    }
    return null;
  }

  #apply({ event, seq }: ConversationFrame): void {
    switch (conversationTag(event)) {
      case 'user':
        this.#isTurnOpen = true;
        return;
      case 'turn_completed':
      case 'interrupted':
        this.#isTurnOpen = false;
        this.#pending.clear();
        return;
    }
    if ('tool_call' in event) this.#pending.set(event.tool_call.call_id, { name: event.tool_call.tool_name, seq });
    else if ('tool_result' in event) this.#pending.delete(event.tool_result.call_id);
    else if ('context_checkpoint' in event) this.#coverage = event.context_checkpoint.covers_through_seq;
  }
}
