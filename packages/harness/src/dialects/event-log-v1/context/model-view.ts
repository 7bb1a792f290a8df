import {
  type Compaction,
  type ConversationItem,
  outlineConversation,
  readConversation,
  type Turn,
} from '@fxlog/assembler';
import { eventLogTurn } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import type { Session } from '@fxlog/store';
import { CountView } from './count-view.js';
import {
  historyMessages,
  type ImageRoute,
  imagesOf,
  type ModelImage,
  type ModelMessage,
  type PairingFault,
  pairingFault,
  promptMessage,
} from './messages.js';
import { plain } from './record.js';
import { type BudgetedEntry, historyBudget, keepWithin } from './token-budget.js';

/** Options of {@link modelView}. */
export interface ModelViewOptions {
  /** What the model received for this turn, by its place in the history; default: what it would receive for the next prompt. */
  readonly beforeTurn?: number | undefined;
  /** Text of the next prompt; its default is the one that was given, where there is one. */
  readonly prompt?: string | undefined;
  /** Estimated tokens for the history; its default is worked out from the name of the model, as fx does it without its catalogue. */
  readonly historyBudgetTokens?: number | undefined;
  /** Whether the model takes images. No session records it; default true. */
  readonly takesImages?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What fx sends to its model of a session (model-view §1). Nothing of it is ever saved. */
export interface ModelView {
  /** Turns of the history that it is made of. */
  readonly turns: number;
  /** Where `/compact` has put the beginning; 0 where it never did. */
  readonly contextHistoryStart: number;
  /** The entries of the count view, oldest first: a record or a saved summary, then turns as they are; and which of them the budget keeps. */
  readonly entries: readonly BudgetedEntry[];
  readonly model: string | null;
  readonly budgetTokens: number;
  readonly imageRoute: ImageRoute;
  /** The messages of the history, in their order. */
  readonly history: readonly ModelMessage[];
  /** The message of the prompt itself; null where no prompt is known. */
  readonly prompt: ModelMessage | null;
  /** Why fx refuses to send it; null when it does not. */
  readonly fault: PairingFault | null;
  readonly findings: readonly Finding[];
}

/** Why there is no model view of a session. */
export interface NoModelView {
  readonly reason: string;
  /** The turns that were saved, where only the rules are not known by which fx condenses them; null where the log cannot be read. */
  readonly turns: number | null;
}

/**
 * What fx 0.0.5 sends to its model for the next prompt of a session, or what it sent for an earlier one: the last turns as they are, the record of the rest,
 * and what its token budget leaves out. It holds the turns that it gives, and of the others what the record quotes.
 *
 * It is worked out from the saved turns, as fx does it; prompts that were typed while a turn ran had a view of their own (model-view §2.3).
 *
 * @returns the reason where the rules are not known: for the formats of later versions, and where there is no log.
 */
export async function modelView(
  session: Pick<Session, 'read'>,
  options: ModelViewOptions = {},
): Promise<ModelView | NoModelView> {
  const { beforeTurn, prompt, takesImages = true, signal } = options;
  const log = session.read();
  if (!log.ok) return { reason: log.finding.message, turns: null };
  const findings: Finding[] = [];
  const reading = { mode: 'lenient', end: log.end, file: log.file, signal, readBlob: log.readBlob } as const;
  const last = await outlineConversation(log.source, { ...reading, onFinding: (finding) => findings.push(finding) });
  if (last.state === null) return { reason: 'No session begins in this log.', turns: null };
  if (last.state.native.dialect !== 'event-log-v1') {
    return {
      reason: `By which rules fx condenses a history is known of version 0.0.5 only, and this is a session in the format ${last.state.native.dialect}.`,
      turns: last.turns,
    };
  }
  const total = Math.min(beforeTurn ?? last.turns, last.turns);
  let start = Number(last.state.contextHistoryStart);
  let model = last.state.preferences?.model ?? null;
  const own = { text: prompt ?? null, images: [] as readonly ModelImage[] };
  const imageIds: (number | bigint)[] = [];

  if (beforeTurn !== undefined && beforeTurn < last.turns) {
    const at = await placeOfTurn(log.source, reading, beforeTurn);
    const then = at === null ? null : await outlineConversation(log.source, { ...reading, end: at });
    // A turn that came with a whole history says nothing of how things were before it.
    if (then?.state != null && then.turns === beforeTurn) {
      start = Number(then.state.contextHistoryStart);
      model = then.state.preferences?.model ?? model;
    }
  }
  const view = new CountView(total, Math.min(start, total));
  let index = 0;
  for await (const items of readConversation(log.source, reading)) {
    for (const item of items) {
      const turn = savedTurn(item);
      if (turn === null) continue;
      const images = imagesOf(turn);
      if (index < total) {
        view.add(turn);
        imageIds.push(...images.map(({ id }) => id));
      } else if (
        index === total &&
        beforeTurn !== undefined &&
        turn.kind !== 'compacted_summary' &&
        prompt === undefined
      ) {
        own.text = promptOf(item);
        own.images = images;
      }
      index++;
    }
  }
  imageIds.push(...own.images.map(({ id }) => id));
  const imageRoute: ImageRoute = imageIds.length === 0 ? 'none' : takesImages ? 'native' : 'text-only';
  const budgetTokens = options.historyBudgetTokens ?? historyBudget(model);
  const entries = keepWithin(view.entries(), budgetTokens);
  const history = historyMessages(entries, imageRoute);
  return {
    turns: total,
    contextHistoryStart: Math.min(start, total),
    entries,
    model,
    budgetTokens,
    imageRoute,
    history,
    prompt: own.text === null ? null : promptMessage(own.text, own.images, imageIds, imageRoute),
    fault: pairingFault(history),
    findings,
  };
}

/** A turn that was saved; null for everything else, a turn that is under way included. */
function savedTurn(item: ConversationItem): ReturnType<typeof eventLogTurn> | null {
  if (item.type === 'compaction') return eventLogTurn(item.compaction.native);
  if (item.type !== 'turn' || item.turn.end.kind === 'running') return null;
  return eventLogTurn(item.turn.native);
}

function promptOf(item: ConversationItem): string | null {
  return item.type === 'turn' ? plain(item.turn.user.text) : null;
}

/** Where in the log a turn of the history begins, in bytes; null where it has no event of its own. */
async function placeOfTurn(
  source: string | Uint8Array,
  reading: Parameters<typeof readConversation>[1],
  index: number,
): Promise<number | null> {
  for await (const items of readConversation(source, reading)) {
    for (const item of items) {
      const entry = item.type === 'turn' ? item.turn : item.type === 'compaction' ? item.compaction : null;
      if (entry?.index === index) return entry.source.document === undefined ? entry.source.offset : null;
    }
  }
  return null;
}

/** The record of older turns as a compaction of the history, which it is for nobody but the reader; null for an entry that is none. */
export function recordAsCompaction({ turn }: BudgetedEntry, last: Turn | Compaction): Compaction | null {
  if (turn.kind !== 'compacted_summary') return null;
  const { index, timeMs, language, usage, source } = last;
  return {
    ...{ index, timeMs, language, usage, source, native: { dialect: 'event-log-v1', turn } },
    ...{ summary: turn.summary, removedTurns: turn.removed_turn_count, compactions: turn.compaction_count },
  };
}
