/**
 * Events and states to the bytes fx writes (event-log §4). The decoder is the guard: what it would refuse, or read as something else,
 * is not written.
 */
import { encodeBase64, type JsonValue, stringifyJson } from '@fxlog/json';
import { checkFrame } from './check-frame.js';
import { decodeFrame } from './decode-frame.js';
import { eventText } from './encode/event.js';
import { stateHead, stateTail, stateTurn } from './encode/state.js';
import { FrameError } from './frame-error.js';
import type { LogEvent, StateDocument } from './generated/types.js';

/**
 * The canonical frame of an event, LF included: byte for byte what fx writes for the same values (event-log §4). Values that fx writes
 * in another form than it reads them (§4.3: 23-key usage, legacy keys, older executions) come out in the written form.
 *
 * @throws FrameError where fx's encoder refuses the event; the offset counts from the start of the frame that would have been written.
 */
export function encodeFrame(event: LogEvent): Uint8Array {
  let text: string;
  try {
    text = eventText(event);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw explainUnwritable(event, error);
    throw error;
  }
  const frame = Buffer.from(`${text}\n`, 'utf8');
  checkFrame(frame, 0, frame.length);
  return frame;
}

/**
 * The canonical state document (event-log §3.13, §4.2), without a final LF.
 *
 * @throws FrameError with `InvalidDurableField` for a permission state of another schema than 2, which fx reads but does not write.
 */
export function encodeState(state: StateDocument): Uint8Array {
  if ((state.permission_state?.schema_version ?? 2) !== 2) {
    const message = 'A permission state of schema 1 must be migrated before it can be written.';
    throw new FrameError(
      message,
      'InvalidDurableField',
      'state/permission-schema',
      '/permission_state/schema_version',
      0,
    );
  }
  const parts: Buffer[] = [Buffer.from(stateHead(state), 'utf8')];
  for (const [index, turn] of state.history.entries()) {
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${stateTurn(turn)}`, 'utf8'));
  }
  parts.push(Buffer.from(stateTail(state), 'utf8'));
  return Buffer.concat(parts);
}

/** Finds out, through the decoder, what is wrong with an event that has not even the shape to be written. */
function explainUnwritable(event: unknown, cause: Error): Error {
  let frame: Buffer;
  try {
    frame = Buffer.from(`${stringifyJson(plainValue(event))}\n`, 'utf8');
  } catch (error) {
    // Not even JSON: a function, a cycle, a number that is not finite.
    return new FrameError(String(error), 'InvalidEventFrame', 'shape/type', '', 0);
  }
  try {
    decodeFrame(frame);
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
  return cause;
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
