import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import { FreeJson, sortByCodePoint } from '../../model/free-json.js';

/** A value to be written: JSON with free JSON in it; what is undefined is left out. */
export type SortedValue =
  | string
  | number
  | bigint
  | boolean
  | FreeJson
  | readonly SortedValue[]
  | { readonly [key: string]: SortedValue | undefined };

/** Compact JSON with all keys sorted; numbers of free JSON keep their spelling. */
export function writeSorted(value: SortedValue): string {
  if (typeof value === 'string') return quoteJson(value);
  if (value instanceof FreeJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item: SortedValue) => writeSorted(item)).join(',')}]`;
  if (typeof value !== 'object') return String(value);
  const object = value as { readonly [key: string]: SortedValue | undefined };
  const members = sortByCodePoint(Object.keys(object)).flatMap((key) => {
    const item = object[key];
    return item === undefined ? [] : [`${quoteJson(key)}:${writeSorted(item)}`];
  });
  return `{${members.join(',')}}`;
}

/** Free JSON with its keys sorted, as the arguments of a typed tool are written. */
export function sortedFreeJson(json: FreeJson): SortedValue {
  const value = json.toValue();
  return isJsonObject(value)
    ? Object.fromEntries(Object.keys(value).map((key) => [key, FreeJson.of(value[key] ?? null)]))
    : json;
}
