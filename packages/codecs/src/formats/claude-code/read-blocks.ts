import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import { fromCanonical, type Tool } from '../../model/tool.js';
import type { ArtifactSource, Block } from '../../model/transcript.js';
import { objectField, ownField, stringField } from '../harness/harness-fields.js';

/** Told of a block that has no place in the model; `at` is its index. */
export type DropBlock = (at: number, detail: string) => void;

/** The blocks of a message of Claude Code (other-harnesses §1.4). */
export function readBlocks(content: JsonValue | undefined, drop: DropBlock): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  const blocks: Block[] = [];
  content.forEach((item, at) => {
    const block = isJsonObject(item) ? readBlock(item, at) : null;
    if (block !== null) blocks.push(block);
    else drop(at, `The model has no block like ${describe(item)}.`);
  });
  return blocks;
}

function describe(item: JsonValue): string {
  return isJsonObject(item) ? `one of type ${JSON.stringify(item.type ?? null)}` : 'this value';
}

function readBlock(block: JsonObject, at: number): Block | null {
  switch (block.type) {
    case 'text': {
      const text = stringField(block, 'text');
      return text === undefined ? null : { type: 'text', text };
    }
    case 'thinking': {
      const text = stringField(block, 'thinking');
      const signature = stringField(block, 'signature');
      if (text === undefined) return null;
      return { type: 'thinking', text, ...(signature === undefined || signature === '' ? {} : { signature }) };
    }
    case 'redacted_thinking': {
      const encrypted = stringField(block, 'data');
      return encrypted === undefined ? null : { type: 'thinking', text: '', encrypted };
    }
    case 'tool_use': {
      const name = stringField(block, 'name');
      if (name === undefined) return null;
      return {
        type: 'tool_use',
        id: stringField(block, 'id') ?? '',
        tool: readTool(name, ownField(block, 'input') ?? null),
      };
    }
    case 'tool_result':
      return readResult(block);
    case 'image':
      return readImage(objectField(block, 'source'));
    case 'document':
      return readDocument(block, at);
    default:
      return null;
  }
}

/** The tool of a call: the names of Claude Code are the canonical ones, but its `Bash` says `timeout` for the milliseconds. */
export function readTool(name: string, input: JsonValue): Tool {
  if (
    name === 'Bash' &&
    isJsonObject(input) &&
    Object.hasOwn(input, 'timeout') &&
    !Object.hasOwn(input, 'timeout_ms')
  ) {
    const { timeout, ...rest } = input;
    const tool = fromCanonical(name, { ...rest, timeout_ms: timeout as JsonValue });
    if (tool.name === 'Bash') return tool;
  }
  return fromCanonical(name, input);
}

function readResult(block: JsonObject): Block {
  const content = Object.hasOwn(block, 'content') ? (block.content as JsonValue) : '';
  return {
    type: 'tool_result',
    tool_use_id: stringField(block, 'tool_use_id') ?? '',
    content: typeof content === 'string' ? content : FreeJson.of(content),
    ...(block.is_error === true ? { is_error: true } : {}),
  };
}

function readImage(source: JsonObject | undefined): Block | null {
  if (source === undefined) return null;
  const type = stringField(source, 'type');
  const data = stringField(source, type === 'url' ? 'url' : 'data');
  if (type === undefined || data === undefined) return null;
  return { type: 'image', source: { type, media_type: stringField(source, 'media_type') ?? '', data } };
}

function readDocument(block: JsonObject, at: number): Block | null {
  const source = objectField(block, 'source');
  const data = source === undefined ? undefined : stringField(source, 'data');
  if (source === undefined || data === undefined) return null;
  const media_type = stringField(source, 'media_type');
  const media = media_type === undefined ? {} : { media_type };
  let artifact: ArtifactSource;
  if (source.type === 'text') artifact = { type: 'text', text: data, ...media };
  else if (source.type === 'base64') artifact = { type: 'base64', data, ...media };
  else return null;
  const name = stringField(block, 'title') ?? 'document';
  return { type: 'artifact', artifact: { id: `document-${at}`, name, source: artifact } };
}
