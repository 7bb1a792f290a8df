/**
 * Text of a conversation inside a Markdown document. It is Markdown itself more often than not: emphasis, lists, tables and code stay, and
 * whatever could reach beyond its place is made literal: headings, rules, HTML, links, images, references, entities, open fences.
 *
 * This does not parse Markdown; it leaves alone only what is harmless however it is parsed (CommonMark 0.31 and GitHub's extensions).
 */
import { toVisibleText } from '../../rendering/visible-text.js';
import { fence } from './fence.js';

/** A line that opens a fenced block, however far indented. */
const OPENING = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** What may stand in front of the first word of a line: the mark of a quote or of a list. */
const CONTAINER = /(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*/y;

/** A line that is nothing but a rule, or makes a heading of the one above. */
const RULE = /^(?:(?:[-_*][ \t]*)+|=+[ \t]*)$/;

/** Escapes, code, and characters that begin HTML, links and entities, in the order of their precedence. */
const INLINE = /\\[!-/:-@[-`{-~]|`+|[<[\]]|&(?=#?\w+;)/g;

/** The lines of a text, as Markdown that stays in its place. */
export function escapeProse(text: string): string {
  const lines = toVisibleText(text).split('\n');
  const out: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const opening = OPENING.exec(line);
    if (opening === null) {
      out.push(escapeLine(line));
      continue;
    }
    const [, indent = '', marker = '', info = ''] = opening;
    const body: string[] = [];
    // A fence that nothing closes reaches to the end of the text.
    while (++index < lines.length && !closes(lines[index] as string, marker)) {
      body.push(dedent(lines[index] as string, indent));
    }
    // At the margin and between empty lines it is a fence of the document, whatever list or quote it stood in.
    if (out.length > 0 && out[out.length - 1] !== '') out.push('');
    out.push(fence(body.join('\n'), info));
    if (index + 1 < lines.length && lines[index + 1] !== '') out.push('');
  }
  return trimLines(out).join('\n');
}

function closes(line: string, marker: string): boolean {
  const text = line.trim();
  return text.length >= marker.length && text === (marker[0] as string).repeat(text.length);
}

function dedent(line: string, indent: string): string {
  let at = 0;
  while (at < indent.length && (line[at] === ' ' || line[at] === '\t')) at++;
  return line.slice(at);
}

/** One line of a text, as Markdown that stays in its place. */
export function escapeLine(line: string): string {
  let at = line.length - line.trimStart().length;
  for (;;) {
    const rest = line.slice(at);
    // What looks like the mark of a list may be the first of a rule, within a quote or list as well as at the margin.
    if (RULE.test(rest)) return `${line.slice(0, at)}\\${rest}`;
    CONTAINER.lastIndex = at;
    if (!CONTAINER.test(line)) {
      const isStructure = rest.startsWith('#') || rest.startsWith('~~~');
      return `${line.slice(0, at)}${isStructure ? '\\' : ''}${escapeInline(rest)}`;
    }
    at = CONTAINER.lastIndex;
  }
}

function escapeInline(text: string): string {
  const out: string[] = [];
  let start = 0;
  INLINE.lastIndex = 0;
  for (let match = INLINE.exec(text); match !== null; match = INLINE.exec(text)) {
    const [token] = match;
    if (token.startsWith('\\')) continue;
    if (token.startsWith('`')) {
      const end = findRun(text, INLINE.lastIndex, token.length);
      // Code that ends on its line stays. Other backticks could pair with those of another line and turn code inside out; and in a table
      // a bar ends the cell, whatever stands around it.
      if (end !== -1 && !/\|.*[<[&]|[<[&].*\|/.test(text.slice(INLINE.lastIndex, end))) {
        INLINE.lastIndex = end;
        continue;
      }
    }
    out.push(text.slice(start, match.index), token.replace(/./g, '\\$&'));
    start = match.index + token.length;
  }
  out.push(text.slice(start));
  return out.join('');
}

/** The end of the next run of exactly as many backticks, or -1. */
function findRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const start = at;
    while (text[at] === '`') at++;
    if (at - start === length) return at;
  }
  return -1;
}

function trimLines(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] as string).trim() === '') end--;
  let start = 0;
  while (start < end && (lines[start] as string).trim() === '') start++;
  return lines.slice(start, end);
}
