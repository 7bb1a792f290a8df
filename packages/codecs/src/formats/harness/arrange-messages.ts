/**
 * Brings a conversation into the order that programs and providers need: a message has only blocks that its role can have, results stand
 * first in theirs, and every call has exactly one result, directly behind the message that holds it (other-harnesses, general rules).
 *
 * Nothing is held back while all calls are answered; an open call holds back what follows it up to the end of its turn.
 */
import type { ItemBatches } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import type { Block, Message, ToolResultBlock, ToolUseBlock } from '../../model/transcript.js';
import type { CallIds } from './acceptable-names.js';
import { CommandTexts } from './command-texts.js';
import { isPlaced, loseBlock, type OutgoingMessage, type PlacedBlock } from './outgoing-message.js';

/** What stands in the place of a result that the source does not have. */
const NO_RESULT_TEXT = 'no result recorded';

export interface ArrangeOptions {
  readonly report: ReportLoss;
  readonly callIds: CallIds;
  /** Whether the target has slash commands. Default: they become texts of the user. */
  readonly hasCommands?: boolean | undefined;
  /** Whether the target does without a result for the calls of a message. Default: it never does. */
  readonly allowsOpenCalls?: ((message: OutgoingMessage) => boolean) | undefined;
}

/** The messages of a stream, arranged; in batches, some of them empty. */
export async function* arrangeMessages(
  items: ItemBatches,
  options: ArrangeOptions,
): AsyncGenerator<readonly OutgoingMessage[], void, undefined> {
  const arranger = new Arranger(options);
  for await (const batch of items) {
    const ready: OutgoingMessage[] = [];
    for (const item of batch) if (item.type === 'message') arranger.take(item.message, ready);
    yield ready;
  }
  const rest: OutgoingMessage[] = [];
  arranger.finish(rest);
  yield rest;
}

interface OpenCall {
  readonly owner: HeldMessage;
  readonly id: string;
  readonly place: PlacedBlock<ToolUseBlock>;
  isAnswered: boolean;
}

/** A message that waits for results, with those that came too late to stand where they do. */
interface HeldMessage {
  readonly message: OutgoingMessage;
  readonly calls: OpenCall[];
  readonly late: PlacedBlock<ToolResultBlock>[];
  lateTime: string | null;
}

class Arranger {
  #held: HeldMessage[] = [];
  /** Calls of the held messages by the id of the source, the latest last. */
  #open = new Map<string, OpenCall[]>();
  #openCount = 0;
  /** Whether the user has spoken while calls were open: the next message of the assistant ends their turn. */
  #hasPrompt = false;
  /** The last message that was let go, while nothing but results came since: a call that needs no result can still get one. */
  #front: HeldMessage | null = null;
  #nextIndex = 0;
  readonly #commands = new CommandTexts();

  readonly #options: ArrangeOptions;

  constructor(options: ArrangeOptions) {
    this.#options = options;
  }

