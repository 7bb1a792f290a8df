import { describe, expect, test } from 'vitest';
import { countOf, formatAge, formatBytes, formatCount, formatTime, isoTime } from './measures.js';

describe('measures for people', () => {
  test('sizes have one decimal below ten and climb by thousands', () => {
    expect([0, 999, 1000, 9949, 9951, 999_499, 999_500, 1_325_209, 10 ** 13].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '9.9 kB',
      '10 kB',
      '999 kB',
      '1.0 MB',
      '1.3 MB',
      '10 TB',
    ]);
  });

  test('counts are exact, also beyond 2^53', () => {
    expect(formatCount(18_446_744_073_709_551_615n)).toBe('18,446,744,073,709,551,615');
    expect(formatCount(999)).toBe('999');
    expect(countOf(1, 'turn')).toBe('1 turn');
    expect(countOf(1200, 'turn')).toBe('1,200 turns');
  });

  test('times carry their zone, and absurd ones do not crash', () => {
    expect(formatTime(1_767_225_600_000, 'utc')).toBe('2026-01-01 00:00:00 UTC');
    expect(formatTime(0, 'local')).toMatch(/^19(69|70)-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/);
    expect(formatTime(9_223_372_036_854_775_807n, 'utc')).toBe('9223372036854775807 ms');
    expect(isoTime(9_223_372_036_854_775_807n)).toBeNull();
    expect(isoTime(1_767_225_600_001)).toBe('2026-01-01T00:00:00.001Z');
  });

  test('ages use one unit, in both directions', () => {
    const now = 1_767_225_600_000;
    const minute = 60_000;
    expect(formatAge(now - 500, now)).toBe('now');
    expect(formatAge(now - 59 * minute, now)).toBe('59 min ago');
    expect(formatAge(now - 26 * 60 * minute, now)).toBe('1 d ago');
    expect(formatAge(now + 2 * 60 * minute, now)).toBe('in 2 h');
    expect(formatAge(now - 800 * 86_400_000, now)).toBe('2 y ago');
  });
});
