/** The folded state in a resume token. Integers that a double cannot hold are decimal strings. */
import { type StateDocument, StateDocumentReader, type Uint64 } from '@fxlog/format';
import { StateDocumentError } from '@fxlog/format/internal';
import { type JsonValue, stringifyJson } from '@fxlog/json';
import { encodeBase64, exactInteger } from '@fxlog/json/internal';
import { TokenError } from '@fxlog/reader';
import type { PlainJson } from '@fxlog/reader/internal';

/** What is folded up to a place, without the history. */
export interface FoldedUpTo {
  readonly state: StateDocument;
  /** Length of the history so far. */
  readonly turns: number;
  /** Id of the event before, for the boundary of a log in which nothing follows. */
  readonly eventId: string;
}

/** As JSON that goes into a token. The state is the text of a state document (event-log §3.13), so that no integer is rounded on the way. */
export function encodeFolded({ state: full, turns, eventId }: FoldedUpTo): PlainJson {
  // It may exceed 0, which no document without a history may.
  const { context_history_start: contextStart = 0, ...state } = full;
  return {
    turns,
    eventId,
    contextHistoryStart: typeof contextStart === 'number' ? contextStart : String(contextStart),
    state: stringifyJson(toJsonValue({ ...state, history: [] })),
  };
}

/**
 * Reads it back; the state is validated like any state document.
 *
 * @throws TokenError
 */
export function decodeFolded(json: PlainJson): FoldedUpTo {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('is not an object');
  const { turns, eventId, contextHistoryStart, state } = json as Readonly<Record<string, PlainJson>>;
  if (typeof turns !== 'number' || !Number.isSafeInteger(turns) || turns < 0) refuse('has no number of turns');
  if (typeof eventId !== 'string' || typeof state !== 'string') refuse('has no eventId or no state');
  const contextStart = readInteger(contextHistoryStart);
  if (contextStart === null || contextStart > turns)
    refuse('has a contextHistoryStart that is not a place in the history');
  return { state: { ...readState(state), context_history_start: contextStart }, turns, eventId };
}

function refuse(why: string): never {
  throw new TokenError({ rule: 'token/invalid', message: `The folded state in this resume token ${why}.` });
}

function readInteger(value: PlainJson | undefined): Uint64 | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,19})$/.test(value)) return null;
  return exactInteger(BigInt(value));
}

function readState(text: string): StateDocument {
  const refuseTurn = (): never => {
    throw new TokenError({ rule: 'token/invalid', message: 'The state of a resume token holds no history.' });
  };
  const reader = new StateDocumentReader(refuseTurn);
  try {
    reader.push(Buffer.from(text, 'utf8'));
    return reader.end();
  } catch (error) {
    if (error instanceof StateDocumentError)
      throw new TokenError(
        { rule: 'token/invalid', message: `The state in the resume token is not valid: ${error.message}` },
        { cause: error },
      );
    throw error;
  }
}

/** A state as the JSON it was read from: bytes in their base64 form again. */
function toJsonValue(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return { encoding: 'base64', data: encodeBase64(value) };
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, toJsonValue(item)]));
}
