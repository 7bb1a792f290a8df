import type { ByteWindow } from '../input/byte-window.js';
import { terminalText } from '../output/terminal-text.js';
import { textWidth } from '../output/text-width.js';

/** The line around a byte, made safe, and where the byte is in it. */
export interface Excerpt {
  readonly text: string;
  /** Column of the byte in `text`, from 0. */
  readonly caret: number;
}

const LF = 0x0a;
const MIN_WIDTH = 24;

/**
 * Shows the part of a line around one byte in at most `width` columns. What is not UTF-8 or would act on a terminal is spelled
 * out, so the caret stands under the very byte.
 */
export function excerptAround(window: ByteWindow, offset: number, width: number): Excerpt {
  const room = Math.max(MIN_WIDTH, width);
  const at = Math.min(Math.max(0, offset - window.offset), window.bytes.length);
  const lineStart = at === 0 ? 0 : window.bytes.lastIndexOf(LF, at - 1) + 1;
  const startsLine = lineStart > 0 || window.offset === 0;
  const nextLf = window.bytes.indexOf(LF, at);
  const lineEnd = nextLf < 0 ? window.bytes.length : nextLf;

  const before = terminalText(window.bytes.subarray(skipCutCharacter(window.bytes, lineStart), at));
  const after = terminalText(window.bytes.subarray(at, lineEnd));
  const left = lastColumns(before, Math.floor(room / 2), startsLine);
  const right = firstColumns(after, room - textWidth(left) - 1);
  return { text: left + right, caret: textWidth(left) };
}

/** A window may begin within a character. */
function skipCutCharacter(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < start + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

function lastColumns(text: string, width: number, isWhole: boolean): string {
  const characters = [...text];
  let used = 0;
  let first = characters.length;
  while (first > 0) {
    const next = textWidth(characters[first - 1] ?? '');
    if (used + next > width) break;
    used += next;
    first -= 1;
  }
  if (first === 0 && isWhole) return text;
  // One more makes room for the ellipsis.
  return `…${characters.slice(first === 0 ? 0 : first + 1).join('')}`;
}

function firstColumns(text: string, width: number): string {
  let used = 0;
  let result = '';
  for (const character of text) {
    const next = textWidth(character);
    if (used + next > width) return `${result}…`;
    used += next;
    result += character;
  }
  return result;
}
