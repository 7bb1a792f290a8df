/** Outputs of calls in Codex: a text, a text with its exit code in JSON around it, or an array of texts and images (other-harnesses §2.3). */
import type { JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson, utf8ByteLength } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import type { ImageSource } from '../../model/transcript.js';
import { objectField, stringField } from '../harness/harness-fields.js';
import { fromOutputParts, type OutputPart, toOutputParts } from '../harness/structured-output.js';

export interface ReadOutput {
  readonly content: string | FreeJson;
  readonly isError: boolean;
  /** What was left out, if anything. */
  readonly loss?: 'dropped-extra' | 'flattened-output' | undefined;
}

const DATA_URL = /^data:(.*?);base64,(.*)$/s;
const EXIT_LINE = /^(?:Exit code|Process exited with code):? (-?\d+)$/m;
/** The header of a shell output is a few short lines. */
const HEADER_CHARACTERS = 400;

/** An output; null when it is of a kind that Codex itself passes over. */
export function readOutput(output: JsonValue | undefined, isExec: boolean): ReadOutput | null {
  if (typeof output === 'string') return readText(output, isExec);
  return Array.isArray(output) ? readParts(output) : null;
}

function readText(text: string, isExec: boolean): ReadOutput {
  const wrapped = unwrap(text);
  if (wrapped !== null) return wrapped;
  const exitCode = isExec ? EXIT_LINE.exec(headerOf(text))?.[1] : undefined;
  return { content: text, isError: exitCode !== undefined && exitCode !== '0' };
}

function headerOf(text: string): string {
  const head = text.slice(0, HEADER_CHARACTERS);
  const end = /^Output:/m.exec(head)?.index ?? head.length;
  return head.slice(0, end);
}

function unwrap(text: string): ReadOutput | null {
  if (!text.startsWith('{') || !text.includes('"exit_code"')) return null;
  let value: JsonValue;
  try {
    value = parseForeignJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!isJsonObject(value)) return null;
  const content = stringField(value, 'output');
  const metadata = objectField(value, 'metadata');
  const exitCode = metadata?.exit_code;
  if (content === undefined || metadata === undefined || typeof exitCode !== 'number') return null;
  const isAll = Object.keys(metadata).length === 1 && Object.keys(value).length === 2;
  return { content, isError: exitCode !== 0, loss: isAll ? undefined : 'dropped-extra' };
}

function readParts(items: readonly JsonValue[]): ReadOutput {
  const texts = items.map((item) =>
    isJsonObject(item) && item.type === 'input_text' ? stringField(item, 'text') : undefined,
  );
  if (texts.every((text) => text !== undefined)) {
    return { content: texts.join('\n'), isError: false, loss: texts.length > 1 ? 'flattened-output' : undefined };
  }
  return { content: fromOutputParts(items.map(toPart)), isError: false };
}

function toPart(item: JsonValue): OutputPart | FreeJson {
  if (!isJsonObject(item)) return FreeJson.of(item);
  const text = item.type === 'input_text' ? stringField(item, 'text') : undefined;
  if (text !== undefined) return { type: 'text', text };
  const source = item.type === 'input_image' ? readImageUrl(stringField(item, 'image_url') ?? '') : null;
  return source === null || source.type !== 'base64' ? FreeJson.of(item) : { type: 'image', source };
}

/** The source of an image that is given as an address. */
export function readImageUrl(url: string): ImageSource {
  const match = DATA_URL.exec(url);
  if (match === null) return { type: 'url', media_type: '', data: url };
  const [, media_type = '', data = ''] = match;
  return { type: 'base64', media_type, data };
}

/** The address of an image; null when it has none. */
export function writeImageUrl({ type, media_type, data }: ImageSource): string | null {
  if (type === 'url') return data;
  return type === 'base64' ? `data:${media_type};base64,${data}` : null;
}

/** An output as JSON, and what reading it again does not give back. `bytes` are those of its texts, in UTF-8. */
export function writeOutput(
  content: string | FreeJson,
  isError: boolean,
  call: { readonly isCustom: boolean; readonly isExec: boolean },
): {
  readonly json: string;
  readonly bytes: number;
  readonly isFlattened: boolean;
  readonly isErrorKept: boolean;
} {
  const parts = typeof content === 'string' || call.isCustom ? null : toOutputParts(content);
  const texts = parts?.map((part) => (part.type === 'text' ? part.text : ''));
  if (parts?.some(({ type }) => type === 'image')) {
    const bytes = utf8ByteLength(texts?.join('') ?? '');
    return { json: `[${parts.map(writePart).join(',')}]`, bytes, isFlattened: false, isErrorKept: !isError };
  }
  const isFlattened = typeof content !== 'string';
  const text = typeof content === 'string' ? content : (texts?.join('\n') ?? content.text);
  // The model of Codex is told the text as it stands: nothing is put around it that says whether the call failed.
  const again = readText(text, call.isExec);
  return {
    json: quoteJson(text),
    bytes: utf8ByteLength(text),
    isFlattened: isFlattened || again.content !== text,
    isErrorKept: again.isError === isError,
  };
}

function writePart(part: OutputPart): string {
  if (part.type === 'text') return `{"type":"input_text","text":${quoteJson(part.text)}}`;
  return `{"type":"input_image","image_url":${quoteJson(writeImageUrl(part.source) ?? '')}}`;
}
