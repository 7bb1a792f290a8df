import { wrapAnsi } from 'fast-wrap-ansi';

/** Longer lines are left to the terminal: measuring every word of a megabyte is not worth the looks. */
const MAX_WRAPPED_LENGTH = 20_000;

/**
 * Breaks text at words to fit `columns`; without a terminal (`columns` infinite) lines stay whole. Line breaks and indentation of
 * the text are kept.
 *
 * @param hanging put in front of every line but the first
 */
export function wrapText(text: string, columns: number, hanging = ''): string {
  const lines = text.split('\n').flatMap((line) =>
    columns === Number.POSITIVE_INFINITY || line.length > MAX_WRAPPED_LENGTH
      ? [line]
      : wrapAnsi(line, Math.max(20, columns - hanging.length), { trim: false, hard: true })
          .split('\n')
          .map(trimBreak),
  );
  return lines.join(`\n${hanging}`);
}

/** `trim: false` keeps indentation, but leaves the space at which it broke at the start of the next line. */
function trimBreak(line: string, index: number): string {
  return index > 0 && line.startsWith(' ') ? line.slice(1) : line;
}
