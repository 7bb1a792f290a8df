/**
 * The Markdown of models, as far as it helps reading: headings, lists, quotes, tables, code. It need not be all of Markdown, for whatever it
 * does not know is shown as it was written; it must be fast on any text, and it makes no HTML.
 */
export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly MarkdownBlock[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' };

/** Deeper lists and quotes are shown as text. */
const MAX_DEPTH = 8;

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;
const MARKER = /^( {0,12})([-*+]|\d{1,9}[.)])( {1,4}(?=\S)|$)/;
const DELIMITER_CELL = /^:?-+:?$/;

export function parseBlocks(text: string): MarkdownBlock[] {
  return parseLines(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'), 0);
}

function parseLines(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const taken = line.trim() === '' ? null : takeBlock(lines, at, depth, paragraph.length > 0);
    if (taken !== null) {
      flush();
      blocks.push(taken.block);
      at = taken.next;
      continue;
    }
    if (line.trim() === '') flush();
    else paragraph.push(line);
    at++;
  }
  flush();
  return blocks;
}

interface Taken {
  readonly block: MarkdownBlock;
  readonly next: number;
}

function takeBlock(lines: readonly string[], at: number, depth: number, isInParagraph: boolean): Taken | null {
  const line = lines[at] as string;
  const fence = FENCE.exec(line);
  if (fence !== null) return takeCode(lines, at, fence);
  const trimmed = line.trim();
  const level = /^#{1,6}(?= )/.exec(trimmed)?.[0].length;
  if (level !== undefined) {
    return { block: { kind: 'heading', level, text: trimmed.slice(level).trim().replace(/ #+$/, '') }, next: at + 1 };
  }
  if (isRule(trimmed)) return { block: { kind: 'rule' }, next: at + 1 };
  if (trimmed.includes('|')) {
    const table = takeTable(lines, at);
    if (table !== null) return table;
  }
  if (depth >= MAX_DEPTH) return null;
  if (trimmed.startsWith('>')) return takeQuote(lines, at, depth);
  const marker = MARKER.exec(line);
  // A number that begins a line of a paragraph is most often just a number.
  if (marker !== null && !(isInParagraph && /\d/.test(marker[2] as string) && marker[2] !== '1.')) {
    return takeList(lines, at, depth, marker);
  }
  return null;
}

function isRule(line: string): boolean {
  const first = line[0];
  if (first !== '-' && first !== '*' && first !== '_') return false;
  let marks = 0;
  for (const character of line) {
    if (character === first) marks++;
    else if (character !== ' ') return false;
  }
  return marks >= 3;
}

function takeCode(
  lines: readonly string[],
  start: number,
  [, indent = '', marks = '', info = '']: RegExpExecArray,
): Taken {
  const body: string[] = [];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    const trimmed = line.trim();
    if (trimmed.length >= marks.length && trimmed === (marks[0] as string).repeat(trimmed.length)) break;
    let cut = 0;
    while (cut < indent.length && line[cut] === ' ') cut++;
    body.push(line.slice(cut));
  }
  return { block: { kind: 'code', language: info.trim(), text: body.join('\n') }, next: at + 1 };
}

function takeQuote(lines: readonly string[], start: number, depth: number): Taken {
  const body: string[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = (lines[at] as string).trimStart();
    if (!line.startsWith('>')) break;
    body.push(line.startsWith('> ') ? line.slice(2) : line.slice(1));
  }
  return { block: { kind: 'quote', blocks: parseLines(body, depth + 1) }, next: at };
}

function takeList(lines: readonly string[], start: number, depth: number, first: RegExpExecArray): Taken {
  const indent = (first[1] as string).length;
  const isNumbered = /\d/.test(first[2] as string);
  const items: string[][] = [];
  let content = 0;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    const width = line.length - line.trimStart().length;
    if (line.trim() === '') {
      // An empty line belongs to the list when more of it follows.
      const next = lines.slice(at + 1, at + 3).find((later) => later.trim() !== '');
      if (next === undefined) break;
      const isMore = next.length - next.trimStart().length >= content || isItem(next, indent, isNumbered);
      if (!isMore) break;
      items.at(-1)?.push('');
      continue;
    }
    if (width < content || items.length === 0) {
      const marker = isItem(line, indent, isNumbered);
      if (marker !== null) {
        content = marker[0].length + (marker[3] === '' ? 1 : 0);
        items.push([line.slice(marker[0].length)]);
        continue;
      }
      const isAfterEmpty = (lines[at - 1] ?? '').trim() === '';
      const isOther = MARKER.test(line) || FENCE.test(line) || /^ *(?:#{1,6} |>)/.test(line);
      if (isAfterEmpty || (isOther && width <= indent)) break;
      items.at(-1)?.push(line.trimStart());
      continue;
    }
    items.at(-1)?.push(line.slice(content));
  }
  const number = isNumbered ? Number.parseInt(first[2] as string, 10) : null;
  return { block: { kind: 'list', start: number, items: items.map((item) => parseLines(item, depth + 1)) }, next: at };
}

function isItem(line: string, indent: number, isNumbered: boolean): RegExpExecArray | null {
  const marker = MARKER.exec(line);
  if (marker === null || isRule(line.trim())) return null;
  const [, space = '', mark = ''] = marker;
  return Math.abs(space.length - indent) <= 1 && /\d/.test(mark) === isNumbered ? marker : null;
}

function takeTable(lines: readonly string[], start: number): Taken | null {
  const head = splitRow(lines[start] as string);
  const delimiters = splitRow(lines[start + 1] ?? '');
  if (head.length < 2 || delimiters.length !== head.length) return null;
  if (!delimiters.every((cell) => DELIMITER_CELL.test(cell))) return null;
  const rows = [head];
  let at = start + 2;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() === '' || !line.includes('|')) break;
    rows.push(splitRow(line));
  }
  return { block: { kind: 'table', rows }, next: at };
}

function splitRow(line: string): string[] {
  const text = line.trim();
  if (!text.includes('|')) return [];
  const inner = text.slice(text.startsWith('|') ? 1 : 0, text.endsWith('|') && text.length > 1 ? -1 : undefined);
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
