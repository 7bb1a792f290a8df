import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonNumber, stringifyJson } from './index.js';
import { decodeCanonicalBase64, encodeBase64, formatCost, quoteJson } from './internal.js';

describe('formatCost', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [100, '100'],
    [0.25, '0.25'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-7, '0.0000001'],
    [1.5e-9, '0.0000000015'],
    [1e21, '1000000000000000000000'],
    [1.25e22, '12500000000000000000000'],
    [-0, '-0'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('writes %d positionally', (value, text) => {
    expect(formatCost(value)).toBe(text);
  });

  it('reads back as the same double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatCost(value);
        expect(text).not.toMatch(/e/);
        expect(Number(text)).toBe(value);
      }),
    );
  });

  it('refuses what is not finite', () => {
    expect(() => formatCost(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe('stringifyJson', () => {
  it('writes a number that was kept as text as that text', () => {
    expect(stringifyJson({ a: new JsonNumber('1.0'), b: [new JsonNumber('1e2')] })).toBe('{"a":1.0,"b":[1e2]}');
  });
});

describe('quoteJson', () => {
  it('escapes what fx escapes and nothing else', () => {
    expect(quoteJson('"\\/\b\t\n\f\r\u0001\u001f\u007f\u2028é')).toBe(
      '"\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001f\u007f\u2028é"',
    );
  });
});

describe('canonical base64', () => {
  it.each(['/w', '/x==', '_w==', ' /w==', '/w==\n', '/w=', '='])('rejects %j', (text) => {
    expect(decodeCanonicalBase64(text)).toBeNull();
  });

  it('gives back every byte sequence', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(new Uint8Array(decodeCanonicalBase64(encodeBase64(bytes)) as Uint8Array)).toEqual(bytes);
      }),
    );
  });
});
