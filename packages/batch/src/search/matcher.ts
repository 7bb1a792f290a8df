import approximate from 'approx-string-match';
import { RE2JS, RE2JSException } from 're2js';
import { BatchError } from '../batch-error.js';
import type { SearchOptions } from './search-options.js';

/** Where something was found in a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** Finds a pattern in texts. */
export interface Matcher {
  /** All matches, in order, none of them empty. */
  find(text: string): Iterable<Range>;
}

/** One wrong character for so many of the pattern. */
const CHARACTERS_PER_ERROR = 4;
/** Of so long a pattern; more would find anything. */
const MAX_FUZZY_ERRORS = 8;

/** @throws BatchError with rule `batch/pattern`; the message is a sentence without its full stop. */
export function createMatcher({ pattern, mode, ignoreCase }: SearchOptions): Matcher {
  if (pattern === '')
    throw new BatchError({ rule: 'batch/pattern', message: 'the pattern is empty: it would be found everywhere' });
  switch (mode) {
    case 'text':
      return ignoreCase ? anyCase(pattern) : plain(pattern);
    case 'regex':
      return regex(pattern, ignoreCase);
    case 'fuzzy':
      return fuzzy(pattern);
  }
}

function plain(pattern: string): Matcher {
  return {
    *find(text) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length)) {
        yield [at, at + pattern.length];
      }
    },
  };
}

/** A literal has nothing to track back to. */
function anyCase(pattern: string): Matcher {
  const literal = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  return {
    *find(text) {
      for (const match of text.matchAll(literal)) yield [match.index, match.index + match[0].length];
    },
  };
}

function regex(pattern: string, ignoreCase: boolean): Matcher {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new BatchError(
      { rule: 'batch/pattern', message: `the regular expression is not valid: ${error.message}` },
      { cause: error },
    );
  }
  return {
    *find(text) {
      const matcher = compiled.matcher(text);
      while (matcher.find()) {
        const start = matcher.start();
        const end = matcher.end();
        if (end > start) yield [start, end];
      }
    },
  };
}

function fuzzy(pattern: string): Matcher {
  const wanted = pattern.toLowerCase();
  const errors = Math.min(MAX_FUZZY_ERRORS, Math.floor(wanted.length / CHARACTERS_PER_ERROR));
  return {
    *find(text) {
      let start = 0;
      // Line by line: of each text only the best matches come back.
      while (start <= text.length) {
        const lf = text.indexOf('\n', start);
        const end = lf < 0 ? text.length : lf;
        const [best] = approximate(lowered(text.slice(start, end)), wanted, errors);
        if (best !== undefined && best.end > best.start) yield [start + best.start, start + best.end];
        start = end + 1;
      }
    },
  };
}

/** In lower case, with every character where it was: a few become longer, and then stay as they are. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : [...text].map(lowerOfSameLength).join('');
}

function lowerOfSameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
