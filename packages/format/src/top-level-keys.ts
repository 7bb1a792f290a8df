/** What can be seen of the object at the beginning of a text, without the text having to be whole or valid. @internal */
export interface TopLevelKeys {
  /** Key to the raw text of its value; of objects and arrays only the first byte is kept, of strings the quoted text. */
  readonly values: ReadonlyMap<string, string>;
  /** Keys of the object under `event`, if there is one. */
  readonly eventKeys: readonly string[];
  /** True when the closing brace was seen. */
  readonly isWhole: boolean;
}

/** Longer keys and values than these occur in no envelope. */
const MAX_KEY_BYTES = 64;
const MAX_VALUE_BYTES = 64;
const MAX_KEYS = 64;

/**
 * Collects the keys of the JSON object that begins a text, skipping values by their quotes and brackets. No recursion, no
 * validation: it only tells formats apart; whether the text is right is for their decoders.
 *
 * @returns null when the text does not begin with an object.
 * @internal
 */
export function topLevelKeys(text: Uint8Array): TopLevelKeys | null {
  const values = new Map<string, string>();
  const eventKeys: string[] = [];
  let position = skipBlank(text, 0);
  if (text[position] !== 0x7b) return null;
  let depth = 0;
  let key: string | null = null;
  let inEvent = false;
  while (position < text.length && values.size < MAX_KEYS) {
    position = skipBlank(text, position);
    const byte = text[position];
    if (byte === undefined) break;
    if (byte === 0x22) {
      const end = endOfString(text, position);
      if (end === -1) break;
      const quoted = shortText(text, position, end, MAX_KEY_BYTES + 2);
      const isKey = text[skipBlank(text, end)] === 0x3a;
      if (isKey && depth === 1) key = quoted;
      else if (isKey && depth === 2 && inEvent && eventKeys.length < MAX_KEYS) eventKeys.push(unquote(quoted));
      else if (key !== null && depth === 1) {
        values.set(unquote(key), shortText(text, position, end, MAX_VALUE_BYTES));
        key = null;
      }
      position = end;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth === 2 && key !== null) {
        inEvent = key === '"event"' && byte === 0x7b;
        values.set(unquote(key), byte === 0x7b ? '{' : '[');
        key = null;
      }
      position++;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      if (depth === 0) return { values, eventKeys, isWhole: true };
      position++;
    } else if (byte === 0x2c || byte === 0x3a) {
      position++;
    } else {
      const end = endOfWord(text, position);
      if (key !== null && depth === 1) {
        values.set(unquote(key), shortText(text, position, end, MAX_VALUE_BYTES));
        key = null;
      }
      position = end;
    }
  }
  return { values, eventKeys, isWhole: false };
}

function skipBlank(text: Uint8Array, from: number): number {
  let position = from;
  for (; position < text.length; position++) {
    const byte = text[position];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) break;
  }
  return position;
}

function endOfString(text: Uint8Array, from: number): number {
  for (let position = from + 1; position < text.length; position++) {
    if (text[position] === 0x5c) position++;
    else if (text[position] === 0x22) return position + 1;
  }
  return -1;
}

function endOfWord(text: Uint8Array, from: number): number {
  let position = from + 1;
  for (; position < text.length; position++) {
    const byte = text[position];
    // Until a comma, a closing bracket, a quote or a blank
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x22 || byte === undefined || byte <= 0x20) break;
  }
  return position;
}

function shortText(text: Uint8Array, start: number, end: number, limit: number): string {
  return Buffer.from(text.buffer, text.byteOffset + start, Math.min(end - start, limit)).toString('latin1');
}

function unquote(quoted: string): string {
  return quoted.endsWith('"') ? quoted.slice(1, -1) : quoted.slice(1);
}
