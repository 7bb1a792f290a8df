import { JsonNumber, type JsonObject, type JsonValue, UnbuiltJson } from './json-value.js';

/**
 * The canonical literal of a string (event-log §4.1): `"`, `\` and bytes below 0x20 are escaped, everything else stands raw. This is
 * what `JSON.stringify` writes for a well-formed string.
 */
export function quoteJson(text: string): string {
  return JSON.stringify(text);
}

/**
 * A double as fx writes a cost (event-log §4.1): the shortest digits that read back as the same value, positional, never with an
 * exponent; `-0` keeps its sign.
 *
 * @throws RangeError if the value is not finite.
 */
export function formatCost(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`A cost is a finite number, not ${value}.`);
  if (Object.is(value, -0)) return '-0';
  const text = String(value);
  const exponentAt = text.indexOf('e');
  if (exponentAt < 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length, exponentAt).split('.');
  const point = whole.length + Number(text.slice(exponentAt + 1));
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  // Exponents appear from 1e21 on, and a double has at most 17 digits: the point is always behind the last one.
  return sign + digits.padEnd(point, '0');
}

/** What {@link stringifyJson} can be told to write otherwise. */
export interface JsonStyle {
  /** The keys of an object in the order in which they are written. Default: the object's own. */
  readonly keys?: ((object: JsonObject) => readonly string[]) | undefined;
  /** A number, given as JavaScript or its source spells it. Default: doubles as {@link formatCost} writes them, everything else as spelled. */
  readonly number?: ((token: string) => string) | undefined;
}

/**
 * Compact JSON text of a value, keys in their own order, strings as {@link quoteJson} writes them, number tokens as they were spelled.
 * Works on its own stack, so depth is no matter.
 *
 * @throws TypeError for a value that was not built ({@link UnbuiltJson}) or a number that is not finite.
 */
export function stringifyJson(value: JsonValue, style: JsonStyle = {}): string {
  const { keys: keysOf = Object.keys, number } = style;
  const out: string[] = [];
  // What is still to be written, last first: pieces of text as they are, values wrapped.
  const pending: (string | { readonly value: JsonValue })[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
      continue;
    }
    const current = next.value;
    if (Array.isArray(current)) {
      pending.push(']');
      for (let index = current.length - 1; index >= 0; index--) {
        pending.push({ value: current[index] as JsonValue });
        if (index > 0) pending.push(',');
      }
      pending.push('[');
    } else if (isContainer(current)) {
      pending.push('}');
      const keys = keysOf(current);
      for (let index = keys.length - 1; index >= 0; index--) {
        const key = keys[index] as string;
        pending.push({ value: current[key] as JsonValue }, `${index > 0 ? ',' : ''}${quoteJson(key)}:`);
      }
      pending.push('{');
    } else out.push(stringifyScalar(current, number));
  }
  return out.join('');
}

function isContainer(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !(value instanceof JsonNumber) && !(value instanceof UnbuiltJson)
  );
}

function stringifyScalar(value: JsonValue, number: JsonStyle['number']): string {
  switch (typeof value) {
    case 'string':
      return quoteJson(value);
    case 'bigint':
      return number === undefined ? String(value) : number(String(value));
    case 'number':
      return number === undefined ? formatCost(value) : number(String(value));
    default:
      if (value instanceof JsonNumber) return number === undefined ? value.text : number(value.text);
      if (value instanceof UnbuiltJson) throw new TypeError('A value that was only checked cannot be written.');
      return String(value);
  }
}
