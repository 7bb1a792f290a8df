import {
  type ConversationOutline,
  durableText,
  outlineConversation,
  readConversation,
  type Turn,
  type TurnResult,
} from '@fxlog/assembler';
import type { Finding } from '@fxlog/format';
import { JsonError, type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';

/** How the calls of a session are read. */
export interface ReadCallsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Is told what is wrong with the log. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

/** A tool call as a session has it. */
export interface RecordedCall {
  /** The call within its turn, from 1. */
  readonly number: number;
  readonly id: string;
  readonly tool: string;
  /** The arguments as they were recorded, and as a JSON object; null where they are none. */
  readonly text: string;
  readonly arguments: JsonObject | null;
  /** Null where the log has none of it. */
  readonly result: TurnResult | null;
  /** Its place among the results of its step. */
  readonly resultIndex: number | null;
}

/** The calls that a model made at once. */
export interface RecordedStep {
  readonly turn: Turn;
  /** Place in the turn, from 0. */
  readonly step: number;
  readonly calls: readonly RecordedCall[];
}

/** What a log says of its calls. */
export interface SessionCalls {
  readonly outline: ConversationOutline;
  /** The workspace at the end of the session; `/` where nothing says it. */
  readonly root: string;
  /** The turns in their order. */
  turns(): AsyncGenerator<Turn>;
  /** The steps in their order; those without calls are passed over. */
  steps(): AsyncGenerator<RecordedStep>;
}

/** Opens the calls of a session; null where its log cannot be read, which `onFinding` is told. */
export async function readCalls(
  session: Session,
  { signal, onFinding }: ReadCallsOptions = {},
): Promise<SessionCalls | null> {
  const log = session.read();
  if (!log.ok) {
    onFinding?.(log.finding);
    return null;
  }
  const { source, end, file, readBlob, unfinished } = log;
  const reading = { mode: 'lenient', end, file, signal, readBlob, unfinished } as const;
  const outline = await outlineConversation(source, { ...reading, onFinding });
  async function* turns(): AsyncGenerator<Turn> {
    for await (const items of readConversation(source, { ...reading, outline })) {
      for (const item of items) if (item.type === 'turn') yield item.turn;
    }
  }
  return {
    outline,
    root: outline.workspaceRoot ?? session.facts()?.workspaceRoot ?? '/',
    turns,
    async *steps() {
      for await (const turn of turns()) yield* stepsOf(turn);
    },
  };
}

/** The calls of a turn, step by step. */
export function* stepsOf(turn: Turn): Generator<RecordedStep> {
  let number = 0;
  for (const [step, { calls, results }] of turn.steps.entries()) {
    if (calls.length === 0) continue;
    const recorded = calls.map((call): RecordedCall => {
      const text = durableText(call.argumentsJson).text;
      return {
        number: ++number,
        id: durableText(call.id).text,
        tool: durableText(call.name).text,
        text,
        arguments: jsonObjectOf(text),
        result: call.resultIndex === null ? null : (results[call.resultIndex] ?? null),
        resultIndex: call.resultIndex,
      };
    });
    yield { turn, step, calls: recorded };
  }
}

/** A JSON object as text; null for what is none. */
export function jsonObjectOf(text: string): JsonObject | null {
  try {
    const value = parseJson(Buffer.from(text));
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
