import { assembleTurns, type Turn } from '@fxlog/assembler';
import type { StateDocument } from '@fxlog/format';
import { LogError } from '@fxlog/reader';

/** Which part of which file is read. */
export interface LogSpan {
  readonly path: string;
  /** What to call the file in messages. */
  readonly name: string;
  readonly end: number | undefined;
  readonly signal: AbortSignal;
}

/** What a conversation consists of, found by reading its log once. */
export interface ConversationOutline {
  /** Turns in the history as the log leaves it. */
  readonly turns: number;
  /** How often the whole history was replaced; turns before the last time are superseded. */
  readonly replacements: number;
  /** What the log folds to, without the history; null when a fault ended the reading. */
  readonly state: StateDocument | null;
  /** Where fx would cut off a replacement that was never committed, in bytes; null when there is none. */
  readonly truncateFrom: number | null;
}

/**
 * Reads a log without keeping it and says what {@link conversationTurns} will give. A fault in the log ends the reading there:
 * the turns before it still count.
 */
export async function outlineConversation(span: LogSpan): Promise<ConversationOutline> {
  let turns = 0;
  let replacements = 0;
  const reading = assembleTurns(span.path, optionsOf(span));
  try {
    for (;;) {
      const batch = await reading.next();
      if (batch.done === true) {
        return { turns, replacements, state: batch.value.state, truncateFrom: batch.value.truncateFrom ?? null };
      }
      for (const item of batch.value) {
        if (item.type === 'turn') turns = item.turn.index + 1;
        else if (item.type === 'history-replaced') {
          turns = 0;
          replacements += 1;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { turns, replacements, state: null, truncateFrom: null };
  }
}

/** A turn, and the session totals before it where they are known. */
export interface ConversationTurn {
  readonly turn: Turn;
  readonly totalsBefore: Turn['usage'];
}

const NOTHING_YET: NonNullable<Turn['usage']> = { totalInputTokens: 0, totalOutputTokens: 0 };

/**
 * The turns of the history as the log leaves it, in order.
 * @throws LogError at a fault in the log, after the turns before it
 */
export async function* conversationTurns(
  span: LogSpan,
  outline: ConversationOutline,
): AsyncGenerator<ConversationTurn> {
  let replacements = 0;
  let totalsBefore: Turn['usage'] = NOTHING_YET;
  for await (const batch of assembleTurns(span.path, optionsOf(span))) {
    for (const item of batch) {
      if (item.type === 'history-replaced') replacements += 1;
      if (item.type !== 'turn') continue;
      if (replacements === outline.replacements) yield { turn: item.turn, totalsBefore };
      totalsBefore = item.turn.usage;
    }
  }
}

function optionsOf(span: LogSpan) {
  return { file: span.name, end: span.end, signal: span.signal };
}
