import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { checkJson, JsonError, JsonNumber, type JsonValue, locatePointer, parseJson, stringifyJson } from './index.js';
import { UnbuiltJson } from './internal.js';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const faultOf = (input: string | Uint8Array): [string, number] | 'accepted' => {
  try {
    parseJson(typeof input === 'string' ? bytesOf(input) : input);
    return 'accepted';
  } catch (error) {
    if (error instanceof JsonError) return [error.code, error.offset];
    throw error;
  }
};

describe('parseJson', () => {
  it.each([
    ['17', 17],
    ['-17', -17],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    ['-0', new JsonNumber('-0')],
    ['1.0', new JsonNumber('1.0')],
    ['1e0', new JsonNumber('1e0')],
    ['10E-1', new JsonNumber('10E-1')],
    ['123456789012345678901', new JsonNumber('123456789012345678901')],
  ])('keeps the number token %s exact', (text, value) => {
    expect(parseJson(bytesOf(text))).toStrictEqual(value);
  });

  it.each<[string | Uint8Array, string, number]>([
    ['', 'unexpected-end', 0],
    ['{"a":1,"a":1}', 'duplicate-key', 7],
    ['[{"x":{"seq":1,"\\u0073eq":2}}]', 'duplicate-key', 15],
    ['"\\ud800"', 'lone-surrogate', 1],
    ['"\\udc00"', 'lone-surrogate', 1],
    ['"\\ud83d\\u0041"', 'lone-surrogate', 1],
    ['"a\tb"', 'control-character', 2],
    ['"\\x41"', 'invalid-escape', 1],
    ['"\\u12g4"', 'invalid-escape', 1],
    [Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 'invalid-utf8', 1],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'invalid-utf8', 1],
    [Uint8Array.of(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22), 'invalid-utf8', 1],
    [Uint8Array.of(0x22, 0xe2, 0x82), 'unexpected-end', 3],
    [Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), 'syntax', 0],
    ['[1,]', 'syntax', 3],
    ['{"a":1,}', 'syntax', 7],
    ["{'a':1}", 'syntax', 1],
    ['01', 'trailing-data', 1],
    ['+1', 'syntax', 0],
    ['1.', 'unexpected-end', 2],
    ['1.x', 'syntax', 2],
    ['NaN', 'syntax', 0],
    ['tru', 'unexpected-end', 3],
    ['1 2', 'trailing-data', 2],
    ['\f1', 'syntax', 0],
    ['[1', 'unexpected-end', 2],
    ['{"a" 1}', 'syntax', 5],
  ])('rejects %s as %s at byte %i', (text, code, offset) => {
    expect(faultOf(text)).toEqual([code, offset]);
  });

  it('takes a key named __proto__ as an ordinary one', () => {
    const value = parseJson(bytesOf('{"__proto__":{"a":1},"b":2}')) as Record<string, JsonValue>;
    expect(Object.keys(value)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(faultOf('{"__proto__":1,"__proto__":1}')).toEqual(['duplicate-key', 15]);
  });

  it('accepts LF as whitespace only where it is told to', () => {
    expect(parseJson(bytesOf('[1,\n2]'))).toEqual([1, 2]);
    expect(() => parseJson(bytesOf('[1,\n2]'), { whitespaceLf: false })).toThrow(JsonError);
  });

  it('survives a million open brackets and 200,000 closed ones', () => {
    expect(faultOf('['.repeat(1_000_000))).toEqual(['unexpected-end', 1_000_000]);
    expect(faultOf('{"":'.repeat(200_000))).toEqual(['unexpected-end', 800_000]);
    const deep = bytesOf('['.repeat(200_000) + ']'.repeat(200_000));
    checkJson(deep);
    expect(stringifyJson(parseJson(deep))).toBe(deep.toString());
  });

  it('checks but does not build below the depth it was given', () => {
    expect(parseJson(bytesOf('{"a":{"b":[1]}}'), { maxDepth: 1 })).toStrictEqual({ a: new UnbuiltJson(5, 14) });
    expect(() => parseJson(bytesOf('{"a":{"b":1,"b":1}}'), { maxDepth: 1 })).toThrow(JsonError);
  });

  it('sees a repeat among many keys', () => {
    const members = Array.from({ length: 50 }, (_, index) => `"k${index}":0`);
    checkJson(bytesOf(`{${members.join(',')}}`));
    expect(() => checkJson(bytesOf(`{${members.join(',')},"k7":0}`))).toThrow(JsonError);
  });

  it('accepts what JSON.parse accepts of well-formed documents, with the same value', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const expected: unknown = JSON.parse(text);
        if (stringifyJson(expected as JsonValue).includes('e')) checkJson(bytesOf(text));
        else expect(JSON.parse(stringifyJson(parseJson(bytesOf(text))))).toEqual(expected);
      }),
    );
  });

  it('gives the same verdict with and without building', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0aA1-.eE tn'.split('')), maxLength: 24 }), (text) => {
        let unbuilt: unknown = 'accepted';
        try {
          checkJson(bytesOf(text));
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
          unbuilt = [error.code, error.offset];
        }
        expect(unbuilt).toEqual(faultOf(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('calls every proper prefix of a container incomplete, and nothing else', () => {
    const text = bytesOf('{"a":[1.5e3,"x\\ud83d\\ude00é",{"b":null}],"c":true}');
    for (let end = 0; end < text.length; end++) expect(faultOf(text.subarray(0, end))).toEqual(['unexpected-end', end]);
  });
});

describe('locatePointer', () => {
  const text = bytesOf('{ "a" : [ 10, {"b\\"/":"x"} ], "é~": true }');
  it.each([
    ['', 0],
    ['/a', 8],
    ['/a/0', 10],
    ['/a/1/b"~1', 22],
    ['/é~0', 37],
    ['/a/7', 8],
    ['/nowhere', 0],
  ])('finds %s', (pointer, offset) => {
    expect(locatePointer(text, pointer)).toBe(offset);
  });
});
