import type { Entry, PageInput, PageResult } from '../page-data.js';
import { stripColors } from './ansi.js';

/** An entry in which a query was found. */
export interface Match {
  readonly segment: number;
  readonly entry: number;
  /** What kind of entry: a word for people. */
  readonly label: string;
  /** How often. */
  readonly count: number;
  /** The first place: what stands before, the words themselves, what stands after. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

const CONTEXT = 60;

/** A query as a pattern: literal, whatever the case, any white space for white space. */
export function queryPattern(query: string): RegExp | null {
  const words = query.trim();
  if (words === '') return null;
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu');
}

/** Where a pattern occurs in an entry, or null. */
export function findInEntry(
  entry: Entry,
  pattern: RegExp,
  place: { readonly segment: number; readonly entry: number },
): Match | null {
  let count = 0;
  let first: { readonly text: string; readonly index: number; readonly length: number } | null = null;
  for (const text of textsOf(entry)) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      count++;
      first ??= { text, index, length: found.length };
    }
  }
  if (first === null) return null;
  const { text, index, length } = first;
  return {
    ...place,
    label: labelOf(entry),
    count,
    before: text.slice(Math.max(0, index - CONTEXT), index),
    found: text.slice(index, index + length),
    after: text.slice(index + length, index + length + CONTEXT * 2),
  };
}

/** What of an entry is searched: everything that it shows. */
function textsOf(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'text':
    case 'summary':
    case 'thinking':
    case 'stop':
      return [entry.text];
    case 'model':
      return [entry.model];
    case 'usage':
      return [];
    case 'image':
      return 'note' in entry.image ? [entry.image.note] : [];
    case 'attachment':
      return [entry.name, entry.path ?? '', entry.text ?? ''];
    case 'call':
      return [entry.title, ...inputTexts(entry.input), ...resultTexts(entry.result)];
    case 'result':
      return resultTexts(entry.result);
  }
}

function inputTexts({ command, content, edits, json, details }: PageInput): string[] {
  const texts = [command ?? '', content ?? '', ...details.flat()];
  for (const { before, after } of edits ?? []) texts.push(before, after);
  // Text within JSON is searched as it is shown, with its escapes undone.
  if (json !== undefined)
    texts.push(json.includes('\\') ? json.replace(/\\(["\\/nt])/g, (_, code) => UNESCAPED[code] ?? code) : json);
  return texts;
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function resultTexts(result: PageResult | 'none' | 'later'): string[] {
  if (typeof result === 'string') return [];
  return result.outputs.flatMap((output) => {
    if (output.kind === 'text') return [stripColors(output.text)];
    return output.kind === 'json' ? [output.json] : [];
  });
}

function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return entry.role === 'user' ? 'User' : 'Assistant';
    case 'call':
      return entry.title;
    case 'thinking':
      return 'Reasoning';
    default:
      return entry.kind.charAt(0).toUpperCase() + entry.kind.slice(1);
  }
}
