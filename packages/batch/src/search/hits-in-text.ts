import type { Matcher, Range } from './matcher.js';
import type { SearchHit } from './search-options.js';

/** Longest part of a line that is shown, and of a line beside it. */
const MAX_LINE = 400;
const LEAD = 80;

type Place = Pick<SearchHit, 'line' | 'text' | 'isClipped' | 'ranges' | 'before' | 'after'>;

/** The lines of a text in which something matches. A match over several lines counts for the line in which it begins. */
export function* hitsInText(text: string, matcher: Matcher, context: number): Generator<Place, void, undefined> {
  let line = 1;
  let start = 0;
  let end = endOfLine(text, 0);
  let ranges: Range[] = [];
  for (const [from, to] of matcher.find(text)) {
    if (from > end) {
      if (ranges.length > 0) yield placeOf(text, line, start, end, ranges, context);
      ranges = [];
      while (from > end) {
        start = end + 1;
        end = endOfLine(text, start);
        line += 1;
      }
    }
    ranges.push([from - start, Math.min(to, end) - start]);
  }
  if (ranges.length > 0) yield placeOf(text, line, start, end, ranges, context);
}

function placeOf(
  text: string,
  line: number,
  start: number,
  end: number,
  ranges: readonly Range[],
  context: number,
): Place {
  const whole = text.slice(start, end);
  const from = whole.length <= MAX_LINE ? 0 : cutBefore(whole, Math.max(0, (ranges[0]?.[0] ?? 0) - LEAD));
  const shown = whole.slice(from, cutBefore(whole, Math.min(whole.length, from + MAX_LINE)));
  const kept = ranges
    .map(([a, b]): Range => [a - from, Math.min(b - from, shown.length)])
    .filter(([a, b]) => a >= 0 && b > a);
  return {
    line,
    text: shown,
    isClipped: shown.length < whole.length,
    ranges: kept,
    before: linesBefore(text, start, context),
    after: linesAfter(text, end, context),
  };
}

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; lines.length < count && end >= 0; ) {
    const begin = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    lines.unshift(clip(text.slice(begin, end)));
    end = begin - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number, count: number): string[] {
  const lines: string[] = [];
  for (let start = end + 1; lines.length < count && start < text.length; ) {
    const stop = endOfLine(text, start);
    lines.push(clip(text.slice(start, stop)));
    start = stop + 1;
  }
  return lines;
}

function clip(line: string): string {
  return line.length <= MAX_LINE ? line : line.slice(0, cutBefore(line, MAX_LINE));
}

/** Not between the halves of a surrogate pair. */
function cutBefore(text: string, at: number): number {
  return at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

function endOfLine(text: string, start: number): number {
  const lf = text.indexOf('\n', start);
  return lf < 0 ? text.length : lf;
}
