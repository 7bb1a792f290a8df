/**
 * A transcript as people read it: turns, and within a turn each call together with its result. Results travel in messages of their own
 * (common-model §A1); here they are put under their calls, within a window of bounded size, so that the length of the session is no matter.
 */
import type { ItemBatches } from '../codec.js';
import type { FreeJson } from '../model/free-json.js';
import type { Timestamp } from '../model/timestamp.js';
import type { Tool } from '../model/tool.js';
import type {
  Artifact,
  Block,
  ImageSource,
  Message,
  MessageItem,
  StopReason,
  ThinkingBlock,
  ToolResultBlock,
  Usage,
} from '../model/transcript.js';

/** Where a part comes from, for the report of losses. */
export interface PartPlace {
  /** Index of the message in the conversation, from 0. */
  readonly message: number;
  /** Index of the block in the message, from 0. */
  readonly block: number;
}

interface PartBase {
  readonly time: Timestamp;
  readonly place: PartPlace;
}

/** What a call gave. */
export interface CallResult extends PartBase {
  readonly content: string | FreeJson;
  readonly isError: boolean;
}

/** A turn begins. Turns are counted from 1. */
export interface TurnStart extends PartBase {
  readonly type: 'turn-start';
  readonly turn: number;
}

/** A turn is over. */
export interface TurnEnd extends PartBase {
  readonly type: 'turn-end';
  readonly turn: number;
}

export interface TextPart extends PartBase {
  readonly type: 'text';
  readonly role: Message['role'];
  readonly text: string;
}

export interface ThinkingPart extends PartBase {
  readonly type: 'thinking';
  readonly block: ThinkingBlock;
}

export interface ImagePart extends PartBase {
  readonly type: 'image';
  readonly role: Message['role'];
  readonly source: ImageSource;
}

export interface ArtifactPart extends PartBase {
  readonly type: 'artifact';
  readonly role: Message['role'];
  readonly artifact: Artifact;
}

export interface CallPart extends PartBase {
  readonly type: 'call';
  readonly tool: Tool;
  /** `none`: the turn ended without one. `later`: it did not come within the window and, if at all, stands further down. */
  readonly result: CallResult | 'none' | 'later';
}

/** A result that is not next to its call. */
export interface ResultPart extends PartBase {
  readonly type: 'result';
  readonly result: CallResult;
  /** The call and its turn, or null when none is known. */
  readonly call: { readonly tool: Tool; readonly turn: number } | null;
}

/** A message ended for a reason that is worth a word: not `end_turn` and not `tool_use`. */
export interface StopPart extends PartBase {
  readonly type: 'stop';
  readonly reason: StopReason;
}

/** Tokens of the message above. */
export interface UsagePart extends PartBase {
  readonly type: 'usage';
  readonly usage: Usage;
}

/** From here on another model answers. */
export interface ModelPart extends PartBase {
  readonly type: 'model';
  readonly model: string;
}

export type ExchangePart =
  | TurnStart
  | TurnEnd
  | TextPart
  | ThinkingPart
  | ImagePart
  | ArtifactPart
  | CallPart
  | ResultPart
  | StopPart
  | UsagePart
  | ModelPart;

/** How far a call waits for its result: characters, and parts. */
const WINDOW_CHARACTERS = 2 ** 20;
const WINDOW_PARTS = 512;

/** Of how many calls without result it is remembered what they were. */
const REMEMBERED_CALLS = 1000;

/**
 * The parts of a transcript, turn by turn; the stream is that of `splitMeta`, without the meta.
 *
 * A turn begins with each message of the user that is more than results (common-model §C8.1); where the source counts its turns, its count
 * decides.
 */
