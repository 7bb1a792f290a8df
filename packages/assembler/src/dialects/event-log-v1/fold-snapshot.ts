import { FxlogError, type StateDocument, StateDocumentError, StateDocumentReader, type Uint64 } from '@fxlog/format';
import { encodeBase64, type JsonValue, stringifyJson } from '@fxlog/json';
import type { ReductionStart } from './fold-options.js';
import type { FoldStart } from './log-fold.js';

/** A {@link FoldSnapshot} as JSON. Integers that a double cannot hold are decimal strings. */
export interface FoldSnapshotJson {
  readonly dialect: 'event-log-v1';
  readonly generation: string;
  /** `seq` that the next event must have. */
  readonly seq: number | string;
  readonly eventId: string;
  readonly offset: number;
  readonly line: number;
  /** Length of the history so far. */
  readonly turns: number;
  /** Start of what the model still sees; may exceed 0 though `state` holds no history. */
  readonly contextHistoryStart: number | string;
  /** The state without its history: the text of a state document (event-log §3.13), so that no integer is rounded on the way. */
  readonly state: string;
}

/** Thrown for JSON that is no snapshot. */
export class FoldSnapshotError extends FxlogError {
  override readonly name = 'FoldSnapshotError';
}

/**
 * A place in a log up to which it was folded, with the state there but not its history: enough to go on in another process, without reading again
 * what came before (event-log §5.7). Give it as `start`. Inside a replacement it is the place of the transaction's first frame.
 *
 * @example
 * const { snapshot } = await reduceLog(path, { keepHistory: false });
 * const token = JSON.stringify(snapshot);
 * // later, when the log has grown
 * const more = await reduceLog(path, { keepHistory: false, start: FoldSnapshot.fromJSON(JSON.parse(token)) });
 */
export class FoldSnapshot implements ReductionStart {
  readonly state: StateDocument;
  readonly turns: number;
  readonly seq: Uint64;
  readonly generation: string | undefined;
  readonly eventId: string;
  readonly offset: number;
  readonly line: number;

  constructor({ state, turns, boundary }: FoldStart) {
    this.state = { ...state, history: [] };
    this.turns = turns;
    this.seq = seqAfter(boundary.seq);
    this.generation = boundary.generation === '' ? undefined : boundary.generation;
    this.eventId = boundary.eventId;
    this.offset = boundary.offset;
    this.line = boundary.line;
  }

  toJSON(): FoldSnapshotJson {
    const { context_history_start: contextStart = 0, ...state } = this.state;
    return {
      dialect: 'event-log-v1',
      generation: this.generation ?? '',
      seq: toJsonInteger(this.seq),
      eventId: this.eventId,
      offset: this.offset,
      line: this.line,
      turns: this.turns,
      contextHistoryStart: toJsonInteger(contextStart),
      state: stringifyJson(toJsonValue(state)),
    };
  }

  /**
   * Takes up a snapshot that went through JSON; its state is validated like any state document.
   *
   * @throws FoldSnapshotError
   */
  static fromJSON(json: unknown): FoldSnapshot {
    if (typeof json !== 'object' || json === null)
      throw new FoldSnapshotError({ rule: 'token/invalid', message: 'A snapshot is an object.' });
    const read = new SnapshotFields(json);
    if (read.text('dialect') !== 'event-log-v1')
      throw new FoldSnapshotError({ rule: 'token/invalid', message: 'The snapshot is of another dialect.' });
    const turns = read.count('turns');
    const contextStart = read.integer('contextHistoryStart');
    if (contextStart > turns)
      throw new FoldSnapshotError({ rule: 'token/invalid', message: 'contextHistoryStart lies behind the history.' });
    const generation = read.text('generation');
    if (!/^(?:[0-9a-f]{32})?$/.test(generation))
      throw new FoldSnapshotError({ rule: 'token/invalid', message: 'generation is not 32 hex digits.' });
    const seq = read.integer('seq');
    if (seq < 1) throw new FoldSnapshotError({ rule: 'token/invalid', message: 'seq is 0.' });
    return new FoldSnapshot({
      state: { ...readState(read.text('state')), context_history_start: contextStart },
      turns,
      boundary: {
        generation,
        seq: normalize(BigInt(seq) - 1n),
        eventId: read.text('eventId'),
        offset: read.count('offset'),
        line: read.count('line'),
      },
    });
  }
}

class SnapshotFields {
  constructor(private readonly json: object) {}

  text(key: keyof FoldSnapshotJson): string {
    const value: unknown = Reflect.get(this.json, key);
    if (typeof value !== 'string')
      throw new FoldSnapshotError({ rule: 'token/invalid', message: `${key} is not a string.` });
    return value;
  }

  count(key: keyof FoldSnapshotJson): number {
    const value: unknown = Reflect.get(this.json, key);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw new FoldSnapshotError({ rule: 'token/invalid', message: `${key} is not a whole number.` });
    }
    return value;
  }

  integer(key: keyof FoldSnapshotJson): Uint64 {
    const value: unknown = Reflect.get(this.json, key);
    if (typeof value === 'string' && /^(?:0|[1-9]\d{0,19})$/.test(value)) return normalize(BigInt(value));
    return this.count(key);
  }
}

function readState(text: string): StateDocument {
  const refuseTurn = (): never => {
    throw new FoldSnapshotError({ rule: 'token/invalid', message: 'The state of a snapshot holds no history.' });
  };
  const reader = new StateDocumentReader(refuseTurn);
  try {
    reader.push(Buffer.from(text, 'utf8'));
    return reader.end();
  } catch (error) {
    if (error instanceof StateDocumentError)
      throw new FoldSnapshotError(
        { rule: 'token/invalid', message: `The state is not valid: ${error.message}` },
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

function toJsonInteger(value: Uint64): number | string {
  return typeof value === 'number' ? value : String(value);
}

function normalize(value: bigint): Uint64 {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function seqAfter(seq: Uint64): Uint64 {
  return normalize(BigInt(seq) + 1n);
}
