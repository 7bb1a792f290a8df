import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { Wildcard } from './wildcard.js';

const bytes = (text: string) => Buffer.from(text);
const matches = (pattern: string, target: string) => Wildcard.ofRule(bytes(pattern)).matches(bytes(target));
const matchesCommand = (pattern: string, target: string) => Wildcard.ofCommand(bytes(pattern)).matches(bytes(target));

/** The procedure of profile-and-tools §4.4, word for word. */
function matchesAsWritten(pattern: string, target: string): boolean {
  let i = 0;
  let j = 0;
  let star: number | undefined;
  let starTarget = 0;
  while (j < target.length) {
    if (i < pattern.length && (pattern[i] === '?' || pattern[i] === target[j])) {
      i++;
      j++;
    } else if (i < pattern.length && pattern[i] === '*') {
      star = i++;
      starTarget = j;
    } else if (star !== undefined) {
      j = ++starTarget;
      i = star + 1;
    } else return false;
  }
  while (pattern[i] === '*') i++;
  return i === pattern.length;
}

describe('a pattern of a rule', () => {
  it.each([
    ['src/*', 'src/deep/y.ts', true],
    ['src/*', 'src', false],
    ['*rm *', 'echo a; rm -rf src', true],
    ['git * --force', 'git push --force', true],
    ['git * --force', 'git push --force x', false],
    ['**/README.md', 'README.md', false],
    ['echo ??', 'echo é', true],
    ['[s]rc', 'src', false],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
  ])('%j matches %j: %s', (pattern, target, expected) => {
    expect(matches(pattern, target)).toBe(expected);
  });

  it.each([
    ['ls *', 'ls *.ts', false],
    ['echo *', 'echo * a', false],
    ['echo **', 'echo *.ts', true],
    ['rm *', 'rm -rf *.log', true],
  ])('takes a star of the target for a literal: %j and %j give %s', (pattern, target, expected) => {
    expect(matches(pattern, target)).toBe(expected);
  });

  it('answers as the procedure of fx does', () => {
    const text = (max: number) => fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: max });
    fc.assert(
      fc.property(text(70), text(90), (pattern, target) => {
        expect(matches(pattern, target)).toBe(matchesAsWritten(pattern, target));
      }),
      { numRuns: runs(4000) },
    );
    const few = (max: number) => fc.string({ unit: fc.constantFrom('a', '*'), maxLength: max });
    fc.assert(
      fc.property(few(12), few(14), (pattern, target) => {
        expect(matches(pattern, target)).toBe(matchesAsWritten(pattern, target));
      }),
      { numRuns: runs(4000) },
    );
  });

  it.each([
    ['stars', '*a'.repeat(30_000), 'a'.repeat(1_000_000)],
    ['stars that fail', `${'*a'.repeat(30_000)}b`, 'a'.repeat(1_000_000)],
    ['one long run', `*${'a'.repeat(60_000)}b*`, 'a'.repeat(100_000)],
    ['question marks', `*${'?a'.repeat(30_000)}b*`, 'a'.repeat(100_000)],
    ['stars on stars', `*${'a*'.repeat(2000)}b`, '*a'.repeat(50_000)],
  ])('does not hang on %s', (_, pattern, target) => {
    expect(matches(pattern, target)).toBe(pattern.endsWith('*a'));
  });
});

describe('a pattern that allows commands', () => {
  it.each([
    ["printf '*'", "printf 'x'", false],
    ["printf '*'", "printf '*'", true],
    ["echo 'a' *", "echo 'a' b", true],
    ['ls *', 'ls *.ts', true],
    ['echo ?', 'echo 1', true],
  ])('%j matches %j: %s', (pattern, target, expected) => {
    expect(matchesCommand(pattern, target)).toBe(expected);
  });
});
