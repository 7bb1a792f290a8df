/** Messages → the exchanges that become turns of fx (common-model §C8). */
import type { ReportLoss } from '../../loss.js';
import type { Timestamp } from '../../model/timestamp.js';
import type { Block, Message, ToolResultBlock } from '../../model/transcript.js';
import { reportCommand } from '../harness/arrange-messages.js';
import { CommandTexts } from '../harness/command-texts.js';
import { reportUsage } from './report-usage.js';

/** A block and where it stood. */
export interface PlacedBlock<T extends Block = Block> {
  readonly block: T;
  readonly message: number;
  readonly index: number;
}

/** A result, and when its message was written. */
export interface PlacedResult extends PlacedBlock<ToolResultBlock> {
  readonly time: Timestamp;
}

/** A message and its place in the conversation. */
export interface PlacedMessage {
  readonly message: Message;
  readonly index: number;
}

/** A message of the assistant. */
export interface Answer extends PlacedMessage {
  /** Answers between which no result came have the same number. */
  readonly run: number;
}

/** What the user said and everything up to the next prompt. */
export interface Exchange {
  /** Texts, images and artifacts of the prompt; none where the conversation began without one. */
  readonly prompt: readonly PlacedBlock[];
  readonly answers: readonly Answer[];
  /** Results by the id of their call, in order. */
  readonly results: ReadonlyMap<string, PlacedResult[]>;
  /** Its messages, in order. One of which only the results belong to it counts for the next one. */
  readonly messages: readonly PlacedMessage[];
}

interface OpenExchange extends Exchange {
  readonly prompt: PlacedBlock[];
  /** Whether the user has said nothing but slash commands: what is said next belongs to it, unless the model has answered. */
  isCommandOnly: boolean;
  readonly answers: Answer[];
  readonly results: Map<string, PlacedResult[]>;
  readonly messages: PlacedMessage[];
}

/** Groups messages; holds one exchange at a time. */
export class TurnGrouper {
  #open: OpenExchange | null = null;
  #run = 0;
  #index = 0;
  readonly #commands = new CommandTexts();

  readonly #report: ReportLoss;

  constructor(report: ReportLoss) {
    this.#report = report;
  }

  /** Takes the next message; gives the exchange that it ends, or null. */
  take(message: Message): Exchange | null {
    const index = this.#index++;
    const said: PlacedBlock[] = [];
    for (const [at, text] of this.#commands.take(message).entries()) {
      const block = message.content[at];
      if (text === null || block === undefined) continue;
      const placed: PlacedBlock = { block: { type: 'text', text }, message: index, index: at };
      reportCommand(this.#report, block, placed);
      said.push(placed);
    }
    const isAll = said.length > 0 && said.length === message.content.length;
    if (isAll) return this.#takePrompt(said, [{ message, index }], true);
    if (message.role === 'assistant') {
      this.#takeAnswer(message, index);
      return null;
    }
    return this.#takeUser(message, index, new Map(said.map((placed) => [placed.index, placed])));
  }

  /** The last exchange, or null. */
  finish(): Exchange | null {
    const exchange = this.#open;
    this.#open = null;
    return exchange;
  }

  #takeAnswer(message: Message, index: number): void {
    const exchange = this.#exchange();
    exchange.messages.push({ message, index });
    exchange.answers.push({ message, index, run: this.#run });
    // Results in a message of the assistant are out of place, but they are results.
    this.#takeResults(message, index, new Map());
  }

  /** @param said by their index the blocks for which a text of the user stands */
  #takeUser(message: Message, index: number, said: ReadonlyMap<number, PlacedBlock>): Exchange | null {
    const prompt: PlacedBlock[] = [];
    let results = 0;
    for (const [at, block] of message.content.entries()) {
      const where = { message: index, block: at };
      const text = said.get(at);
      if (text !== undefined) prompt.push(text);
      else if (block.type === 'tool_result') results++;
      else if (block.type === 'thinking') {
        this.#report({ code: 'dropped-thinking', where, detail: 'Reasoning in a message of the user.' });
      } else if (block.type === 'tool_use') {
        this.#report({ code: 'dropped-block', where, detail: `A call (${block.id}) in a message of the user.` });
      } else prompt.push({ block, message: index, index: at });
    }
    if (results > 0) {
      // common-model §C8.1: the results of a mixed message belong to the running turn, its text opens the next one.
      if (prompt.length === 0) this.#exchange().messages.push({ message, index });
      this.#takeResults(message, index, said);
      this.#run++;
    }
    if (prompt.length === 0) {
      if (results === 0) this.#reportDropped(message, index);
      return null;
    }
    return this.#takePrompt(prompt, [{ message, index }], false);
  }

  /** Opens an exchange, or goes on with one of nothing but commands; gives the exchange that it ends, or null. */
  #takePrompt(prompt: PlacedBlock[], messages: PlacedMessage[], isCommandOnly: boolean): Exchange | null {
    const open = this.#open;
    if (open?.isCommandOnly === true && open.answers.length === 0) {
      open.prompt.push(...prompt);
      open.messages.push(...messages);
      open.isCommandOnly = isCommandOnly;
      return null;
    }
    this.#open = { prompt, answers: [], results: new Map(), messages, isCommandOnly };
    return open;
  }

  /** A message of the user of which nothing is left. */
  #reportDropped({ usage }: Message, index: number): void {
    const where = { message: index };
    this.#report({
      code: 'dropped-message',
      where,
      detail: 'A message of the user without anything that fx could hold.',
    });
    if (usage !== undefined) reportUsage(this.#report, usage, index, 'lost');
  }

  #takeResults(message: Message, index: number, said: ReadonlyMap<number, PlacedBlock>): void {
    for (const [at, block] of message.content.entries()) {
      if (block.type !== 'tool_result' || said.has(at)) continue;
      const { results } = this.#exchange();
      const placed = { block, message: index, index: at, time: message.timestamp };
      const same = results.get(block.tool_use_id);
      if (same === undefined) results.set(block.tool_use_id, [placed]);
      else same.push(placed);
    }
  }

  #exchange(): OpenExchange {
    this.#open ??= { prompt: [], answers: [], results: new Map(), messages: [], isCommandOnly: false };
    return this.#open;
  }
}
