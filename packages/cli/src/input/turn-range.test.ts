import { describe, expect, test } from 'vitest';
import { UsageError } from '../exit-code.js';
import { parseTurnRange, resolveTurnRange, splitTurnRange } from './turn-range.js';

describe('turn ranges', () => {
  test('reads one turn, a span and the last ones', () => {
    expect(parseTurnRange('7')).toEqual({ kind: 'span', first: 7, last: 7 });
    expect(parseTurnRange('5-12')).toEqual({ kind: 'span', first: 5, last: 12 });
    expect(parseTurnRange('-10')).toEqual({ kind: 'last', count: 10 });
  });

  test.each(['', '0', '-0', '3-', '5-4', '0-3', '--3', '1-2-3', '9999999999999999'])('refuses #%s', (text) => {
    expect(() => parseTurnRange(text)).toThrow(UsageError);
  });

  test('splits only a suffix that looks like a range', () => {
    expect(splitTurnRange('a/b#3')).toEqual({ input: 'a/b', range: { kind: 'span', first: 3, last: 3 } });
    expect(splitTurnRange('a#b/events.jsonl')).toEqual({ input: 'a#b/events.jsonl', range: { kind: 'all' } });
    expect(splitTurnRange('a#1#-2')).toEqual({ input: 'a#1', range: { kind: 'last', count: 2 } });
    expect(() => splitTurnRange('a#')).toThrow(UsageError);
  });

  test('is cut to the turns that exist', () => {
    expect(resolveTurnRange({ kind: 'all' }, 3)).toEqual({ first: 1, last: 3 });
    expect(resolveTurnRange({ kind: 'last', count: 10 }, 3)).toEqual({ first: 1, last: 3 });
    expect(resolveTurnRange({ kind: 'last', count: 2 }, 3)).toEqual({ first: 2, last: 3 });
    expect(resolveTurnRange({ kind: 'span', first: 2, last: 9 }, 3)).toEqual({ first: 2, last: 3 });
    expect(resolveTurnRange({ kind: 'span', first: 4, last: 9 }, 3)).toBeNull();
    expect(resolveTurnRange({ kind: 'all' }, 0)).toBeNull();
  });
});
