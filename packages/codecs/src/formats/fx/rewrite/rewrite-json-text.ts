import { quoteJson } from '@fxlog/json/internal';
import { parseForeignJson } from '../../../model/ordered-json.js';

/** What is done to the strings and numbers of a piece of JSON; the same value where nothing changes. */
export interface JsonTextRewriter {
  /** A string; `key` is that of the member it belongs to, itself or through arrays; null where there is none. */
  string(value: string, key: string | null): string;
  /** The key of a member; `keys` are those it stands below. */
  key(value: string): string;
  /** A number as it is spelled. Null where it stays; else the JSON that takes its place. */
  number(token: string, key: string | null): string | null;
}

/**
 * JSON text with other strings and everything else as it was: white space, order, the spelling of numbers. Null where the text is not JSON.
 */
export function rewriteJsonText(text: string, rewriter: JsonTextRewriter): string | null {
  if (!isJson(text)) return null;
  const out: string[] = [];
  const open: (string | null)[] = [];
  let key: string | null = null;
  let copied = 0;
  const replace = (start: number, end: number, by: string) => {
    out.push(text.slice(copied, start), by);
    copied = end;
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const value = JSON.parse(text.slice(at, end)) as string;
      const isKey = nextVisible(text, end) === ':';
      const changed: string = isKey ? rewriter.key(value) : rewriter.string(value, key);
      if (changed !== value) replace(at, end, quoteJson(changed));
      if (isKey) key = value;
      at = end;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const changed = rewriter.number(text.slice(at, end), key);
      if (changed !== null) replace(at, end, changed);
      at = end;
    } else {
      if (code === OPEN_BRACE || code === OPEN_BRACKET) open.push(key);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) key = open.pop() ?? null;
      // Behind a member the next one has a key of its own, in an array it is that of the array.
      at++;
    }
  }
  return copied === 0 ? text : out.join('') + text.slice(copied);
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isJson(text: string): boolean {
  try {
    parseForeignJson(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && /[\d.eE+-]/.test(text[end] as string)) end++;
  return end;
}

function nextVisible(text: string, from: number): string | undefined {
  let at = from;
  while (at < text.length && /[ \t\n\r]/.test(text[at] as string)) at++;
  return text[at];
}
