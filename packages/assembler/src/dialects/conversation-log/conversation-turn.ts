/**
 * A turn of a conversation log in the words of the log: the payloads of its lines, put in their places (newer-formats §4.4, rule 9).
 */
import type { RuleId } from '@fxlog/format';
import type { ConversationPayload } from '@fxlog/format/internal';

/** Text of the model, the calls it made, and their results in the order in which they came. */
export interface ConversationStep {
  readonly assistant: ConversationPayload<'assistant'> | null;
  readonly calls: readonly ConversationPayload<'tool_call'>[];
  readonly results: readonly ConversationPayload<'tool_result'>[];
}

/** Guidance that was typed while the turn ran. */
export interface ConversationSteering {
  readonly text: string;
  /** What the model had said when it came; null for nothing, or where that is a step of its own. */
  readonly assistantPrefix: string | null;
  /** How many steps of the turn come before it. */
  readonly afterStep: number;
}

export type ConversationTurnEnd =
  | {
      readonly kind: 'completed';
      /** The answer; null where the model said nothing at the end. */
      readonly assistant: ConversationPayload<'assistant'> | null;
      readonly payload: ConversationPayload<'turn_completed'>;
    }
  | {
      readonly kind: 'interrupted';
      /** The one call that had no result. */
      readonly call: ConversationPayload<'tool_call'> | null;
      readonly payload: ConversationPayload<'interrupted'>;
    };

export interface ConversationTurn {
  readonly user: ConversationPayload<'user'>;
  readonly steps: readonly ConversationStep[];
  readonly steering: readonly ConversationSteering[];
  readonly end: ConversationTurnEnd;
}

interface Batch {
  readonly assistant: ConversationPayload<'assistant'> | null;
  readonly calls: ConversationPayload<'tool_call'>[];
  readonly results: ConversationPayload<'tool_result'>[];
}

/** What may stand between the prompt of a turn and its end. */
export type TurnPiece = 'assistant' | 'tool_call' | 'tool_result' | 'steering';

/**
 * Puts a turn together from its pieces. A piece that does not fit is refused with the rule that it breaks; the turn is of no use then.
 */
export class ConversationTurnBuilder {
  readonly #user: ConversationPayload<'user'>;
  readonly #steps: ConversationStep[] = [];
  readonly #steering: ConversationSteering[] = [];
  /** Text whose place only the next piece tells. */
  #text: ConversationPayload<'assistant'> | null = null;
  #batch: Batch | null = null;

  constructor(user: ConversationPayload<'user'>) {
    this.#user = user;
  }

  /** What the turn is so far: its whole steps, and the open calls with the results they have. */
  get pieces(): {
    readonly user: ConversationPayload<'user'>;
    readonly steps: readonly ConversationStep[];
    readonly steering: readonly ConversationSteering[];
    readonly text: ConversationPayload<'assistant'> | null;
  } {
    const open = this.#batch === null ? [] : [this.#batch];
    return { user: this.#user, steps: [...this.#steps, ...open], steering: this.#steering, text: this.#text };
  }

  assistant(payload: ConversationPayload<'assistant'>): RuleId | null {
    if (this.#batch !== null) return 'conversation/batch-open';
    this.#textIsAStep();
    this.#text = payload;
    if (payload.standalone_response) this.#textIsAStep();
    return null;
  }

  toolCall(payload: ConversationPayload<'tool_call'>): RuleId | null {
    if (this.#batch !== null) {
      if (this.#batch.results.length > 0) return 'conversation/batch-open';
      if (this.#batch.calls.some((call) => call.call_id === payload.call_id)) return 'conversation/duplicate-call';
      this.#batch.calls.push(payload);
      return null;
    }
    this.#batch = { assistant: this.#text, calls: [payload], results: [] };
    this.#text = null;
    return null;
  }

  toolResult(payload: ConversationPayload<'tool_result'>): RuleId | null {
    const batch = this.#batch;
    const call = batch?.calls.find((one) => one.call_id === payload.call_id);
    if (batch === null || call === undefined || batch.results.some((one) => one.call_id === payload.call_id)) {
      return 'conversation/orphan-result';
    }
    if (call.tool_name !== payload.tool_name) return 'conversation/result-tool-name';
    batch.results.push(payload);
    if (batch.results.length === batch.calls.length) {
      this.#steps.push(batch);
      this.#batch = null;
    }
    return null;
  }

  steering({ text }: ConversationPayload<'steering'>): RuleId | null {
    if (this.#batch !== null) return 'conversation/batch-open';
    // Text with a replay cannot be a prefix, which would lose the replay.
    if (this.#text?.provider_replay != null) this.#textIsAStep();
    const assistantPrefix = this.#text === null || this.#text.text === '' ? null : this.#text.text;
    this.#text = null;
    this.#steering.push({ text, assistantPrefix, afterStep: this.#steps.length });
    return null;
  }

  /** A compaction lies here: it must not split a batch. */
  checkpoint(): RuleId | null {
    if (this.#batch !== null) return 'conversation/batch-open';
    this.#textIsAStep();
    return null;
  }

  /** Leniently: makes a step of the open calls, with the results they have. */
  settleCalls(): void {
    if (this.#batch !== null) this.#steps.push(this.#batch);
    this.#batch = null;
  }

  completed(payload: ConversationPayload<'turn_completed'>): ConversationTurn | RuleId {
    if (this.#batch !== null) return 'conversation/unresolved-call';
    return this.#turn({ kind: 'completed', assistant: this.#text, payload });
  }

  interrupted(payload: ConversationPayload<'interrupted'>): ConversationTurn | RuleId {
    this.#textIsAStep();
    const { calls = [], results = [] } = this.#batch ?? {};
    if (calls.length > 1 || results.length > 0) return 'conversation/open-calls';
    return this.#turn({ kind: 'interrupted', call: calls[0] ?? null, payload });
  }

  #turn(end: ConversationTurnEnd): ConversationTurn {
    return { user: this.#user, steps: this.#steps, steering: this.#steering, end };
  }

  /** Text that nothing follows is a step without calls, unless it says nothing. */
  #textIsAStep(): void {
    const text = this.#text;
    this.#text = null;
    if (text !== null && (text.text !== '' || text.provider_replay !== null)) {
      this.#steps.push({ assistant: text, calls: [], results: [] });
    }
  }
}
