/**
 * The exact way from the bytes of one frame to its event: parse, shape, meaning, in the order in which fx checks (event-log §2.1), so
 * that a refusal carries fx's own error name.
 */
import { JsonError, type JsonObject, type JsonValue, locatePointer, parseJson } from '@fxlog/json';
import { type Fault, FrameError } from '../../frame-error.js';
import { type RuleId, ruleById } from '../../rules/index.js';
import { runValidator } from '../../shape.js';
import { contentValidators } from './generated/content-validators.js';
import type { LogEvent } from './generated/types.js';
import { MAX_FRAME_BYTES } from './limits.js';
import { settlePayload, validatePayload } from './meaning/event.js';

const LF = 0x0a;

/** No object of the format is nested deeper; what is, is unknown to every shape and need only be checked. */
const MAX_BUILT_DEPTH = 32;
/** The keys beside a turn. */
const BEHIND_TURN: ReadonlySet<string> = new Set([
  '/payload/work_id',
  '/payload/conversation_language',
  '/payload/total_input_tokens',
  '/payload/total_output_tokens',
]);

export interface DecodeOptions {
  /** Longest frame to accept, in bytes, LF included; default 8 MiB, as fx 0.0.5 has it. */
  readonly maxFrameBytes?: number;
}

/**
 * Decodes exactly one frame (event-log §1 to §3), LF included. Malformed tool arguments come back repaired (§3.10.3); integers are
 * `number` while exact and `bigint` beyond; durable bytes that are not UTF-8 are `Uint8Array`.
 *
 * @throws FrameError where fx 0.0.5 refuses the frame, with fx's error name, the rule, the JSON Pointer and the byte offset from the
 * start of `line`.
 */
export function decodeFrame(line: Uint8Array, options: DecodeOptions = {}): LogEvent {
  return decodeFrameAt(line, 0, line.length, options);
}

/** As {@link decodeFrame}, for a frame that lies at `start` up to `end` (exclusive) of a larger buffer. */
export function decodeFrameAt(bytes: Uint8Array, start: number, end: number, options: DecodeOptions = {}): LogEvent {
  const tree = parseFrame(bytes, start, end, options.maxFrameBytes ?? MAX_FRAME_BYTES);
  const fault = judgeFrame(tree);
  if (fault !== null) throw frameError(fault, bytes, start, end);
  return tree as unknown as LogEvent;
}

/** Parses the bytes of a frame to an object, checking size, terminator and grammar. */
function parseFrame(bytes: Uint8Array, start: number, end: number, maxBytes: number): JsonObject {
  const whole = (rule: RuleId, at: number, fxError: Fault['fxError'] = 'InvalidEventFrame') =>
    new FrameError({ rule, fxError, message: titleOf(rule), path: '', offset: at });
  const length = end - start;
  if (length > maxBytes) throw whole('frame/too-large', maxBytes, 'EventFrameTooLarge');
  if (length === 0 || bytes[end - 1] !== LF) throw whole('frame/no-newline', length);
  const inner = bytes.subarray(start, end - 1).indexOf(LF);
  if (inner >= 0) throw whole('frame/inner-newline', inner);
  let value: JsonValue;
  try {
    value = parseJson(bytes, { start, end: end - 1, whitespaceLf: false, maxDepth: MAX_BUILT_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const isBlank = error.code === 'unexpected-end' && bytes.subarray(start, end).every((byte) => byte <= 0x20);
    throw whole(isBlank ? 'frame/blank' : `frame/${error.code}`, error.offset - start);
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    Object.getPrototypeOf(value) !== Object.prototype
  ) {
    throw whole('frame/not-an-object', locatePointer(bytes, '', { start, end }) - start);
  }
  return value as JsonObject;
}

/** Judges a parsed frame and turns it, in place, into the event. */
function judgeFrame(tree: JsonObject): Fault | null {
  const envelope = runValidator(contentValidators.envelope, tree, '');
  if (envelope.fault !== null) {
    if (envelope.fault.path !== '/schema_version' || envelope.fault.rule !== 'shape/enum') return envelope.fault;
    return { rule: 'envelope/unsupported-schema', path: '/schema_version', fxError: 'UnsupportedEventSchema' };
  }
  const event = tree as unknown as LogEvent;
  const payload = runValidator(contentValidators[event.kind], event.payload, '/payload');
  const isTurnRead = payload.fault === null || (event.kind === 'history_turn_committed' && isBehindTurn(payload.fault));
  const settled = isTurnRead ? settlePayload(event) : null;
  return settled ?? payload.fault ?? envelope.deferred ?? payload.deferred ?? validatePayload(event);
}

/** Whether a fault is one of the values beside a turn, which fx reads once it has read the turn, repairs included (event-log §3.7). */
function isBehindTurn({ path }: Fault): boolean {
  return BEHIND_TURN.has(path);
}

/** The error for a fault, its pointer resolved to a byte of the frame. */
export function frameError(fault: Fault, bytes: Uint8Array, start: number, end: number): FrameError {
  const detail = fault.detail === undefined ? '' : `: ${fault.detail}`;
  const offset = locatePointer(bytes, fault.path, { start, end }) - start;
  return new FrameError({
    rule: fault.rule,
    fxError: fault.fxError,
    message: `${titleOf(fault.rule)}${detail}`,
    path: fault.path,
    offset,
  });
}

function titleOf(rule: RuleId): string {
  return ruleById(rule).title;
}
