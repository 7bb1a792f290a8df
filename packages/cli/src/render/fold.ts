import { countOf, formatBytes } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';

/** How much of a long text is shown before the rest is only counted. */
export interface FoldLimits {
  readonly lines: number;
  /** Characters of one line. */
  readonly lineLength: number;
}

/** What the limits are lifted to by `--full`. */
export const UNFOLDED: FoldLimits = { lines: Number.POSITIVE_INFINITY, lineLength: Number.POSITIVE_INFINITY };

/** Lines that are safe to print, and what was left out of them. */
export interface FoldedText {
  readonly lines: readonly string[];
  /** "12 more lines, 3.4 kB": null when nothing was left out. */
  readonly hidden: string | null;
}

/**
 * Prepares logged text for the screen: spelled-out controls, tabs as spaces, no trailing blank lines, at most so many lines
 * of at most so many characters. Only what is shown is worked on, so a megabyte that is folded away costs little.
 *
 * @param value text, or bytes that are not (all) UTF-8
 */
export function foldText(value: string | Uint8Array, limits: FoldLimits): FoldedText {
  const text = typeof value === 'string' ? value : terminalText(value, { multiline: true });
  const end = endOfText(text);
  const lines: string[] = [];
  let at = 0;
  let clippedCharacters = 0;
  while (at < end && lines.length < limits.lines) {
    const lf = text.indexOf('\n', at);
    const lineEnd = lf < 0 || lf > end ? end : lf;
    const shownEnd = Math.min(lineEnd, at + limits.lineLength);
    const line = terminalText(text.slice(at, shownEnd).replace(/\r$/, ''), { multiline: true });
    clippedCharacters += lineEnd - shownEnd;
    lines.push(shownEnd < lineEnd ? `${line}…` : line);
    at = lineEnd + 1;
  }
  if (at >= end) {
    return {
      lines,
      hidden: clippedCharacters === 0 ? null : `${countOf(clippedCharacters, 'more character')} in long lines`,
    };
  }
  const rest = text.slice(at, end);
  return { lines, hidden: `${countOf(countLines(rest), 'more line')}, ${formatBytes(Buffer.byteLength(rest))}` };
}

/** Where the text ends when blank lines at its end do not count. */
function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return end;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
