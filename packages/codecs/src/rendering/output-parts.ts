import { isJsonObject } from '@fxlog/json/internal';
import type { FreeJson } from '../model/free-json.js';
import type { ImageSource } from '../model/transcript.js';

/** A piece of what a tool gave. */
export type OutputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: ImageSource }
  /** Compact JSON. */
  | { readonly type: 'json'; readonly json: string };

/**
 * The output of a tool in pieces that can be shown: structured output that is a list of texts and images is taken apart, any other is JSON.
 */
export function readOutput(content: string | FreeJson): readonly OutputPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const whole: OutputPart = { type: 'json', json: content.text };
  // What a tool gives as blocks begins like this; a large output of another kind is not parsed for nothing.
  if (!content.text.startsWith('[{"')) return [whole];
  const value = content.toValue();
  if (!Array.isArray(value)) return [whole];
  const parts: OutputPart[] = [];
  for (const item of value) {
    if (!isJsonObject(item)) return [whole];
    const { type, text, source } = item;
    const keys = Object.keys(item).length;
    if (type === 'text' && typeof text === 'string' && keys === 2) parts.push({ type: 'text', text });
    else if (type === 'image' && isJsonObject(source) && keys === 2 && Object.keys(source).length === 3) {
      const { type: kind, media_type, data } = source;
      if (typeof kind !== 'string' || typeof media_type !== 'string' || typeof data !== 'string') return [whole];
      parts.push({ type: 'image', source: { type: kind, media_type, data } });
    } else return [whole];
  }
  return parts;
}
