import type { JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import { imageNote } from '../harness/session-facts.js';

/**
 * A structured output as the text that the model of fx is told: the texts of an array of blocks, with a note in the place of each picture; else
 * compact JSON (common-model §C3).
 */
export function flattenOutput(output: FreeJson): {
  readonly text: string;
  /** How many pictures and documents a note stands for. */
  readonly images: number;
} {
  const value = output.toValue();
  if (!Array.isArray(value) || value.length === 0) return { text: output.text, images: 0 };
  const texts = value.map(textOf);
  const notes = value.map(noteOf);
  const images = notes.filter((note) => note !== null).length;
  if (images === 0 && texts.some((text) => text === null)) return { text: output.text, images: 0 };
  const parts = value.map((item, at) => texts[at] ?? notes[at] ?? FreeJson.of(item).text);
  return { text: parts.join('\n\n'), images };
}

function textOf(item: JsonValue): string | null {
  if (!isJsonObject(item) || item.type !== 'text' || Object.keys(item).length !== 2) return null;
  return typeof item.text === 'string' ? item.text : null;
}

/** What stands for a block whose bytes are not text. */
function noteOf(item: JsonValue): string | null {
  if (!isJsonObject(item) || !isJsonObject(item.source)) return null;
  const { type, media_type, data } = item.source;
  if (type !== 'base64' || typeof data !== 'string') return null;
  const mediaType = typeof media_type === 'string' ? media_type : 'unknown type';
  return imageNote({ type, media_type: mediaType, data }, String(item.type));
}
