import { parseJson } from './parse-json.js';

/**
 * A JSON value whose objects keep the order of their members as the text has it. An object of JavaScript does not: it moves keys like `"1"` to
 * the front. A number is its token, as it is spelled.
 */
export type OrderedJson = null | boolean | string | OrderedNumber | readonly OrderedJson[] | OrderedObject;

export type OrderedObject = ReadonlyMap<string, OrderedJson>;

/** A number as the text spells it. */
export interface OrderedNumber {
  readonly token: string;
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+/gy;
const BLANK = /\s*/gy;

/**
 * Parses exactly one JSON value, strictly, and keeps the order of members. For documents of bounded size: it holds the text twice.
 *
 * @throws JsonError as {@link parseJson} does.
 */
export function parseOrderedJson(bytes: Uint8Array): OrderedJson {
  // The strict parser has the say about grammar, duplicate keys, UTF-8 and depth of numbers; what is left is to read tokens in order.
  parseJson(bytes);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let at = 0;
  const next = (): string => {
    BLANK.lastIndex = at;
    BLANK.test(text);
    TOKEN.lastIndex = BLANK.lastIndex;
    const token = TOKEN.exec(text)?.[0] ?? '';
    at = TOKEN.lastIndex;
    return token;
  };
  /** Containers that are open, with the key that waits for its value. */
  const open: { readonly value: OrderedJson[] | Map<string, OrderedJson>; key: string | null }[] = [];
  for (;;) {
    const token = next();
    let value: OrderedJson;
    if (token === ',' || token === ':') continue;
    if (token === '{' || token === '[') {
      open.push({ value: token === '{' ? new Map() : [], key: null });
      continue;
    }
    if (token === '}' || token === ']') value = open.pop()?.value ?? null;
    else if (token.startsWith('"')) value = JSON.parse(token) as string;
    else if (token === 'null') value = null;
    else if (token === 'true' || token === 'false') value = token === 'true';
    else value = { token };
    const container = open.at(-1);
    if (container === undefined) return value;
    if (Array.isArray(container.value)) container.value.push(value);
    else if (container.key === null) container.key = value as string;
    else {
      (container.value as Map<string, OrderedJson>).set(container.key, value);
      container.key = null;
    }
  }
}

/** Whether a value is an object. */
export function isOrderedObject(value: OrderedJson | undefined): value is OrderedObject {
  return value instanceof Map;
}
