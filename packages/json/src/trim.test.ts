import { describe, expect, it } from 'vitest';
import { trimEndOf, trimOf } from './trim.js';

describe('trimming', () => {
  it.each([
    ['', ''],
    [' \t\r\n', ''],
    ['  a b\t', 'a b'],
    ['\u00a0a\u2028', '\u00a0a\u2028'],
  ])('takes only the named characters: %j', (text, expected) => {
    expect(trimOf(text, ' \t\r\n')).toBe(expected);
  });

  it('leaves the beginning alone where only the end is meant', () => {
    expect(trimEndOf('==a==', '=')).toBe('==a');
  });

  it('takes no longer for long runs inside a text', () => {
    const text = `a${' '.repeat(3_000_000)}b`;
    expect(trimOf(text, ' ')).toBe(text);
  });
});
