import { JsonNumber, type JsonValue, quoteJson } from '@fxlog/json';
import { FreeJson, sortByCodePoint } from '../../model/free-json.js';
import { isJsonObject, keysOf } from '../../model/ordered-json.js';

/** A value to be written: JSON with free JSON in it; what is undefined is left out. */
export type PrettyValue =
  | string
  | number
  | bigint
  | boolean
  | FreeJson
  | readonly PrettyValue[]
  | { readonly [key: string]: PrettyValue | undefined };

/** Deeper than this free JSON stands on one line: the indentation would be most of the text. */
const MAX_PRETTY_DEPTH = 64;

/**
 * JSON with an indentation of two spaces and all keys sorted, except in free JSON, which stays as it is.
 *
 * @param level how deep the value lies.
 */
export function prettyJson(value: PrettyValue, level: number): string {
  if (typeof value === 'string') return quoteJson(value);
  if (value instanceof FreeJson) return prettyFree(value.toValue(), level, value.text);
  if (Array.isArray(value))
    return wrap(
      '[',
      ']',
      value.map((item: PrettyValue) => prettyJson(item, level + 1)),
      level,
    );
  if (typeof value !== 'object') return String(value);
  const object = value as { readonly [key: string]: PrettyValue | undefined };
  const members = sortByCodePoint(Object.keys(object)).flatMap((key) => {
    const item = object[key];
    return item === undefined ? [] : [`${quoteJson(key)}: ${prettyJson(item, level + 1)}`];
  });
  return wrap('{', '}', members, level);
}

/** Free JSON with its keys sorted, as the arguments of a typed tool are written. */
export function sortedFreeJson(json: FreeJson): PrettyValue {
  const value = json.toValue();
  return isJsonObject(value)
    ? Object.fromEntries(Object.keys(value).map((key) => [key, FreeJson.of(value[key] ?? null)]))
    : json;
}

function prettyFree(value: JsonValue, level: number, text: string | null): string {
  if (level > MAX_PRETTY_DEPTH) return text ?? FreeJson.of(value).text;
  if (Array.isArray(value))
    return wrap(
      '[',
      ']',
      value.map((item) => prettyFree(item, level + 1, null)),
      level,
    );
  if (!isJsonObject(value)) return value instanceof JsonNumber ? value.text : FreeJson.of(value).text;
  const members = keysOf(value).map(
    (key) => `${quoteJson(key)}: ${prettyFree(value[key] as JsonValue, level + 1, null)}`,
  );
  return wrap('{', '}', members, level);
}

function wrap(open: string, close: string, parts: readonly string[], level: number): string {
  if (parts.length === 0) return open + close;
  const indent = '  '.repeat(level + 1);
  return `${open}\n${indent}${parts.join(`,\n${indent}`)}\n${'  '.repeat(level)}${close}`;
}
