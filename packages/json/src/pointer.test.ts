import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locatePointer } from './locate-pointer.js';
import { pointer, pointerTokens } from './pointer.js';

describe('pointer', () => {
  it('writes keys and indices as RFC 6901 has them', () => {
    expect(pointer()).toBe('');
    expect(pointer('a/b', 0, 'm~n', '')).toBe('/a~1b/0/m~0n/');
    expect(pointer('~1')).toBe('/~01');
  });

  it('can be read back, and finds what it names', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (keys) => {
        expect(pointerTokens(pointer(...keys))).toEqual(keys);
        const text = keys.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, 'null');
        expect(locatePointer(new TextEncoder().encode(text), pointer(...keys))).toBe(
          Buffer.byteLength(text.slice(0, text.length - 'null'.length - keys.length)),
        );
      }),
    );
  });
});
