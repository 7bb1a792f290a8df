import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uniquePrefixLength } from './session-prefix.js';

describe('uniquePrefixLength', () => {
  test('is the creation time where that tells the sessions apart', () => {
    expect(uniquePrefixLength(['1796034455058-1-aa', '1796034455215-1-bb'])).toBe(13);
  });

  test('grows for sessions made in the same millisecond', () => {
    expect(uniquePrefixLength(['1796034455058-12-aa', '1796034455058-13-bb', 'x'])).toBe(16);
  });

  test('gives every id a beginning that no other id has', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: fc.constantFrom('1', '2', '-'), minLength: 1, maxLength: 20 })),
        (ids) => {
          const length = uniquePrefixLength(ids);
          for (const id of ids) {
            const prefix = id.slice(0, length);
            const matches = ids.filter((other) => other.startsWith(prefix));
            expect(ids.includes(prefix) ? prefix : matches.join()).toBe(id);
          }
        },
      ),
    );
  });
});
