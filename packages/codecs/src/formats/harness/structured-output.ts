/**
 * Structured outputs that are content of a message: an array of texts and images in the form that Claude Code stores. All readers of harness
 * files give pictures in outputs in this form, so that all writers understand them.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import type { ImageSource } from '../../model/transcript.js';

export type OutputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: ImageSource };

/** The parts of an output that is nothing but texts and images, null for every other one. */
export function toOutputParts(output: FreeJson): readonly OutputPart[] | null {
  if (!output.text.startsWith('[{"')) return null;
  const value = output.toValue();
  if (!Array.isArray(value)) return null;
  const parts: OutputPart[] = [];
  for (const item of value) {
    const part = toPart(item);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** An output of such parts; `JsonValue` items stand as they are. */
export function fromOutputParts(parts: readonly (OutputPart | FreeJson)[]): FreeJson {
  return FreeJson.parse(`[${parts.map((part) => (part instanceof FreeJson ? part.text : writePart(part))).join(',')}]`);
}

/** Whether an object has these keys and no other. */
export function hasExactly(object: JsonObject, keys: readonly string[]): boolean {
  const own = Object.keys(object);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(object, key));
}

function toPart(item: JsonValue): OutputPart | null {
  if (!isJsonObject(item)) return null;
  if (item.type === 'text' && typeof item.text === 'string' && hasExactly(item, ['type', 'text'])) {
    return { type: 'text', text: item.text };
  }
  const { source } = item;
  if (item.type !== 'image' || !isJsonObject(source) || !hasExactly(item, ['type', 'source'])) return null;
  const { type, media_type, data } = source;
  if (type !== 'base64' || typeof media_type !== 'string' || typeof data !== 'string') return null;
  return hasExactly(source, ['type', 'media_type', 'data'])
    ? { type: 'image', source: { type, media_type, data } }
    : null;
}

function writePart(part: OutputPart): string {
  if (part.type === 'text') return `{"type":"text","text":${quoteJson(part.text)}}`;
  const { type, media_type, data } = part.source;
  return `{"type":"image","source":{"type":${quoteJson(type)},"media_type":${quoteJson(media_type)},"data":${quoteJson(data)}}}`;
}