export async function* readExchanges(
  items: ItemBatches,
  initialModel: string | undefined,
): AsyncGenerator<readonly ExchangePart[], void, undefined> {
  const reader = new ExchangeReader(initialModel);
  for await (const batch of items) {
    for (const item of batch) if (item.type === 'message') reader.take(item);
    const parts = reader.drain();
    if (parts.length > 0) yield parts;
  }
  reader.finish();
  const parts = reader.drain();
  if (parts.length > 0) yield parts;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

class ExchangeReader {
  #ready: ExchangePart[] = [];
  /** Parts from the first unanswered call on. */
  #waiting: ExchangePart[] = [];
  #waitingCharacters = 0;
  readonly #open = new Map<string, Mutable<CallPart>[]>();
  readonly #passed = new Map<string, { readonly tool: Tool; readonly turn: number }>();
  readonly #ids = new WeakMap<CallPart, string>();
  #turn = 0;
  #sourceTurn: number | undefined;
  #message = -1;
  #time: Timestamp = '';
  #model: string | undefined;

  constructor(model: string | undefined) {
    this.#model = model;
  }

  take({ message, source }: MessageItem): void {
    this.#message++;
    const others = message.content.some(({ type }) => type !== 'tool_result');
    const isCounted = source?.turn !== undefined;
    const isNext = isCounted && source.turn !== this.#sourceTurn;
    this.#sourceTurn = source?.turn;
    const prompts = message.role === 'user' && others && !isCounted;
    if (this.#turn === 0 || isNext) this.#startTurn(message.timestamp);
    else if (prompts) {
      // Results in a message with more than results belong to the turn before (common-model §C8.1).
      message.content.forEach((block, index) => {
        if (block.type === 'tool_result') this.#takeResult(block, this.#base(message, index));
      });
      this.#startTurn(message.timestamp);
    }
    this.#time = message.timestamp;
    if (message.model !== undefined && message.model !== this.#model) {
      this.#model = message.model;
      this.#push({ ...this.#base(message, 0), type: 'model', model: message.model }, 0);
    }
    const areResultsTaken = prompts && this.#message > 0;
    message.content.forEach((block, index) => {
      if (block.type !== 'tool_result') this.#takeBlock(message, block, this.#base(message, index));
      else if (!areResultsTaken) this.#takeResult(block, this.#base(message, index));
    });
    const last = this.#base(message, Math.max(message.content.length - 1, 0));
    const { usage, stop_reason: reason } = message;
    if (reason !== undefined && reason !== 'end_turn' && reason !== 'tool_use') {
      this.#push({ ...last, type: 'stop', reason }, 0);
    }
    if (usage !== undefined) this.#push({ ...last, type: 'usage', usage }, 0);
  }

  finish(): void {
    this.#endTurn();
  }

  drain(): ExchangePart[] {
    if (this.#open.size === 0) this.#release();
    else if (this.#waitingCharacters > WINDOW_CHARACTERS || this.#waiting.length > WINDOW_PARTS) {
      this.#giveUpWaiting('later');
    }
    const parts = this.#ready;
    this.#ready = [];
    return parts;
  }

  #base(message: Message, block: number): PartBase {
    return { time: message.timestamp, place: { message: this.#message, block } };
  }

  #startTurn(time: Timestamp): void {
    this.#endTurn();
    this.#turn++;
    this.#time = time;
    this.#push({ type: 'turn-start', turn: this.#turn, time, place: { message: this.#message, block: 0 } }, 0);
  }

  #endTurn(): void {
    if (this.#turn === 0) return;
    this.#giveUpWaiting('none');
    const place = { message: Math.max(this.#message, 0), block: 0 };
    this.#ready.push({ type: 'turn-end', turn: this.#turn, time: this.#time, place });
  }

  #takeBlock(message: Message, block: Exclude<Block, ToolResultBlock>, base: PartBase): void {
    const { role } = message;
    switch (block.type) {
      case 'text':
        this.#push({ ...base, type: 'text', role, text: block.text }, block.text.length);
        break;
      case 'thinking':
        this.#push({ ...base, type: 'thinking', block }, block.text.length);
        break;
      case 'image':
        this.#push({ ...base, type: 'image', role, source: block.source }, block.source.data.length);
        break;
      case 'artifact':
        this.#push({ ...base, type: 'artifact', role, artifact: block.artifact }, sizeOfArtifact(block.artifact));
        break;
      case 'tool_use': {
        const call: Mutable<CallPart> = { ...base, type: 'call', tool: block.tool, result: 'none' };
        this.#ids.set(call, block.id);
        this.#push(call, sizeOfTool(block.tool));
        const same = this.#open.get(block.id);
        if (same === undefined) this.#open.set(block.id, [call]);
        else same.push(call);
        break;
      }
    }
  }

  #takeResult(block: ToolResultBlock, base: PartBase): void {
    const result: CallResult = { ...base, content: block.content, isError: block.is_error === true };
    const size = typeof block.content === 'string' ? block.content.length : block.content.text.length;
    const calls = this.#open.get(block.tool_use_id);
    const call = calls?.shift();
    if (call !== undefined) {
      call.result = result;
      this.#waitingCharacters += size;
      if (calls?.length === 0) this.#open.delete(block.tool_use_id);
      return;
    }
    const passed = this.#passed.get(block.tool_use_id) ?? null;
    this.#passed.delete(block.tool_use_id);
    this.#push({ ...base, type: 'result', result, call: passed }, size);
  }

  #push(part: ExchangePart, size: number): void {
    if (this.#open.size === 0) this.#release();
    this.#waiting.push(part);
    this.#waitingCharacters += size;
  }

  #release(): void {
    this.#ready.push(...this.#waiting);
    this.#waiting = [];
    this.#waitingCharacters = 0;
  }

  #giveUpWaiting(result: 'none' | 'later'): void {
    for (const calls of this.#open.values()) {
      for (const call of calls) {
        call.result = result;
        const id = this.#ids.get(call);
        if (id === undefined) continue;
        if (this.#passed.size >= REMEMBERED_CALLS) {
          const [oldest] = this.#passed.keys();
          if (oldest !== undefined) this.#passed.delete(oldest);
        }
        this.#passed.set(id, { tool: call.tool, turn: this.#turn });
      }
    }
    this.#open.clear();
    this.#release();
  }
}

function sizeOfTool(tool: Tool): number {
  switch (tool.name) {
    case 'Raw':
      return tool.input.text.length;
    case 'Write':
      return tool.content.length;
    case 'Edit':
      return tool.old_string.length + tool.new_string.length;
    case 'MultiEdit':
      return tool.edits.reduce((sum, edit) => sum + edit.old_string.length + edit.new_string.length, 0);
    case 'Bash':
      return tool.command.length;
    case 'Command':
    case 'Read':
      return 0;
  }
}

function sizeOfArtifact({ source }: Artifact): number {
  if (source.type === 'path') return 0;
  return source.type === 'text' ? source.text.length : source.data.length;
}
