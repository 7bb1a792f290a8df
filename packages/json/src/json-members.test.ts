import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMembers } from './json-members.js';

const pieces = (text: string, chunk = 7): unknown[] => {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunk) chunks.push(bytes.subarray(at, at + chunk));
  return [...jsonMembers(chunks, 'history')];
};

describe('jsonMembers', () => {
  it('hands out members whole and the array element by element', () => {
    expect(pieces(' {"a":[1,{"b":"}"}], "history" : [ {"x":1} ,2], "c":"\\"]"} ')).toEqual([
      { kind: 'member', key: 'a', value: [1, { b: '}' }] },
      { kind: 'array-start', key: 'history' },
      { kind: 'element', value: { x: 1 } },
      { kind: 'element', value: 2 },
      { kind: 'member', key: 'c', value: '"]' },
    ]);
  });

  it('takes empty objects and arrays', () => {
    expect(pieces('{}')).toEqual([]);
    expect(pieces('{"history":[]}')).toEqual([{ kind: 'array-start', key: 'history' }]);
  });

  for (const text of [
    '',
    '[]',
    '{"a":1',
    '{"a":1}x',
    '{"a":1,}',
    '{,}',
    '{"history":[1,]}',
    '{"history":[1}}',
    '{"history":[1] 2}',
    '{"a":1,"a":2}',
    '{"history":[],"history":[]}',
    '{"a":[}}',
    '{"a":1]',
    '{"history":[,1]}',
    '{"a" 1}',
    '{"a":"\\ud800"}',
  ]) {
    it(`refuses ${text === '' ? 'nothing at all' : text}`, () => {
      expect(() => pieces(text)).toThrow();
    });
  }

  it('gives the same pieces however the text is cut', () => {
    const text = fc.object({ values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)], maxDepth: 3 });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.jsonValue(), { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (rest, history, chunk) => {
          // Plain numbers only: the strict parser keeps other spellings apart.
          const document = JSON.stringify({ ...rest, history }).replaceAll(/-?\d+\.\d+(?:e[-+]?\d+)?|-0/g, '0');
          expect(pieces(document, chunk)).toEqual(pieces(document, document.length));
        },
      ),
    );
  });
});
