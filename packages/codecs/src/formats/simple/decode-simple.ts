/** Simple → items (common-model §B1 to §B3): what does not fit is kept out of the conversation and reported. */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject, pointer } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import type { DecodeContext, ItemBatches } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import { FreeJson } from '../../model/free-json.js';
import {
  readArtifact,
  readImageSource,
  readStopReason,
  readUsage,
  withoutAbsent,
} from '../../model/read-transcript.js';
import { EPOCH, parseTime, type Timestamp } from '../../model/timestamp.js';
import { fromCanonical } from '../../model/tool.js';
import type { Block, Message, MessageItem, TranscriptItem, TranscriptMeta } from '../../model/transcript.js';
import { openDocument } from '../document/read-document.js';
import { uuidV5 } from '../harness/deterministic-ids.js';

/** Namespace of made-up ids (common-model §B3). */
const NAMESPACE = Buffer.from('txcript-simple!!', 'latin1');

const ENTRY_KEYS = new Set(['role', 'content', 'timestamp', 'model', 'stop_reason', 'usage']);
const BLOCK_KEYS: Readonly<Record<Block['type'], ReadonlySet<string>>> = {
  text: new Set(['type', 'text']),
  thinking: new Set(['type', 'text', 'signature', 'encrypted']),
  tool_use: new Set(['type', 'id', 'name', 'input']),
  tool_result: new Set(['type', 'tool_use_id', 'content', 'is_error']),
  image: new Set(['type', 'source']),
  artifact: new Set(['type', 'artifact']),
};

/** As many keys of a document of another kind are named. */
const MAX_NAMED_KEYS = 20;

const META_STRINGS = ['cwd', 'git_branch', 'title', 'cli_version', 'model'] as const;

/**
 * A Simple document → items. Without any time in it the session began at 1970-01-01, so that the same input always gives the same output.
 *
 * @throws CodecError with rule `codec/invalid-document` when it is not a JSON object with an array of messages.
 */
export async function* decodeSimple(source: Source, context: DecodeContext): ItemBatches {
  const { signal, file, report } = context;
  const { members, hasArray, elements } = await openDocument(source, { arrayKey: 'messages', signal, file });
  if (!hasArray) {
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: '/messages: an array of messages is required.',
      file,
      path: '/messages',
    });
  }
  const { meta, time } = readHead(members, report);
  const reader = new EntryReader(meta.id, context);
  // Without a time of its own the session has that of the first message with one, which these wait for.
  let waiting: UntimedItem[] = [];
  let last = time;
  const items: TranscriptItem[] = [];
  const begin = (start: Timestamp): void => {
    const { id, ...rest } = meta;
    items.push({ type: 'meta', meta: { id, timestamp: start, ...rest } });
    for (const item of waiting) items.push(withTime(item, start));
    waiting = [];
    last = start;
  };
  if (time !== null) begin(time);
  for await (const batch of elements) {
    for (const element of batch) {
      const item = reader.read(element);
      if (item === null) continue;
      if (last === null && item.time !== null) begin(item.time);
      if (last === null) waiting.push(item);
      else {
        last = item.time ?? last;
        items.push(withTime(item, last));
      }
    }
    if (items.length > 0) yield items.splice(0);
  }
  reader.requireAny(file);
  if (last === null) {
    report({ code: 'missing-time', where: {}, detail: `No message has a time: ${EPOCH} stands for all of them.` });
    begin(EPOCH);
  }
  if (items.length > 0) yield items;
}

type Head = Omit<TranscriptMeta, 'timestamp'>;

function readHead(
  members: ReadonlyMap<string, JsonValue>,
  report: DecodeContext['report'],
): { readonly meta: Head; readonly time: Timestamp | null } {
  const rest = new Set(members.keys());
  const take = (key: string): string | undefined => {
    const value = members.get(key);
    if (typeof value !== 'string') return undefined;
    rest.delete(key);
    return value;
  };
  const id = take('id') ?? '';
  const strings = Object.fromEntries(META_STRINGS.map((key) => [key, take(key)]));
  const text = members.get('timestamp');
  const time = typeof text === 'string' ? parseTime(text) : null;
  if (time !== null) rest.delete('timestamp');
  for (const key of rest) if (members.get(key) !== null) reportExtra(report, '', key);
  return { meta: withoutAbsent({ id, ...strings }), time };
}

/** A message that may not know its time yet. */
interface UntimedItem {
  readonly message: Omit<Message, 'timestamp'>;
  readonly time: Timestamp | null;
}

function withTime({ message, time }: UntimedItem, fallback: Timestamp): MessageItem {
  const { role, content, ...rest } = message;
  return { type: 'message', message: { role, content, timestamp: time ?? fallback, ...rest } };
}

class EntryReader {
  #index = 0;
  /** Calls that have no result yet, the oldest first. */
  readonly #unanswered = new Set<string>();

  readonly #sessionId: string;
  readonly #context: DecodeContext;

  constructor(sessionId: string, context: DecodeContext) {
    this.#sessionId = sessionId;
    this.#context = context;
  }

  /** Whether any entry says whose it is. */
  #hasRole = false;
  /** Keys of entries that do not. */
  readonly #foreignKeys = new Set<string>();

