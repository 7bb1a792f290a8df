/**
 * First pass over a session of Codex: which parts of it a compaction or an undo took back. It takes a few numbers per turn.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { DecodeContext, TranscriptView } from '../../codec.js';
import { toUint64 } from '../../model/uint64.js';
import { arrayField, objectField, ownField, stringField, textField, timeField } from '../harness/harness-fields.js';
import { isInjected, isInjectedPart } from './injected-context.js';
import { type Rollout, type RolloutRecord, readRollout } from './rollout.js';

/** Records that are not part of the view, from one to before another. */
export interface TakenBack {
  readonly from: number;
  readonly to: number;
  readonly where: { readonly offset: number; readonly line: number };
  readonly reason: 'compaction' | 'undo';
}

export interface RolloutIndex {
  /** Payload of the `session_meta` of the session itself, null when there is none. */
  readonly meta: JsonObject | null;
  /** Time of the first line that has one. */
  readonly firstTime: string | undefined;
  /** Model of the first turn. */
  readonly model: string | undefined;
  /** Disjoint, in order. */
  readonly takenBack: readonly TakenBack[];
  /** How many items of the history that the last compaction left are still valid. */
  readonly keptOfHistory: number;
  /** Whether there are items at all; very old files have only events. */
  readonly hasItems: boolean;
  /** Messages that look as if the program had put them in, and of which an event says that the user said them. */
  readonly said: ReadonlySet<number>;
}

/** A turn: undoing it takes back all of it, a compaction in it as well. */
interface Turn {
  readonly from: RolloutRecord;
  hasPrompt: boolean;
  /** The last compaction in it. */
  compaction: RolloutRecord | null;
  /** How many items of the history that it left are still valid. */
  kept: number;
}

/** Reads what was taken back. Lines that are not JSON are reported here. */
export async function indexRollout(files: Rollout, context: DecodeContext): Promise<RolloutIndex> {
  let meta: JsonObject | null = null;
  let firstTime: string | undefined;
  let model: string | undefined;
  let hasItems = false;
  const turns = new Turns();
  const said = new Set<number>();
  /** Messages of this turn that look as if the program had put them in. */
  let suspects: { readonly number: number; readonly texts: readonly string[] }[] = [];
  const witness = (text: string | undefined): void => {
    for (const { number, texts } of suspects) if (text !== undefined && texts.includes(text)) said.add(number);
  };

  for await (const batch of readRollout(files, context, context.report)) {
    for (const record of batch) {
      const { object, number, thread } = record;
      // A line without a time is none for Codex (other-harnesses §2.2).
      if (textField(object, 'timestamp') === undefined) continue;
      firstTime ??= timeField(object, 'timestamp');
      const payload = objectField(object, 'payload') ?? {};
      switch (object.type) {
        case 'session_meta':
          if (thread === null) meta ??= payload;
          break;
        case 'turn_context':
          model ??= textField(payload, 'model');
          break;
        case 'response_item': {
          hasItems = true;
          if (isPrompt(payload)) turns.addPrompt(record);
          const texts = injectedTexts(payload);
          if (texts.length > 0) suspects.push({ number, texts });
          break;
        }
        case 'compacted':
          if (historyOf(payload) !== null) turns.compact(record);
          break;
        case 'event_msg':
          if (payload.type === 'task_started' || payload.type === 'turn_started') {
            turns.begin(record);
            suspects = [];
          } else if (TURN_ENDS.has(payload.type)) turns.end();
          else if (payload.type === 'user_message') witness(stringField(payload, 'message'));
          else if (payload.type === 'item_completed') {
            for (const text of userTexts(objectField(payload, 'item') ?? {})) witness(text);
          } else if (payload.type === 'thread_rolled_back') {
            turns.undo(Number(toUint64(ownField(payload, 'num_turns')) ?? 0), record);
          }
          break;
        default:
      }
    }
  }
  return {
    meta,
    firstTime,
    model,
    takenBack: turns.takenBack(context.view),
    keptOfHistory: turns.keptOfHistory,
    hasItems,
    said,
  };
}

const TURN_ENDS: ReadonlySet<unknown> = new Set(['task_complete', 'turn_complete', 'turn_aborted']);

