/** Beyond this depth lines are not indented further: a deep value would be mostly spaces. */
const MAX_INDENT = 40;

/**
 * Compact JSON, one thing a line. Only white space is added, so that numbers keep their spelling and keys their order; the text must be JSON.
 *
 * @param level how deep the value lies in what it will be part of. Default 0.
 */
export function prettyJson(text: string, level = 0): string {
  const out: string[] = [];
  let depth = level;
  let start = 0;
  const breakLine = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') {
      const next = text[at + 1];
      if (next === '}' || next === ']') at++;
      else {
        depth++;
        out.push(text.slice(start, at + 1), breakLine());
        start = at + 1;
      }
    } else if (character === '}' || character === ']') {
      depth--;
      out.push(text.slice(start, at), breakLine());
      start = at;
    } else if (character === ',') {
      out.push(text.slice(start, at + 1), breakLine());
      start = at + 1;
    } else if (character === ':') {
      out.push(text.slice(start, at + 1), ' ');
      start = at + 1;
    }
  }
  out.push(text.slice(start));
  return out.join('');
}

/** A member of an object: its key, and its value as JSON text. */
export interface JsonMember {
  readonly key: string;
  readonly json: string;
}

/** The members of an object in compact JSON, in order; null when the text is not an object. */
export function splitObject(text: string): JsonMember[] | null {
  if (!text.startsWith('{')) return null;
  const members: JsonMember[] = [];
  let at = 1;
  while (text[at] === '"') {
    const colon = endOfString(text, at);
    const end = endOfValue(text, colon + 1);
    members.push({ key: JSON.parse(text.slice(at, colon)), json: text.slice(colon + 1, end) });
    at = end + 1;
  }
  return members;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (depth === 0 && (character === ',' || character === '}' || character === ']')) return at;
    else if (character === '}' || character === ']') depth--;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x5c) at++;
    else if (character === 0x22) return at + 1;
  }
  return text.length;
}
