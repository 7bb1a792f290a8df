import { describe, expect, it } from 'vitest';
import { nanosBelowMs, parseTime, timeFromMs, timeToMs, timeWithMs } from './timestamp.js';

describe('parseTime', () => {
  it.each([
    ['2026-07-02T01:24:12Z', '2026-07-02T01:24:12Z'],
    ['2026-07-02T03:24:13.5+02:00', '2026-07-02T01:24:13.500Z'],
    ['2026-07-02 01:24:12.1234567z', '2026-07-02T01:24:12.123456700Z'],
    ['2026-07-02T01:24:12.123456Z', '2026-07-02T01:24:12.123456Z'],
    ['2026-07-02T01:24:12.0001234567891Z', '2026-07-02T01:24:12.000123456Z'],
    ['2026-12-31T23:59:60Z', '2026-12-31T23:59:60Z'],
    ['2027-01-01T00:59:60.25+01:00', '2026-12-31T23:59:60.250Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00Z'],
    ['2024-02-29T12:00:00-11:30', '2024-02-29T23:30:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseTime(text)).toBe(expected);
  });

  it.each([
    '2026-07-02T01:24:12',
    '2026-02-30T00:00:00Z',
    '2026-07-02T24:00:00Z',
    '2026-07-02',
    'nope',
    '2026-07-02T01:24:12+24:00',
    '2026-07-02T01:24:61Z',
  ])('does not read %s', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});

describe('times as numbers', () => {
  it('keep the milliseconds and leave out what is below', () => {
    expect(timeToMs('2026-07-02T01:24:12.123456789Z')).toBe(Date.UTC(2026, 6, 2, 1, 24, 12, 123));
    expect(nanosBelowMs('2026-07-02T01:24:12.123456789Z')).toBe(456_789);
    expect(nanosBelowMs('2026-07-02T01:24:12.123456Z')).toBe(456_000);
    expect(nanosBelowMs('2026-07-02T01:24:12Z')).toBe(0);
    expect(timeToMs('2026-12-31T23:59:60Z')).toBe(Date.UTC(2027, 0, 1));
  });

  it('are written in the one form of the model', () => {
    expect(timeFromMs(Date.UTC(2026, 6, 2, 1, 24, 12))).toBe('2026-07-02T01:24:12Z');
    expect(timeFromMs(1)).toBe('1970-01-01T00:00:00.001Z');
    expect(timeFromMs(9_223_372_036_854_775_807n)).toBe('9999-12-31T23:59:59.999Z');
    expect(timeWithMs('2026-07-02T01:24:12.123456789Z')).toBe('2026-07-02T01:24:12.123Z');
    expect(timeWithMs('2026-07-02T01:24:12Z')).toBe('2026-07-02T01:24:12.000Z');
  });
});
