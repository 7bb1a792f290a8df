/**
 * JSON of other programs, exactly as it was said: keys in source order, numbers as they were spelled. Where fx's own documents are judged,
 * `@fxlog/json` decides; here a repeated key is not an error, the last one counts, as in the programs that wrote it (common-model §A6).
 */
import { JsonNumber, type JsonObject, type JsonValue } from '@fxlog/json';

/**
 * Source order of the objects in which it is not the order of the properties: a JavaScript object puts integer-like keys first, whatever
 * the source said.
 */
const sourceOrder = new WeakMap<object, readonly string[]>();

const INTEGER_KEY = /^(?:0|[1-9]\d{0,9})$/;
const WHITESPACE = /[ \t\n\r]*/y;
const SCALAR = /[^\s,\]}]+/y;
const INTEGER = /^-?\d{1,20}$/;

/**
 * Parses JSON text or its bytes. Treat the result as read-only: the order of keys is remembered for the objects as they are
 * ({@link keysOf}).
 *
 * @throws SyntaxError if it is not JSON.
 * @throws TypeError if the bytes are not UTF-8.
 */
export function parseForeignJson(input: string | Uint8Array): JsonValue {
  const text = typeof input === 'string' ? input : new TextDecoder('utf-8', { fatal: true }).decode(input);
  return toForeignJson(JSON.parse(text), text).value;
}

/** A value as its source said it. */
export interface ForeignJson {
  readonly value: JsonValue;
  /** Whether the text it came from is what the value is written as, without white space. */
  readonly isCompact: boolean;
}

/** @param parsed what `JSON.parse` gave for the text. */
export function toForeignJson(parsed: unknown, text: string): ForeignJson {
  // What comes out as it went in has no repeated key, no other spelling of a number and no integer-like key out of its place.
  if (isWrittenAs(parsed, text)) return { value: parsed as JsonValue, isCompact: true };
  return { value: buildOrdered(text), isCompact: false };
}

/** The keys of an object in the order of its source. */
export function keysOf(object: JsonObject): readonly string[] {
  return sourceOrder.get(object) ?? Object.keys(object);
}

/** The integer or other number that a token stands for, exact. */
export function numberOf(token: string): number | bigint | JsonNumber {
  if (!INTEGER.test(token) || token === '-0') return new JsonNumber(token);
  // Most tokens are small, and need no bigint on the way.
  const rounded = Number(token);
  return Number.isSafeInteger(rounded) ? rounded : BigInt(token);
}

/** Builds an object key by key: any key is an ordinary property, the last of several counts, the order is remembered. */
export class ObjectBuilder {
  readonly object: JsonObject = {};
  readonly #keys: string[] = [];
  #isReordered = false;

  set(key: string, value: JsonValue): void {
    if (!Object.hasOwn(this.object, key)) this.#keys.push(key);
    this.#isReordered ||= INTEGER_KEY.test(key);
    // An assignment to `__proto__` would call the setter of Object.prototype instead of making a property.
    if (key !== '__proto__') this.object[key] = value;
    else Object.defineProperty(this.object, key, { value, writable: true, enumerable: true, configurable: true });
  }

  finish(): JsonObject {
    if (this.#isReordered) sourceOrder.set(this.object, this.#keys);
    return this.object;
  }
}

/** Whether a value is written as exactly that text. */
function isWrittenAs(value: unknown, text: string): boolean {
  try {
    return JSON.stringify(value) === text;
  } catch (error) {
    // Too deep for the native writer, or with an integer that it does not know.
    if (error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Reads text that is known to be JSON, on a stack of its own. */
function buildOrdered(text: string): JsonValue {
  const open: (JsonValue[] | ObjectBuilder)[] = [];
  const keys: string[] = [];
  let position = 0;
  const skip = (): string => {
    WHITESPACE.lastIndex = position;
    WHITESPACE.test(text);
    position = WHITESPACE.lastIndex;
    return text[position] ?? '';
  };
  const readString = (): string => {
    const end = endOfString(text, position);
    const value: string = JSON.parse(text.slice(position, end));
    position = end;
    return value;
  };
  const readKey = (): void => {
    skip();
    keys[open.length - 1] = readString();
    skip();
    position++;
  };

  for (;;) {
    const first = skip();
    let value: JsonValue | undefined;
    if (first === '{' || first === '[') {
      position++;
      const container = first === '{' ? new ObjectBuilder() : [];
      open.push(container);
      const next = skip();
      if (next !== '}' && next !== ']') {
        if (first === '{') readKey();
        continue;
      }
    } else if (first === '"') value = readString();
    else {
      SCALAR.lastIndex = position;
      const token = SCALAR.exec(text)?.[0] ?? '';
      position += token.length;
      value = LITERALS.has(token) ? (LITERALS.get(token) as JsonValue) : numberOf(token);
    }

    // A value is complete, or a container is about to close.
    for (;;) {
      const container = open[open.length - 1];
      if (value !== undefined) {
        if (container === undefined) return value;
        if (container instanceof ObjectBuilder) container.set(keys[open.length - 1] as string, value);
        else container.push(value);
      }
      const isObject = container instanceof ObjectBuilder;
      const next = skip();
      position++;
      if (next === ',') {
        if (isObject) readKey();
        break;
      }
      open.pop();
      value = isObject ? container.finish() : (container as JsonValue[]);
    }
  }
}

const LITERALS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}
