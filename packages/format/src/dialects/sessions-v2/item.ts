/**
 * The items of a turn: payloads of the conversation log in the lines of this store (newer-formats §7.4).
 */
import { decodeCanonicalBase64 } from '@fxlog/json/internal';
import { FrameError } from '../../frame-error.js';
import type { JsonReaderErrorName } from '../../fx-error-name.js';
import { LooseError } from '../../loose/loose-error.js';
import { type RuleId, ruleById } from '../../rules/index.js';
import type { DurableBytes } from '../../scalars.js';
import { viewOf } from '../../view-of.js';
import {
  type AnyConversationPayload,
  type ConversationPayload,
  type ConversationTag,
  decodeConversationPayload,
} from '../conversation-log/frame.js';
import { payloadRecogniser, readRecognisedPayload } from '../conversation-log/recognise-payload.js';
import { type BlobReader, blobError, readBlob, referencedBlob } from './blob.js';
import type { Compaction } from './generated/types.js';
import { ITEM_TAGS, type SessionItemType } from './item-types.js';
import type { SessionLine } from './line.js';
import type { LineBody } from './line-kinds.js';
import { readCompaction } from './state.js';

/** An item that was decoded. The data of images are bytes. */
export type SessionItem =
  | {
      [Type in SessionItemType]: { type: Type; payload: ConversationPayload<(typeof ITEM_TAGS)[Type]> };
    }[SessionItemType]
  /** The turn so far is void. */
  | { readonly type: 'superseded' };

/** What is known of an item, and what is asked of it. */
export interface ReadItemOptions {
  /** Whether the outline of a payload will do, as that of a line of a conversation log. Default false. */
  readonly isOutline?: boolean;
  /** Whether the payload was found to be as fx spells it; null where nobody has looked. Default null. */
  readonly isRecognised?: boolean | null;
}

/**
 * Decodes an item by the strict rules of its payload; null for a type that fx does not know, and passes over.
 *
 * @throws FrameError where fx would not show the history, with the names of errors that it has for it. Offsets count from the payload.
 */
export function readSessionItem(
  { type, data }: Extract<LineBody, { kind: 'item' }>,
  read: BlobReader,
  { isOutline = false, isRecognised = null }: ReadItemOptions = {},
): SessionItem | null {
  if (type === 'superseded') return { type };
  if (typeof type !== 'string' || !Object.hasOwn(ITEM_TAGS, type)) return null;
  const tag = ITEM_TAGS[type as SessionItemType];
  const payload =
    isRecognised === true
      ? readRecognisedPayload(tag, viewOf(data), 0, data.length, isOutline)
      : readPayload(tag, bytesOf(data, read), isOutline);
  return {
    type,
    payload: type === 'user' ? withImageBytes(payload as ConversationPayload<'user'>) : payload,
  } as SessionItem;
}

/** The item of a line in outline, where that is to be had without a look at its data ({@link SessionLine.outline}). */
export function outlineSessionItem(
  line: SessionLine,
  { type }: Extract<LineBody, { kind: 'item' }>,
): SessionItem | null {
  if (line.isPayloadRecognised !== true) return null;
  const known = type as SessionItemType;
  const payload = line.payloadOutline(ITEM_TAGS[known]);
  if (payload === null) return null;
  return { type, payload: known === 'user' ? withImageBytes(payload as User) : payload } as SessionItem;
}

/** The payload, which may lie in a blob. */
function bytesOf(data: Uint8Array, read: BlobReader): Uint8Array {
  const name = referencedBlob(data);
  const bytes = name === null ? data : readBlob(name, read);
  if (typeof bytes === 'string') throw blobError(bytes, name as string);
  return bytes;
}

/** The fast way where it can be, else the exact one. */
function readPayload(tag: ConversationTag, bytes: Uint8Array, isOutline: boolean): AnyConversationPayload {
  const isRecognised = payloadRecogniser(bytes, 0, bytes.length)?.(tag, 0, bytes.length) ?? false;
  return isRecognised
    ? readRecognisedPayload(tag, viewOf(bytes), 0, bytes.length, isOutline)
    : decodePayload(tag, bytes);
}

/**
 * Decodes the data of a `compacted` line.
 *
 * @throws FrameError where fx would not show the history.
 */
export function readSessionCompaction({ data }: Extract<LineBody, { kind: 'compacted' }>): Compaction {
  try {
    return readCompaction(data);
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    const message = `${ruleById(error.rule).title}${error.detail === undefined ? '' : `: ${error.detail}`}`;
    throw new FrameError({
      rule: error.rule,
      fxError: readerError(error.rule),
      message,
      path: error.path,
      offset: error.offset,
    });
  }
}

function decodePayload(tag: ConversationTag, bytes: Uint8Array): AnyConversationPayload {
  try {
    return decodeConversationPayload(tag, bytes);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    // In a line of a conversation log all of these are one error; here each keeps its name.
    const isOfShape = error.rule.startsWith('conversation/');
    throw new FrameError({
      rule: error.rule,
      fxError: isOfShape ? 'InvalidConversationEvent' : readerError(error.rule),
      message: error.message,
      path: error.path,
      offset: error.offset,
    });
  }
}

const READER_ERRORS: Partial<Record<RuleId, JsonReaderErrorName>> = {
  'shape/missing-key': 'MissingField',
  'shape/unknown-key': 'UnknownField',
  'shape/type': 'UnexpectedToken',
  'shape/enum': 'InvalidEnumTag',
  'shape/integer': 'InvalidNumber',
  'frame/duplicate-key': 'DuplicateField',
  'frame/unexpected-end': 'UnexpectedEndOfInput',
};

function readerError(rule: RuleId): JsonReaderErrorName {
  return READER_ERRORS[rule] ?? 'SyntaxError';
}

type User = ConversationPayload<'user'>;

function withImageBytes(user: User): User {
  if (user.images.length === 0) return user;
  const images = user.images.map((image, index) => {
    checkSourceRef(image.source_ref, index);
    const text = image.inline_data;
    if (text === null) return image;
    const inline_data = typeof text === 'string' ? decodeCanonicalBase64(text) : null;
    if (inline_data === null) throw imageError('sessions-v2/image-data', index, 'inline_data');
    return { ...image, inline_data };
  });
  return { ...user, images };
}

function checkSourceRef(source: DurableBytes | null, index: number): void {
  const isSound =
    source === null ||
    (typeof source === 'string' &&
      source !== '' &&
      Buffer.byteLength(source) <= 512 &&
      !/[\u0000-\u001f\u007f]/.test(source));
  if (!isSound) throw imageError('sessions-v2/image-source', index, 'source_ref');
}

function imageError(
  rule: 'sessions-v2/image-data' | 'sessions-v2/image-source',
  index: number,
  key: string,
): FrameError {
  return new FrameError({
    rule,
    fxError: 'InvalidSessionFormat',
    message: ruleById(rule).title,
    path: `/images/${index}/${key}`,
    offset: 0,
  });
}
