/**
 * First pass over a rollout of Codex: which parts of the file a compaction or an undo took back. It takes a few numbers per turn.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import { isJsonObject } from '../../model/ordered-json.js';
import { toUint64 } from '../../model/uint64.js';
import { arrayField, objectField, ownField, stringField, textField, timeField } from '../harness/harness-fields.js';
import { parseJsonLine, readRawLines } from '../harness/json-lines.js';
import { isInjected } from './injected-context.js';

/** Lines that are no part of the model's view, from one line to before another. */
export interface TakenBack {
  readonly fromLine: number;
  readonly toLine: number;
  readonly offset: number;
  readonly reason: 'compaction' | 'undo';
}

export interface RolloutIndex {
  /** Payload of the first `session_meta`, null when there is none. */
  readonly meta: JsonObject | null;
  /** Time of the first line that has one. */
  readonly firstTime: string | undefined;
  /** Model of the first turn. */
  readonly model: string | undefined;
  /** Disjoint, in file order. */
  readonly takenBack: readonly TakenBack[];
  /** How many items of the history that the last compaction left are still valid. */
  readonly keptOfHistory: number;
  /** Whether there are items at all; very old files have only events. */
  readonly hasItems: boolean;
}

interface TurnStart {
  readonly line: number;
  readonly offset: number;
}

/** Reads what was taken back. Lines that are no JSON are reported here. */
export async function indexRollout(source: Source, context: DecodeContext): Promise<RolloutIndex> {
  let meta: JsonObject | null = null;
  let firstTime: string | undefined;
  let model: string | undefined;
  let hasItems = false;
  let keptOfHistory = Number.POSITIVE_INFINITY;
  let takenBack: TakenBack[] = [];
  let turns: TurnStart[] = [];
  let historyTurns: number[] = [];
  let afterHistory: TurnStart = { line: 1, offset: 0 };

  const undo = (count: number, at: TurnStart): void => {
    if (count === 0) return;
    const first = turns[turns.length - count];
    const from = first ?? (historyTurns.length > 0 ? afterHistory : (turns[0] ?? at));
    if (first === undefined && historyTurns.length > 0) {
      const left = Math.max(historyTurns.length - (count - turns.length), 0);
      keptOfHistory = historyTurns[left] ?? 0;
      historyTurns = historyTurns.slice(0, left);
    }
    turns = turns.slice(0, Math.max(turns.length - count, 0));
    while ((takenBack.at(-1)?.fromLine ?? 0) >= from.line) takenBack.pop();
    takenBack.push({ fromLine: from.line, toLine: at.line, offset: from.offset, reason: 'undo' });
  };

  for await (const batch of readRawLines(source, context.signal)) {
    for (const { offset, length, line, bytes } of batch) {
      const object = parseJsonLine(bytes, { offset, length, line }, context.report);
      // A line without a time is none for Codex (other-harnesses §2.2).
      if (object === null || textField(object, 'timestamp') === undefined) continue;
      firstTime ??= timeField(object, 'timestamp');
      const payload = objectField(object, 'payload') ?? {};
      switch (object.type) {
        case 'session_meta':
          meta ??= payload;
          break;
        case 'turn_context':
          model ??= textField(payload, 'model');
          break;
        case 'response_item':
          hasItems = true;
          if (isPrompt(payload)) turns.push({ line, offset });
          break;
        case 'compacted':
          if (historyOf(payload) === null) break;
          takenBack = [{ fromLine: 1, toLine: line, offset: 0, reason: 'compaction' }];
          turns = [];
          historyTurns = (historyOf(payload) ?? []).flatMap((item, at) =>
            isJsonObject(item) && isPrompt(item) ? at : [],
          );
          keptOfHistory = Number.POSITIVE_INFINITY;
          afterHistory = { line: line + 1, offset: offset + length + 1 };
          break;
        case 'event_msg':
          if (payload.type === 'thread_rolled_back')
            undo(Number(toUint64(ownField(payload, 'num_turns')) ?? 0), { line, offset });
          break;
        default:
      }
    }
  }
  return {
    meta,
    firstTime,
    model,
    takenBack: takenBack.filter(({ fromLine, toLine }) => fromLine < toLine),
    keptOfHistory,
    hasItems,
  };
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
export function isPrompt(item: JsonObject): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false;
  const content = arrayField(item, 'content') ?? [];
  return content.some((part) => isJsonObject(part) && !isInjected(stringField(part, 'text') ?? ''));
}
