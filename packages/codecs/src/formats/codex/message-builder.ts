/** Items of Codex → messages: what belongs to one response of the model becomes one message (other-harnesses §2.5). */
import { withoutAbsent } from '../../model/read-transcript.js';
import type { Timestamp } from '../../model/timestamp.js';
import type { Block, ItemSource, MessageItem, StopReason, ToolResultBlock, Usage } from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';

/** When and where something was said. */
export interface Moment {
  readonly timestamp: Timestamp;
  /** For reports. */
  readonly where: { readonly offset: number; readonly line: number };
  /** Undefined for what stands in another file than the source. */
  readonly source: ItemSource | undefined;
}

interface Draft {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
  readonly moment: Moment;
  readonly model: string | undefined;
  stopReason: StopReason | undefined;
  usage: Usage | undefined;
}

/**
 * Holds the last message of the assistant and the results behind it, because what is known about it (usage, abort, exit codes) comes later.
 */
export class MessageBuilder {
  #held: Draft[] = [];
  /** The last message of the assistant in this turn. */
  #assistant: Draft | null = null;
  /** Whether the response is still being said. */
  #isOpen = false;

  readonly #ready: (item: MessageItem) => void;

  /** @param ready takes the messages that are done. */
  constructor(ready: (item: MessageItem) => void) {
    this.#ready = ready;
  }

  addAssistant(block: Block, moment: Moment, model: string | undefined): void {
    if (!this.#isOpen || this.#assistant === null) {
      this.#release();
      this.#assistant = { role: 'assistant', content: [], moment, model, stopReason: undefined, usage: undefined };
      this.#held.push(this.#assistant);
      this.#isOpen = true;
    }
    this.#assistant.content.push(block);
  }

  addResult(block: ToolResultBlock, moment: Moment): void {
    this.#isOpen = false;
    const last = this.#held.at(-1);
    if (last?.role === 'user' && last.content.every(({ type }) => type === 'tool_result')) last.content.push(block);
    else this.#held.push(userDraft([block], moment));
  }

  addPrompt(content: Block[], moment: Moment): void {
    this.endTurn();
    this.#release();
    this.#assistant = null;
    this.#held.push(userDraft(content, moment));
    this.#release();
  }

  /** The model has said its response; whatever it says next is another one. */
  endResponse(): void {
    this.#isOpen = false;
  }

  /** Whether there was a message to put the usage on. */
  addUsage(usage: Usage): boolean {
    if (this.#assistant === null) return false;
    const before = this.#assistant.usage;
    this.#assistant.usage = before === undefined ? usage : addUsage(before, usage);
    return true;
  }

  /** Whether there was a message to put it on. */
  abort(): boolean {
    if (this.#assistant === null) return false;
    this.#assistant.stopReason = 'aborted';
    this.#isOpen = false;
    return true;
  }

  /** Says of a result that is still held whether its call failed; whether there was one. */
  setError(callId: string, isError: boolean): boolean {
    for (const { content } of this.#held) {
      const at = content.findLastIndex((block) => block.type === 'tool_result' && block.tool_use_id === callId);
      const result = content[at];
      if (result?.type !== 'tool_result') continue;
      const { is_error: _before, ...rest } = result;
      content[at] = isError ? { ...rest, is_error: true } : rest;
      return true;
    }
    return false;
  }

  endTurn(): void {
    this.#isOpen = false;
    if (this.#assistant !== null && !hasCalls(this.#assistant)) this.#assistant.stopReason ??= 'end_turn';
  }

  finish(): void {
    this.endTurn();
    this.#release();
  }

  #release(): void {
    for (const { role, content, moment, model, stopReason, usage } of this.#held) {
      const stop_reason = stopReason ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : undefined);
      const message = withoutAbsent({ role, content, timestamp: moment.timestamp, model, stop_reason, usage });
      this.#ready({ type: 'message', message, source: moment.source });
    }
    this.#held = [];
  }
}

function userDraft(content: Block[], moment: Moment): Draft {
  return { role: 'user', content, moment, model: undefined, stopReason: undefined, usage: undefined };
}

function hasCalls({ content }: Draft): boolean {
  return content.some(({ type }) => type === 'tool_use');
}

function addUsage(left: Usage, right: Usage): Usage {
  const addOptional = (key: 'cache_read_input_tokens' | 'cache_creation_input_tokens') =>
    left[key] === undefined && right[key] === undefined ? undefined : addSaturating(left[key] ?? 0, right[key] ?? 0);
  return withoutAbsent<Usage>({
    input_tokens: addSaturating(left.input_tokens, right.input_tokens),
    output_tokens: addSaturating(left.output_tokens, right.output_tokens),
    cache_read_input_tokens: addOptional('cache_read_input_tokens'),
    cache_creation_input_tokens: addOptional('cache_creation_input_tokens'),
  });
}
