import stringWidth from 'fast-string-width';

let graphemes: Intl.Segmenter | undefined;

/** What a reader takes for one character, so that nothing is cut inside it. */
function segments(text: string): Intl.Segments {
  // Made when first needed: it loads tables that most commands never use.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes.segment(text);
}

/**
 * Characters that take one column each: ASCII, Latin, Greek, Cyrillic, punctuation, arrows, lines and shapes. Anything else may combine
 * or be wide, and is measured character by character, which is much slower.
 */
const ONE_COLUMN_EACH =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc]*$/;

/** Columns that a terminal needs for one line of printable text; colour codes count nothing. */
export function textWidth(text: string): number {
  return ONE_COLUMN_EACH.test(text) ? text.length : stringWidth(text);
}

/** Cuts one uncoloured line to at most `width` columns; an ellipsis takes the last one when something was cut. */
export function clip(text: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY) return text;
  if (width <= 0) return '';
  // A string never has more columns than twice its UTF-16 length; no need to measure megabytes to cut ten columns.
  const candidate = text.length > width * 16 + 64 ? text.slice(0, width * 16 + 64) : text;
  if (candidate.length === text.length && textWidth(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const { segment } of segments(candidate)) {
    const next = textWidth(segment);
    if (used + next > width - 1) break;
    result += segment;
    used += next;
  }
  return `${result}…`;
}

/** Cuts out the middle, so that both ends of a path or an id stay readable. */
export function clipMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 2) return clip(text, width);
  const characters = [...segments(text)].map(({ segment }) => segment);
  const keepStart = Math.floor((width - 1) / 3);
  const start = takeColumns(characters, keepStart);
  const end = takeColumns(characters.reverse(), width - 1 - textWidth(start.join(''))).reverse();
  return `${start.join('')}…${end.join('')}`;
}

function takeColumns(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    const next = textWidth(character);
    if (used + next > width) break;
    taken.push(character);
    used += next;
  }
  return taken;
}

/** Pads one line with spaces to `width` columns; longer text is left as it is. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
