import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { isOrderedObject, type OrderedJson, parseOrderedJson } from './ordered-json.js';

const plain = (value: OrderedJson): unknown => {
  if (isOrderedObject(value)) return Object.fromEntries([...value].map(([key, member]) => [key, plain(member)]));
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null && 'token' in value ? Number(value.token) : value;
};

describe('parseOrderedJson', () => {
  it('keeps the order of members, and the spelling of numbers', () => {
    const value = parseOrderedJson(Buffer.from(' {"b" : 1e0 , "2":[{"x":"}"},null], "1":"\\"\\u00e9" }\n'));
    expect(isOrderedObject(value) && [...value]).toEqual([
      ['b', { token: '1e0' }],
      ['2', [new Map([['x', '}']]), null]],
      ['1', '"é'],
    ]);
  });

  it('gives what JSON.parse gives, but for the order', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(parseOrderedJson(Buffer.from(text)))).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['', '{', '{"a":1,}', '{"a":1,"a":2}', '1 2', '"\\ud800"'])(
    'refuses %j as the strict parser does',
    (text) => {
      expect(() => parseOrderedJson(Buffer.from(text))).toThrow(expect.objectContaining({ name: 'JsonError' }));
    },
  );
});
