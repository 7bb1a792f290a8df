import type { JsonValue } from '@fxlog/json';
import type { FreeJson } from '../../model/free-json.js';
import { isJsonObject } from '../../model/ordered-json.js';

/**
 * A structured output as text (common-model §C3): the texts of an array of nothing but texts, else compact JSON.
 */
export function flattenOutput(output: FreeJson): {
  readonly text: string;
  /** Images in it, which are JSON text now. */
  readonly images: number;
} {
  const value = output.toValue();
  if (!Array.isArray(value) || value.length === 0) return { text: output.text, images: 0 };
  const texts = value.map(textOf);
  if (texts.every((text) => text !== null)) return { text: texts.join('\n\n'), images: 0 };
  return { text: output.text, images: value.filter((item) => isJsonObject(item) && item.type === 'image').length };
}

function textOf(item: JsonValue): string | null {
  if (!isJsonObject(item) || item.type !== 'text' || Object.keys(item).length !== 2) return null;
  return typeof item.text === 'string' ? item.text : null;
}
