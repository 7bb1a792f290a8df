/** Messages of Pi → messages of the model (other-harnesses §3.3, §3.4). */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { LossCode } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import type { Block, ImageSource, Message, StopReason, ToolResultBlock, Usage } from '../../model/transcript.js';
import { toUint64 } from '../../model/uint64.js';
import { objectField, ownField, stringField, textField } from '../harness/harness-fields.js';
import { fromOutputParts, type OutputPart } from '../harness/structured-output.js';
import { apiOf } from './providers.js';
import { readTool } from './tools.js';

/** Told what an entry loses. */
export type LoseInEntry = (code: LossCode, detail: string) => void;

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['toolUse', 'tool_use'],
  ['error', 'error'],
  ['aborted', 'aborted'],
]);

/** The blocks of what the user, or an extension in the user's place, said. */
export function readUserContent(content: JsonValue | undefined, lose: LoseInEntry): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return readParts(content, lose).flatMap<Block>((part) => {
    if (!(part instanceof FreeJson)) return part;
    lose('dropped-block', 'The model has no block like this one.');
    return [];
  });
}

/** A message of the assistant, without role and time. */
export function readAssistant(
  message: JsonObject,
  lose: LoseInEntry,
): Pick<Message, 'content' | 'model' | 'stop_reason' | 'usage'> {
  const content = ownField(message, 'content');
  const blocks: Block[] = [];
  if (typeof content === 'string') blocks.push({ type: 'text', text: content });
  for (const item of Array.isArray(content) ? content : []) {
    const block = isJsonObject(item) ? readAssistantBlock(item, lose) : null;
    if (block !== null) blocks.push(block);
    else lose('dropped-block', 'The model has no block like this one.');
  }
  const model = textField(message, 'model');
  const { provider, api } = apiOf(model ?? '');
  const isDerived = (message.provider ?? provider) === provider && (message.api ?? api) === api;
  if (!isDerived) lose('dropped-extra', `The service ${String(message.provider)} (${String(message.api)}).`);
  const error = textField(message, 'errorMessage');
  if (error !== undefined) lose('dropped-extra', `The error message ${JSON.stringify(error)}.`);
  const stop = stringField(message, 'stopReason');
  return {
    content: blocks,
    model,
    stop_reason: stop === undefined ? undefined : (STOP_REASONS.get(stop) ?? { other: stop }),
    usage: readUsage(objectField(message, 'usage'), lose),
  };
}

function readAssistantBlock(item: JsonObject, lose: LoseInEntry): Block | null {
  switch (item.type) {
    case 'text': {
      const text = stringField(item, 'text');
      if (Object.hasOwn(item, 'textSignature')) lose('dropped-extra', "The service's id of a text.");
      return text === undefined ? null : { type: 'text', text };
    }
    case 'thinking': {
      const text = stringField(item, 'thinking') ?? '';
      const signature = textField(item, 'thinkingSignature');
      const isRedacted = item.redacted === true;
      return withoutAbsent<Block>({
        type: 'thinking',
        text,
        signature: isRedacted ? undefined : signature,
        encrypted: isRedacted ? signature : undefined,
      });
    }
    case 'toolCall': {
      const name = stringField(item, 'name');
      if (Object.hasOwn(item, 'thoughtSignature')) lose('dropped-extra', "The service's signature of a call.");
      if (name === undefined) return null;
      return {
        type: 'tool_use',
        id: stringField(item, 'id') ?? '',
        tool: readTool(name, ownField(item, 'arguments') ?? null),
      };
    }
    default:
      return null;
  }
}

/** The result of a call. */
export function readToolResult(message: JsonObject, lose: LoseInEntry): ToolResultBlock {
  if (Object.hasOwn(message, 'details'))
    lose('dropped-extra', "The tool's own record, beside what the model was told.");
  const content = ownField(message, 'content');
  const result: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: stringField(message, 'toolCallId') ?? '',
    content: typeof content === 'string' ? content : readOutput(content, lose),
  };
  return message.isError === true ? { ...result, is_error: true } : result;
}

function readOutput(content: JsonValue | undefined, lose: LoseInEntry): string | FreeJson {
  const parts = readParts(content, lose);
  const texts = parts.map((part) => (!(part instanceof FreeJson) && part.type === 'text' ? part.text : null));
  if (!texts.every((text) => text !== null)) return fromOutputParts(parts);
  if (texts.length > 1) lose('flattened-output', 'The texts of the result were joined.');
  return texts.join('\n');
}

/** What is neither a text nor an image comes as it is. */
function readParts(content: JsonValue | undefined, lose: LoseInEntry): (OutputPart | FreeJson)[] {
  return (Array.isArray(content) ? content : []).map((item) => {
    if (!isJsonObject(item)) return FreeJson.of(item);
    const text = item.type === 'text' ? stringField(item, 'text') : undefined;
    if (text !== undefined) {
      if (Object.hasOwn(item, 'textSignature')) lose('dropped-extra', "The service's id of a text.");
      return { type: 'text', text };
    }
    const source = item.type === 'image' ? readImage(item) : null;
    return source === null ? FreeJson.of(item) : { type: 'image', source };
  });
}

function readImage(item: JsonObject): ImageSource | null {
  const data = stringField(item, 'data');
  return data === undefined ? null : { type: 'base64', media_type: stringField(item, 'mimeType') ?? '', data };
}

function readUsage(usage: JsonObject | undefined, lose: LoseInEntry): Usage | undefined {
  if (usage === undefined) return undefined;
  const input_tokens = toUint64(ownField(usage, 'input'));
  const output_tokens = toUint64(ownField(usage, 'output'));
  if (input_tokens === undefined || output_tokens === undefined) {
    lose('dropped-usage', 'The usage has no whole numbers of tokens.');
    return undefined;
  }
  const total = ownField(objectField(usage, 'cost') ?? {}, 'total') ?? 0;
  if (Number(total) !== 0) lose('dropped-extra', 'The cost of the message.');
  return withoutAbsent<Usage>({
    input_tokens,
    output_tokens,
    cache_read_input_tokens: toUint64(ownField(usage, 'cacheRead')),
    cache_creation_input_tokens: toUint64(ownField(usage, 'cacheWrite')),
  });
}
