/**
 * A line of a conversation log, the exact way: read by its types, then judged by the rules (newer-formats §4.3).
 */

import { locatePointer } from '@fxlog/json';
import { pointer } from '@fxlog/json/internal';
import type { CheckOptions } from '../../dialect.js';
import { FrameError } from '../../frame-error.js';
import type { FxErrorName } from '../../fx-error-name.js';
import { firstBrokenRule } from '../../loose/check.js';
import { LooseError } from '../../loose/loose-error.js';
import { readLoose } from '../../loose/read.js';
import type { Field, Shape } from '../../loose/shape.js';
import { type WrittenIn, writeLoose } from '../../loose/write.js';
import { type RuleId, ruleById } from '../../rules/index.js';
import { ConversationEvent as EVENT, ConversationFrame as FRAME } from './generated/shapes.js';
import type { ConversationEvent, ConversationFrame } from './generated/types.js';
import { CONVERSATION_FRAME_VERSION, MAX_CONVERSATION_FRAME_BYTES } from './limits.js';
import { objectRules } from './object-rules.js';

const LF = 0x0a;

type KeysOf<Union> = Union extends Union ? keyof Union : never;

/** What an event is, which is the one key it has. */
export type ConversationTag = KeysOf<ConversationEvent> & string;

/** The payload of the events with a tag. */
export type ConversationPayload<Tag extends ConversationTag> = Extract<ConversationEvent, Record<Tag, unknown>>[Tag];

/** The payload of any event. */
export type AnyConversationPayload = { [Tag in ConversationTag]: ConversationPayload<Tag> }[ConversationTag];

/** All tags, in the order of the schema. */
export const CONVERSATION_TAGS: readonly ConversationTag[] = EVENT.fields.map(({ name }) => name as ConversationTag);

/** The tag of an event. */
export function conversationTag(event: ConversationEvent): ConversationTag {
  for (const tag in event) return tag as ConversationTag;
  throw new TypeError('An event has one key.');
}

/**
 * Decodes exactly one line, its LF included; `start` and `end` say where it lies in a larger buffer. Keys that were absent are there with
 * what their absence means; integers are `number` while exact and `bigint` beyond; bytes that are not UTF-8 are `Uint8Array`.
 *
 * @throws FrameError where fx refuses the line, with the rule, the JSON Pointer and the byte offset from `start`.
 */
export function decodeConversationFrame(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  { maxFrameBytes = MAX_CONVERSATION_FRAME_BYTES }: CheckOptions = {},
): ConversationFrame {
  const length = end - start;
  if (length > maxFrameBytes) throw frameError('frame/too-large', '', maxFrameBytes);
  if (length === 0 || bytes[end - 1] !== LF) throw frameError('frame/no-newline', '', length);
  const frame = read<ConversationFrame>(FRAME, bytes, start, end - 1);
  const fault = brokenHeader(frame);
  if (fault !== null) throw located(fault, bytes, start, end);
  const broken = firstBrokenRule(frame.event, EVENT, objectRules(frame.schema_version), ['event']);
  if (broken === null) return frame;
  throw located({ rule: broken.rule, path: pointer(...broken.path) }, bytes, start, end);
}

/**
 * The canonical line of a frame, its LF included: byte for byte what the newest fx writes, always in the newest frame version.
 *
 * @throws FrameError where fx would refuse the line; the offset counts from the start of the line that would have been written.
 */
export function encodeConversationFrame(frame: ConversationFrame): Uint8Array {
  const line = Buffer.from(
    `${write({ ...frame, schema_version: CONVERSATION_FRAME_VERSION }, FRAME, 'file')}\n`,
    'utf8',
  );
  decodeConversationFrame(line);
  return line;
}

/**
 * Decodes a payload that stands alone, such as an item of sessions-v2, by the rules of the newest frame version.
 *
 * @throws FrameError as {@link decodeConversationFrame} does.
 */
export function decodeConversationPayload<Tag extends ConversationTag>(
  tag: Tag,
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
): ConversationPayload<Tag> {
  const shape = payloadShape(tag);
  const payload = read<ConversationPayload<Tag>>(shape, bytes, start, end);
  const broken = firstBrokenRule(payload, shape, objectRules(CONVERSATION_FRAME_VERSION));
  if (broken !== null) throw located({ rule: broken.rule, path: pointer(...broken.path) }, bytes, start, end);
  return payload;
}

/**
 * The canonical text of a payload; as an item of sessions-v2 it lacks the keys that are written there only when they are set.
 *
 * @throws FrameError where fx would refuse the payload.
 */
export function encodeConversationPayload<Tag extends ConversationTag>(
  tag: Tag,
  payload: ConversationPayload<Tag>,
  writtenIn: WrittenIn = 'file',
): Uint8Array {
  const bytes = Buffer.from(write(payload, payloadShape(tag), writtenIn), 'utf8');
  decodeConversationPayload(tag, bytes);
  return bytes;
}

function payloadShape(tag: ConversationTag): Shape {
  return (EVENT.fields.find((field) => field.name === tag) as Field).shape;
}

interface Broken {
  readonly rule: RuleId;
  readonly path: string;
}

function brokenHeader(frame: ConversationFrame): Broken | null {
  const version = frame.schema_version;
  if (version < 1 || version > CONVERSATION_FRAME_VERSION) {
    return { rule: 'conversation/schema-version', path: '/schema_version' };
  }
  if (frame.seq < 1) return { rule: 'conversation/seq-zero', path: '/seq' };
  if (frame.timestamp_ms < 0) return { rule: 'conversation/timestamp-negative', path: '/timestamp_ms' };
  return null;
}

function read<Value>(shape: Shape, bytes: Uint8Array, start: number, end: number): Value {
  try {
    return readLoose(bytes, shape, { start, end }) as Value;
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    throw frameError(error.rule, error.path, error.offset, error.detail);
  }
}

function write(value: unknown, shape: Shape, writtenIn: WrittenIn): string {
  try {
    return writeLoose(value, shape, writtenIn);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw frameError('shape/type', '', 0, error.message);
  }
}

function located({ rule, path }: Broken, bytes: Uint8Array, start: number, end: number): FrameError {
  return frameError(rule, path, locatePointer(bytes, path, { start, end }) - start);
}

function frameError(rule: RuleId, path: string, offset: number, detail?: string): FrameError {
  const title = ruleById(rule).title;
  const fxError: FxErrorName = 'InvalidConversationFrame';
  return new FrameError({ rule, fxError, message: detail === undefined ? title : `${title}: ${detail}`, path, offset });
}
