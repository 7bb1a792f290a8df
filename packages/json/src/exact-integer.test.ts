import { describe, expect, it } from 'vitest';
import { exactInteger, successor } from './exact-integer.js';

describe('exactInteger', () => {
  it.each([
    [0n, 0],
    [-1n, -1],
    [9007199254740991n, 9007199254740991],
    [-9007199254740991n, -9007199254740991],
    [9007199254740992n, 9007199254740992n],
    [-9007199254740992n, -9007199254740992n],
    [18446744073709551615n, 18446744073709551615n],
  ])('gives %s as a number just while that is exact', (value, expected) => {
    expect(exactInteger(value)).toBe(expected);
  });
});

describe('successor', () => {
  it.each([
    [0, 1],
    [-1, 0],
    [9007199254740990, 9007199254740991],
    [9007199254740991, 9007199254740992n],
    [9007199254740992n, 9007199254740993n],
    [18446744073709551615n, 18446744073709551616n],
    [6n, 7],
  ])('of %s is %s', (value, expected) => {
    expect(successor(value)).toBe(expected);
  });
});