  take(message: Message, ready: OutgoingMessage[]): void {
    const index = this.#nextIndex++;
    for (const part of this.#splitByRole(message, index)) {
      if (part.role === 'assistant') this.#takeAssistant(part, ready);
      else this.#takeUser(part);
      if (this.#openCount === 0) this.#release(ready);
    }
  }

  finish(ready: OutgoingMessage[]): void {
    this.#release(ready);
  }

  #takeAssistant(message: OutgoingMessage, ready: OutgoingMessage[]): void {
    if (this.#hasPrompt) this.#release(ready);
    this.#front = null;
    const held: HeldMessage = { message, calls: [], late: [], lateTime: null };
    message.blocks.forEach((placed, at) => {
      if (isPlaced(placed, 'tool_use')) message.blocks[at] = this.#openCall(placed, held);
    });
    this.#held.push(held);
    if (this.#options.allowsOpenCalls?.(message) === true) return;
    this.#openCount += held.calls.length;
  }

  #openCall(placed: PlacedBlock<ToolUseBlock>, owner: HeldMessage): PlacedBlock {
    const { block } = placed;
    const id = this.#options.callIds.take(block.id);
    const renamed = id === block.id ? placed : { ...placed, block: { ...block, id } };
    if (renamed !== placed) {
      loseBlock(this.#options.report, 'renamed-id', placed, `The call ${JSON.stringify(block.id)} is called ${id}.`);
    }
    const call: OpenCall = { owner, id, place: placed, isAnswered: false };
    owner.calls.push(call);
    const sameId = this.#open.get(block.id);
    if (sameId === undefined) this.#open.set(block.id, [call]);
    else sameId.push(call);
    return renamed;
  }

  #takeUser(message: OutgoingMessage): void {
    const results: PlacedBlock[] = [];
    const rest: PlacedBlock[] = [];
    const owner = this.#ownerInFront();
    for (const placed of message.blocks) {
      if (!isPlaced(placed, 'tool_result')) {
        rest.push(placed);
        continue;
      }
      const call = this.#answer(placed);
      if (call === null) continue;
      const answer: PlacedBlock<ToolResultBlock> = { ...placed, block: { ...placed.block, tool_use_id: call.id } };
      if (call.owner === owner) {
        results.push(answer);
        if (rest.length > 0) loseBlock(this.#options.report, 'moved-text', placed, 'The result was put in front.');
      } else {
        call.owner.late.push(answer);
        call.owner.lateTime ??= message.timestamp;
        loseBlock(this.#options.report, 'moved-text', placed, 'The result was put directly behind its call.');
      }
    }
    const isEmptied = message.blocks.length > 0 && results.length + rest.length === 0;
    if (isEmptied) return;
    message.blocks.splice(0, message.blocks.length, ...results, ...rest);
    if (rest.length > 0 && this.#openCount > 0) this.#hasPrompt = true;
    this.#held.push({ message, calls: [], late: [], lateTime: null });
  }

  /** The held message whose results may stand in the message that comes now. */
  #ownerInFront(): HeldMessage | null {
    for (let at = this.#held.length - 1; at >= 0; at--) {
      const held = this.#held[at] as HeldMessage;
      if (held.message.role === 'assistant') return held;
      if (held.message.blocks.some((placed) => !isPlaced(placed, 'tool_result'))) return null;
    }
    return this.#front;
  }

  #answer(placed: PlacedBlock<ToolResultBlock>): OpenCall | null {
    const id = placed.block.tool_use_id;
    // Ids can come again: the latest call that is still open is meant (other-harnesses §2.5).
    const call =
      this.#open.get(id)?.findLast(({ isAnswered }) => !isAnswered) ??
      this.#front?.calls.findLast(({ isAnswered, place }) => !isAnswered && place.block.id === id);
    if (call === undefined) {
      loseBlock(this.#options.report, 'orphan-result', placed, `No open call has the id ${JSON.stringify(id)}.`);
      return null;
    }
    call.isAnswered = true;
    if (this.#options.allowsOpenCalls?.(call.owner.message) !== true) this.#openCount--;
    return call;
  }

  #release(ready: OutgoingMessage[]): void {
    const held = this.#held;
    for (const [at, { message, calls, late, lateTime }] of held.entries()) {
      ready.push(message);
      const open = this.#options.allowsOpenCalls?.(message) === true ? [] : calls.filter((call) => !call.isAnswered);
      const missing = open.map((call) => this.#makeUpResult(call));
      const added = [...late, ...missing];
      if (added.length === 0) continue;
      // The last of the messages that hold results of these calls takes the others, too.
      const next = held[at + 1]?.message;
      if (next?.role === 'user' && next.blocks[0] !== undefined && isPlaced(next.blocks[0], 'tool_result')) {
        next.blocks.unshift(...added);
      } else {
        const timestamp = lateTime ?? message.timestamp;
        ready.push({ role: 'user', blocks: added, index: added[0]?.message ?? message.index, timestamp });
      }
    }
    if (held.length > 0) this.#front = this.#ownerInFront();
    this.#held = [];
    this.#open.clear();
    this.#openCount = 0;
    this.#hasPrompt = false;
  }

  #makeUpResult({ id, place }: OpenCall): PlacedBlock<ToolResultBlock> {
    loseBlock(this.#options.report, 'open-call', place, `The call has no result: "${NO_RESULT_TEXT}" was put there.`);
    return { ...place, block: { type: 'tool_result', tool_use_id: id, content: NO_RESULT_TEXT, is_error: true } };
  }

  /** A message as messages whose blocks all fit their role; mostly itself. */
  #splitByRole(message: Message, index: number): OutgoingMessage[] {
    const { role, content, timestamp, model, stop_reason, usage } = message;
    const { report, hasCommands = false } = this.#options;
    const blocks: PlacedBlock[] = [];
    const ofCommands = new Set<PlacedBlock>();
    const texts = hasCommands ? null : this.#commands.take(message);
    for (const [at, block] of content.entries()) {
      const text = texts?.[at] ?? null;
      const placed: PlacedBlock = { block: text === null ? block : { type: 'text', text }, message: index, index: at };
      if (text !== null) {
        ofCommands.add(placed);
        reportCommand(report, block, placed);
      }
      if (role === 'user' && block.type === 'thinking') {
        loseBlock(report, 'dropped-thinking', placed, 'A message of the user holds reasoning.');
      } else blocks.push(placed);
    }
    const extras = { model, stop_reason, usage };
    if (role === 'user') reportUserExtras(report, message, index);
    if (blocks.length < content.length && blocks.length === 0) return [];
    const partRoleOf = (placed: PlacedBlock) => (ofCommands.has(placed) ? 'user' : roleOf(placed.block.type, role));
    const isFitting = blocks.every((placed) => partRoleOf(placed) === role);
    if (isFitting) return [{ role, blocks, index, timestamp, ...(role === 'assistant' ? extras : {}) }];
    const parts: OutgoingMessage[] = [];
    for (const placed of blocks) {
      const partRole = partRoleOf(placed);
      const last = parts.at(-1);
      if (last?.role === partRole) last.blocks.push(placed);
      else parts.push({ role: partRole, blocks: [placed], index, timestamp });
      if (partRole !== role && !ofCommands.has(placed))
        loseBlock(report, 'moved-text', placed, `The block became a message of role ${partRole}.`);
    }
    const carrier = role === 'assistant' ? parts.findLastIndex((part) => part.role === role) : -1;
    const carried = parts[carrier];
    if (carried !== undefined) parts[carrier] = { ...carried, ...extras };
    else if (role === 'assistant' && (model ?? stop_reason ?? usage) !== undefined) {
      const detail = 'Nothing in the message is of the assistant: model, stop reason and usage were left out.';
      report({ code: 'dropped-message', where: { message: index }, detail });
    }
    return parts;
  }
}

/** Says that a command, or its output, became a text. */
export function reportCommand(report: ReportLoss, block: Block, placed: PlacedBlock): void {
  const code = block.type === 'tool_use' ? 'unmapped-tool' : 'flattened-output';
  loseBlock(
    report,
    code,
    placed,
    'A slash command is what the user typed: it and its output became texts of the user.',
  );
}

function reportUserExtras(report: ReportLoss, { model, stop_reason, usage }: Message, index: number): void {
  const where = { message: index };
  if (model !== undefined) report({ code: 'dropped-model', where, detail: 'A message of the user names a model.' });
  if (stop_reason !== undefined) {
    report({ code: 'dropped-stop-reason', where, detail: 'A message of the user has a stop reason.' });
  }
  if (usage !== undefined) report({ code: 'dropped-usage', where, detail: 'A message of the user has a usage.' });
}

function roleOf(type: PlacedBlock['block']['type'], role: Message['role']): Message['role'] {
  if (type === 'tool_use' || type === 'thinking') return 'assistant';
  return type === 'tool_result' ? 'user' : role;
}
