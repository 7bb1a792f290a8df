import { describe, expect, it } from 'vitest';
import { readInteger } from './integer.js';

const U64 = [0n, 18_446_744_073_709_551_615n] as const;
const I64 = [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n] as const;

describe('readInteger', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['+7', 7],
    ['1_000', 1000],
    ['1__0', 10],
    ['-0', 0],
    ['-00', 0],
    ['7.0', 7],
    ['7.', 7],
    ['.5e1', 5],
    ['1e3', 1000],
    ['10e-1', 1],
    ['1_0.0', 10],
    ['1e1_0', 10_000_000_000],
    ['0x1.8p1', 3],
    ['0xe', 14],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['1.8446744073709551615e19', 18_446_744_073_709_551_615n],
    ['0e999999999999', 0],
  ])('reads %s as %s', (text, value) => {
    expect(readInteger(text, ...U64)).toBe(value);
  });

  it.each([
    '',
    ' 7',
    '7 ',
    '+',
    '-',
    '_1',
    '1_',
    '1__0.0',
    '1._0',
    '1e',
    '1e+',
    '.',
    'e',
    '0x',
    '0x10',
    '0x1p3',
    'inf',
    'nan',
    '7.5',
    '-1',
    '18446744073709551616',
    '1.8446744073709551616e19',
    '1e400',
    '1e999999999999',
  ])('reads no unsigned number in %j', (text) => {
    expect(readInteger(text, ...U64)).toBeNull();
  });

  it('takes a float for what is left of it at 113 bits', () => {
    expect(readInteger(`1.${'0'.repeat(40)}1`, ...U64)).toBe(1);
    expect(readInteger(`0.${'9'.repeat(40)}`, ...U64)).toBe(1);
    expect(readInteger(`0.${'9'.repeat(30)}`, ...U64)).toBeNull();
    expect(readInteger(`1.${'0'.repeat(30)}1`, ...U64)).toBeNull();
    // Halfway between 1 and the next float, and a little above: even goes down, more goes up.
    const halfway = (5n ** 113n).toString().padStart(113, '0');
    expect(readInteger(`1.${halfway}`, ...U64)).toBe(1);
    expect(readInteger(`1.${halfway}${'0'.repeat(300)}1`, ...U64)).toBeNull();
  });

  it('takes a float that is too small for one for nothing', () => {
    expect(readInteger('1e-5000', ...U64)).toBe(0);
    expect(readInteger('3e-4966', ...U64)).toBe(0);
    expect(readInteger('4e-4966', ...U64)).toBeNull();
    expect(readInteger('1e-4900', ...U64)).toBeNull();
  });

  it('keeps signed bounds to the last unit', () => {
    expect(readInteger('-9223372036854775808', ...I64)).toBe(-9_223_372_036_854_775_808n);
    expect(readInteger('-9223372036854775809', ...I64)).toBeNull();
    expect(readInteger('9223372036854775807', ...I64)).toBe(9_223_372_036_854_775_807n);
    expect(readInteger('-7.0', ...I64)).toBe(-7);
    expect(readInteger('-0', ...I64)).toBe(0);
  });

  it('looks at no more digits than it needs', () => {
    expect(readInteger('9'.repeat(1_000_000), ...U64)).toBeNull();
    expect(readInteger(`${'0'.repeat(1_000_000)}7`, ...U64)).toBe(7);
    expect(readInteger(`7.${'0'.repeat(1_000_000)}`, ...U64)).toBe(7);
    expect(readInteger(`1${'_'.repeat(1_000_000)}x`, ...U64)).toBeNull();
  });
});
