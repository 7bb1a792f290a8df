import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { diffLines } from './line-diff.js';

const show = (before: string, after: string) => diffLines(before, after).map(({ sign, text }) => sign + text);

describe('diffLines', () => {
  it('finds the shortest way', () => {
    expect(show('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc').filter((line) => !line.startsWith(' '))).toHaveLength(5);
    expect(show('a\nb\nc\n', 'a\nB\nc\n')).toEqual([' a', '-b', '+B', ' c']);
    expect(show('', 'x')).toEqual(['+x']);
    expect(show('x', '')).toEqual(['-x']);
    expect(show('x', 'x\n')).toEqual([' x', '+']);
  });

  it('holds both texts, whole and in order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 20 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(`${before}!`, `${after}?`);
        const without = (sign: string) => lines.flatMap((line) => (line.sign === sign ? [] : [line.text])).join('\n');
        expect(without('+')).toBe(`${before}!`);
        expect(without('-')).toBe(`${after}?`);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('gives up on texts that have nothing in common, however long', () => {
    const [left, right] = ['l', 'r'].map((side) => Array.from({ length: 50_000 }, (_, n) => side + n).join('\n'));
    expect(diffLines(left as string, right as string)).toHaveLength(100_000);
  });
});