  /**
   * Asks for at least one entry that can be one of Simple.
   *
   * @throws CodecError when there are entries and all are of another kind: the document is one of another format
   */
  requireAny(file: string | undefined): void {
    if (this.#index === 0 || this.#hasRole) return;
    const keys = [...this.#foreignKeys].map((key) => JSON.stringify(key));
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: `/messages: none of the ${this.#index} entries has a role, so that the document is not a Simple document. Their keys are ${keys.join(', ') || 'none'}.`,
      file,
      path: '/messages',
    });
  }

  #noteKeys(entry: JsonObject): void {
    this.#hasRole ||= typeof entry.role === 'string';
    if (this.#hasRole || this.#foreignKeys.size >= MAX_NAMED_KEYS) return;
    for (const key of Object.keys(entry).slice(0, MAX_NAMED_KEYS)) this.#foreignKeys.add(key);
  }

  /** The next entry of the document, or null when it is not part of the conversation. */
  read(entry: JsonValue): UntimedItem | null {
    const index = this.#index++;
    const path = `/messages/${index}`;
    const skip = (detail: string): null => {
      this.#context.report({ code: 'skipped-entry', where: { path }, detail });
      return null;
    };
    if (!isJsonObject(entry)) return skip('The entry is not an object.');
    const { role: roleText = null, content = null, timestamp = null, model = null } = entry;
    this.#noteKeys(entry);
    const role = typeof roleText === 'string' ? roleText.trim().toLowerCase() : '';
    if (role !== 'user' && role !== 'assistant')
      return skip(`The role is neither user nor assistant but ${FreeJson.of(roleText).text}.`);
    if (content !== null && typeof content !== 'string' && !Array.isArray(content))
      return skip('The content is neither a text nor an array.');
    const time = typeof timestamp === 'string' ? parseTime(timestamp) : null;
    if (timestamp !== null && time === null) return skip('The timestamp is not a time with a zone.');
    if (model !== null && typeof model !== 'string') return skip('The model is not text.');
    try {
      const stop_reason = readStopReason(entry.stop_reason, `${path}/stop_reason`);
      const usage = readUsage(entry.usage, `${path}/usage`);
      const blocks = this.#blocks(content, index);
      this.#reportExtras(entry, ENTRY_KEYS, path);
      return { message: withoutAbsent({ role, content: blocks, model: model ?? undefined, stop_reason, usage }), time };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      return skip(error.message);
    }
  }

  #blocks(content: string | JsonValue[] | null, message: number): Block[] {
    if (content === null) return [];
    if (typeof content === 'string') return [{ type: 'text', text: content }];
    return content.flatMap((value, index) => {
      const block = isJsonObject(value) ? this.#block(value, `${this.#sessionId}:${message}:${index}`) : null;
      const path = `/messages/${message}/content/${index}`;
      if (block !== null) {
        this.#reportExtras(value as JsonObject, BLOCK_KEYS[block.type], path);
        return [block];
      }
      this.#context.report({
        code: 'dropped-block',
        where: { path },
        detail: 'The block has an unknown type or lacks a value that it needs.',
      });
      return [];
    });
  }

  /** Says what of an object has no place in a transcript; null is as good as nothing. */
  #reportExtras(object: JsonObject, known: ReadonlySet<string>, path: string): void {
    for (const [key, value] of Object.entries(object)) {
      if (value !== null && !known.has(key)) reportExtra(this.#context.report, path, key);
    }
  }

  /** A block, or null when it does not fit (common-model §B2). */
  #block(value: JsonObject, name: string): Block | null {
    const { text, id = null } = value;
    switch (value.type) {
      case 'text':
        return typeof text === 'string' ? { type: 'text', text } : null;
      case 'thinking': {
        const { signature = null, encrypted = null } = value;
        if (typeof text !== 'string' || !isOptionalText(signature) || !isOptionalText(encrypted)) return null;
        return withoutAbsent<Block>({
          type: 'thinking',
          text,
          signature: signature ?? undefined,
          encrypted: encrypted ?? undefined,
        });
      }
      case 'tool_use': {
        if (typeof value.name !== 'string' || !isOptionalText(id)) return null;
        const callId = id ?? uuidV5(NAMESPACE, name);
        this.#unanswered.add(callId);
        return { type: 'tool_use', id: callId, tool: fromCanonical(value.name, value.input ?? null) };
      }
      case 'tool_result':
        return this.#result(value, name);
      case 'image':
        return orNull(() => ({ type: 'image', source: readImageSource(value.source ?? null, '') }));
      case 'artifact':
        return orNull(() => ({ type: 'artifact', artifact: readArtifact(value.artifact ?? null, '') }));
      default:
        return null;
    }
  }

  #result({ tool_use_id = null, content = '', is_error = null }: JsonObject, name: string): Block | null {
    if (!isOptionalText(tool_use_id) || (is_error !== null && typeof is_error !== 'boolean')) return null;
    const id = tool_use_id ?? this.#unanswered.values().next().value ?? uuidV5(NAMESPACE, name);
    this.#unanswered.delete(id);
    return {
      type: 'tool_result',
      tool_use_id: id,
      content: typeof content === 'string' ? content : FreeJson.of(content),
      ...(is_error === true ? { is_error } : {}),
    };
  }
}

function isOptionalText(value: JsonValue): value is string | null {
  return value === null || typeof value === 'string';
}

function orNull(read: () => Block): Block | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
}

function reportExtra(report: DecodeContext['report'], path: string, key: string): void {
  report({
    code: 'dropped-extra',
    where: { path: `${path}${pointer(key)}` },
    detail: `${JSON.stringify(key)} is not part of a transcript.`,
  });
}