/** The turns that stand. */
class Turns {
  #turns: Turn[] = [];
  /** What the last turn was begun by, while it goes on. Older files have no events: there a turn goes from one prompt to the next. */
  #open: 'event' | 'prompt' | null = null;
  #undone: TakenBack[] = [];

  begin(from: RolloutRecord): void {
    this.#push(from);
    this.#open = 'event';
  }

  end(): void {
    this.#open = null;
  }

  addPrompt(record: RolloutRecord): void {
    const last = this.#open === 'event' ? this.#turns.at(-1) : undefined;
    (last ?? this.#push(record)).hasPrompt = true;
    if (last === undefined) this.#open = 'prompt';
  }

  compact(record: RolloutRecord): void {
    const last = this.#open === null ? undefined : this.#turns.at(-1);
    (last ?? this.#push(record)).compaction = record;
  }

  undo(count: number, at: RolloutRecord): void {
    let first: Turn | undefined;
    for (let left = count; left > 0 && this.#turns.length > 0; ) {
      const turn = this.#turns.at(-1) as Turn;
      if (this.#turns.length === 1 && turn.compaction !== null && !turn.hasPrompt) {
        // Of the turns before it there is nothing but what the compaction left of them.
        turn.kept = undoHistory(turn, turn.compaction, left);
        break;
      }
      first = this.#turns.pop();
      if (turn.hasPrompt) left--;
    }
    this.#open = null;
    if (first === undefined) return;
    const { from } = first;
    while ((this.#undone.at(-1)?.from ?? -1) >= from.number) this.#undone.pop();
    const { number, offset, line } = from;
    this.#undone.push({ from: number, to: at.number, where: { offset, line }, reason: 'undo' });
  }

  get keptOfHistory(): number {
    return this.#compacted?.kept ?? 0;
  }

  /** The turn with the last compaction. */
  get #compacted(): Turn | undefined {
    return this.#turns.findLast(({ compaction }) => compaction !== null);
  }

  /** Nobody goes on from turns that were undone: they are part of no view, like the branches that were given up elsewhere. */
  takenBack(view: TranscriptView): TakenBack[] {
    if (view === 'archive') return this.#undone;
    const compaction = this.#compacted?.compaction?.number;
    if (compaction === undefined) return this.#undone;
    const before: TakenBack = { from: 0, to: compaction, where: { offset: 0, line: 1 }, reason: 'compaction' };
    return [before, ...this.#undone.filter(({ from }) => from > compaction)];
  }

  #push(from: RolloutRecord): Turn {
    const turn: Turn = { from, hasPrompt: false, compaction: null, kept: Number.POSITIVE_INFINITY };
    this.#turns.push(turn);
    return turn;
  }
}

/** How many items of a history are left when turns at its end are undone. */
function undoHistory({ kept }: Turn, { object }: RolloutRecord, count: number): number {
  const items = (historyOf(objectField(object, 'payload') ?? {}) ?? []).slice(0, kept);
  const prompts = items.flatMap((item, at) => (isJsonObject(item) && isPrompt(item) ? at : []));
  return prompts[Math.max(prompts.length - count, 0)] ?? 0;
}

/** The items that a compaction leaves: its history, else a message with its summary; null when it leaves neither. */
export function historyOf(payload: JsonObject): readonly JsonValue[] | null {
  const history = arrayField(payload, 'replacement_history');
  if (history !== undefined) return history;
  const summary = textField(payload, 'message');
  if (summary === undefined) return null;
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: summary }] }];
}

/** Whether an item is something that the user said. */
function isPrompt(item: JsonObject): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false;
  return (arrayField(item, 'content') ?? []).some((part, at) => isJsonObject(part) && !isInjectedPart(item, at));
}

function injectedTexts(item: JsonObject): string[] {
  if (item.type !== 'message' || item.role !== 'user') return [];
  return textsIn(arrayField(item, 'content')).filter(isInjected);
}

/** What the user said, as the event of a completed item tells it. */
function userTexts(item: JsonObject): string[] {
  return item.type === 'UserMessage' ? textsIn(arrayField(item, 'content')) : [];
}

function textsIn(parts: readonly JsonValue[] | undefined): string[] {
  return (parts ?? []).flatMap((part) => (isJsonObject(part) ? (stringField(part, 'text') ?? []) : []));
}
