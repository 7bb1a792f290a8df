/**
 * Events and states to the bytes fx writes (event-log §4). The decoder is the guard: what it would refuse, or read as something else,
 * is not written.
 */
import { type JsonValue, stringifyJson } from '@fxlog/json';
import { encodeBase64 } from '@fxlog/json/internal';
import { FrameError } from '../../frame-error.js';
import { checkFrame } from './check-frame.js';
import { decodeFrame } from './decode-frame.js';
import { eventText } from './encode/event.js';
import { stateHead, stateTail, stateTurn } from './encode/state.js';
import { ROOTS } from './generated/program.js';
import type { HistoryTurn, LogEvent, StateDocument, UsageSnapshot } from './generated/types.js';
import { MAX_FRAME_BYTES } from './limits.js';
import { recogniser } from './recogniser.js';

/** From this length on the text of an event is not written into the recogniser's memory. */
const LARGE_TEXT = 1_048_576;
const COMMA = Buffer.from(',');

/**
 * The canonical frame of an event, LF included: byte for byte what fx writes for the same values (event-log §4). Values that fx writes
 * in another form than it reads them (§4.3: 23-key usage, legacy keys, older executions) come out in the written form.
 *
 * @throws FrameError where fx's encoder refuses the event; the offset counts from the start of the frame that would have been written.
 */
export function encodeFrame(event: LogEvent): Uint8Array {
  const native = encodeNatively(event);
  if (native !== null) return native;
  const text = textOf(event);
  const frame = Buffer.from(`${text}\n`, 'utf8');
  checkFrame(frame, 0, frame.length);
  return frame;
}

/**
 * Most events hold nothing but strings, exact doubles and plain objects with their keys in fx's order, and then the native writer gives
 * the canonical text. The recogniser, which has to look at the frame anyway, says whether it did.
 *
 * @returns null where the native writer did not give the canonical text
 */
function encodeNatively(event: LogEvent): Uint8Array | null {
  const matcher = recogniser.matcher();
  if (matcher === null || mayHoldMinusZero(event)) return null;
  let text: string;
  try {
    text = JSON.stringify(event);
  } catch (error) {
    // A bigint, or something that is not JSON at all.
    if (error instanceof TypeError) return null;
    throw error;
  }
  // Chunks of a replacement are large, and recognised only when their data is decoded.
  if (typeof text !== 'string' || text.length > LARGE_TEXT || event.kind === 'state_replacement_chunk') return null;
  const line = matcher.loadLine(text);
  if (line === null) return null;
  const isWritten = matcher.matchFrames(ROOTS.frame, 0) === 1 && matcher.tag(0) >= 0 && matcher.isAsWritten(0);
  return isWritten && line.length <= MAX_FRAME_BYTES ? Buffer.from(line) : null;
}

/** Whether the event has a cost, which may be the one number that the native writer spells otherwise: -0 (event-log §4.1). */
function mayHoldMinusZero(event: LogEvent): boolean {
  if (event.kind === 'usage_checkpointed') return hasMinusZero(event.payload?.usage);
  return event.kind === 'session_started' && hasMinusZero(event.payload?.usage);
}

function hasMinusZero(usage: UsageSnapshot | undefined): boolean {
  if (usage === undefined) return false;
  return Object.is(usage?.total_cost, -0) || usage?.models?.some((model) => Object.is(model?.total_cost, -0));
}

/**
 * The canonical state document (event-log §3.13, §4.2), without a final LF.
 *
 * @throws FrameError with `InvalidDurableField` for a permission state of another schema than 2, which fx reads but does not write.
 */
export function encodeState(state: StateDocument): Uint8Array {
  return Buffer.concat(statePieces(state, state.history.map(encodeStateTurn)));
}

/** A turn as it stands in the history of a state document. */
export function encodeStateTurn(turn: HistoryTurn): Uint8Array {
  return Buffer.from(stateTurn(turn), 'utf8');
}

/**
 * A state document with a history of turns that were encoded before; its own is not looked at.
 *
 * @throws FrameError as {@link encodeState} does.
 */
export function statePieces(state: StateDocument, turns: readonly Uint8Array[]): Uint8Array[] {
  if ((state.permission_state?.schema_version ?? 2) !== 2) {
    const message = 'A permission state of schema 1 must be migrated before it can be written.';
    throw new FrameError({
      rule: 'state/permission-schema',
      fxError: 'InvalidDurableField',
      message,
      path: '/permission_state/schema_version',
      offset: 0,
    });
  }
  const parts: Uint8Array[] = [Buffer.from(stateHead(state), 'utf8')];
  for (const [index, turn] of turns.entries()) {
    if (index > 0) parts.push(COMMA);
    parts.push(turn);
  }
  parts.push(Buffer.from(stateTail(state), 'utf8'));
  return parts;
}

function textOf(event: LogEvent): string {
  try {
    return eventText(event);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    // Not of the shape of an event, or with bytes still in their base64 form: the decoder knows what it is, or what is wrong with it.
    return eventText(decodePlain(event));
  }
}

function decodePlain(event: unknown): LogEvent {
  let frame: Buffer;
  try {
    frame = Buffer.from(`${stringifyJson(plainValue(event))}\n`, 'utf8');
  } catch (error) {
    // Not even JSON: a function, a cycle, a number that is not finite.
    throw new FrameError({
      rule: 'shape/type',
      fxError: 'InvalidEventFrame',
      message: String(error),
      path: '',
      offset: 0,
    });
  }
  return decodeFrame(frame);
}

/** The value as JSON has it: bytes in their base64 form, members without a value left out. */
function plainValue(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return { encoding: 'base64', data: encodeBase64(value) };
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, plainValue(member)]));
  }
  return value === undefined ? null : (value as JsonValue);
}
