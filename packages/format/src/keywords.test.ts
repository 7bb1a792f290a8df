import { JsonNumber, type JsonValue, parseJson } from '@fxlog/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areKeysInOrder,
  hasMaxBytes,
  hasMinBytes,
  isCanonicalBase64,
  mayBeBytesOrNull,
  readAsciiWord,
  readCost,
  readDurableBytes,
  readEffort,
  readI64,
  readU32,
  readU64,
  readUint,
  readUint63,
} from './keywords.js';

const json = (text: string): JsonValue => parseJson(new TextEncoder().encode(text));

describe('integers and costs, spelling by spelling (event-log §1.4)', () => {
  const no = undefined;
  it.each<
    [string, bigint | number | undefined, bigint | number | undefined, bigint | number | undefined, number | undefined]
  >([
    // Spelling, u64, i64, uint, cost
    ['0', 0, 0, 0, 0],
    ['17', 17, 17, 17, 17],
    ['-0', no, 0, 0, -0],
    ['-1', no, -1, no, no],
    ['1.0', no, no, no, 1],
    ['1e0', no, no, no, 1],
    ['10E-1', no, no, no, 1],
    ['9007199254740991', 9007199254740991, 9007199254740991, 9007199254740991, 9007199254740991],
    ['9007199254740993', 9007199254740993n, 9007199254740993n, 9007199254740993n, 9007199254740992],
    ['9223372036854775807', 9223372036854775807n, 9223372036854775807n, 9223372036854775807n, 2 ** 63],
    ['9223372036854775808', 9223372036854775808n, no, 9223372036854775808n, 2 ** 63],
    ['-9223372036854775808', no, -9223372036854775808n, no, no],
    ['-9223372036854775809', no, no, no, no],
    ['18446744073709551615', 18446744073709551615n, no, 18446744073709551615n, 2 ** 64],
    ['18446744073709551616', no, no, no, 2 ** 64],
    ['1234567890123456789012345', no, no, no, 1.2345678901234568e24],
    ['0.25', no, no, no, 0.25],
    ['1e400', no, no, no, no],
    ['1e-400', no, no, no, 0],
    ['-1e-400', no, no, no, -0],
    ['-0.5', no, no, no, no],
    ['"1"', no, no, no, no],
    ['true', no, no, no, no],
    ['null', no, no, no, no],
    ['[]', no, no, no, no],
    ['{}', no, no, no, no],
  ])('reads %s as u64 %s, i64 %s, uint %s, cost %s', (text, u64, i64, uint, cost) => {
    const value = json(text);
    expect(readU64(value)).toBe(u64);
    expect(readI64(value)).toBe(i64);
    expect(readUint(value)).toBe(uint);
    expect(readCost(value)).toBe(cost);
  });

  it('ends u32 at 4294967295 and the time of usage objects at 2^63-1', () => {
    expect(readU32(json('4294967295'))).toBe(4294967295);
    expect(readU32(json('4294967296'))).toBeUndefined();
    expect(readU32(json('-0'))).toBeUndefined();
    expect(readU32(json('1.0'))).toBeUndefined();
    expect(readUint63(json('-0'))).toBe(0);
    expect(readUint63(json('9223372036854775807'))).toBe(9223372036854775807n);
    expect(readUint63(json('9223372036854775808'))).toBeUndefined();
  });

  it('keeps every 64-bit integer exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (wanted) => {
        expect(readU64(json(String(wanted)))?.toString()).toBe(String(wanted));
      }),
    );
  });

  it('takes a bigint that fits a number, as a caller may write it, for that number', () => {
    expect(readU64(5n)).toBe(5);
    expect(readI64(-5n)).toBe(-5);
    expect(readU64(2 ** 53)).toBeUndefined();
    expect(readU64(0.5)).toBeUndefined();
  });
});

describe('durable bytes (event-log §0.4, §0.5)', () => {
  it.each(['"text"', '""', '"\\u0000\\u001f"', '"\\ufeffmark"'])('keeps the string %s', (text) => {
    expect(readDurableBytes(json(text))).toBe(JSON.parse(text));
  });

  it.each([
    ['/w==', [0xff]],
    ['7aCA', [0xed, 0xa0, 0x80]],
    ['wIA=', [0xc0, 0x80]],
  ])('decodes the base64 form %s', (data, bytes) => {
    expect(readDurableBytes(json(`{"encoding":"base64","data":"${data}"}`))).toEqual(Uint8Array.from(bytes));
  });

  it.each([
    ['data before encoding', '{"data":"/w==","encoding":"base64"}'],
    ['a third key', '{"encoding":"base64","data":"/w==","more":1}'],
    ['one key', '{"encoding":"base64"}'],
    ['another encoding', '{"encoding":"Base64","data":"/w=="}'],
    ['data that is not a string', '{"encoding":"base64","data":1}'],
    ['no padding', '{"encoding":"base64","data":"/w"}'],
    ['spare bits', '{"encoding":"base64","data":"/x=="}'],
    ['the URL alphabet', '{"encoding":"base64","data":"_w=="}'],
    ['bytes that are UTF-8', '{"encoding":"base64","data":"aGk="}'],
    ['no bytes', '{"encoding":"base64","data":""}'],
    ['an empty object', '{}'],
    ['an array', '["encoding","data"]'],
    ['a number', '1'],
    ['another number', '1.5'],
    ['a boolean', 'true'],
    ['null', 'null'],
  ])('refuses %s', (_what, text) => {
    expect(readDurableBytes(json(text))).toBeUndefined();
  });

  it('gives bytes that are UTF-8 after all as a string, a byte-order mark included', () => {
    expect(readDurableBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
    const bytes = Uint8Array.of(0xff);
    expect(readDurableBytes(bytes)).toBe(bytes);
  });

  it('tells bytes of the wrong form from what is not bytes at all', () => {
    for (const text of ['"text"', '{}', 'null']) expect(mayBeBytesOrNull(json(text))).toBe(true);
    for (const text of ['1', '1.5', '18446744073709551615', 'false', '[]'])
      expect(mayBeBytesOrNull(json(text))).toBe(false);
  });

  it('judges base64 by what its bytes give back', () => {
    expect(isCanonicalBase64('')).toBe(true);
    expect(isCanonicalBase64('e30=')).toBe(true);
    for (const text of ['e30', 'e31=', 'e30=\n', ' e30=', null]) expect(isCanonicalBase64(text)).toBe(false);
  });
});

describe('words (event-log §3.4)', () => {
  it.each([
    ['gateway', 'gateway'],
    ['CODEX', 'codex'],
    ['GrOk', 'grok'],
    ['gro\u212a', undefined],
    ['grok ', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads the provider %j as %j', (value, word) => {
    expect(readAsciiWord(value, ['gateway', 'codex', 'grok'])).toBe(word);
  });

  it.each([
    ['auto', 'auto'],
    ['ADAPTIVE', 'auto'],
    ['Default', 'auto'],
    ['Future.Tier_2', 'Future.Tier_2'],
    ['none', 'none'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), undefined],
    ['', undefined],
    ['very high', undefined],
    ['high\n', undefined],
    ['élevé', undefined],
    [1, undefined],
  ])('reads the effort %j as %j', (value, effort) => {
    expect(readEffort(value)).toBe(effort);
  });
});

describe('lengths', () => {
  it('counts bytes of UTF-8, not characters', () => {
    expect(hasMaxBytes('ééé', 6)).toBe(true);
    expect(hasMaxBytes('ééé', 5)).toBe(false);
    expect(hasMaxBytes('😀', 4)).toBe(true);
    expect(hasMaxBytes('😀', 3)).toBe(false);
    expect(hasMinBytes('é', 2)).toBe(true);
    expect(hasMinBytes('', 1)).toBe(false);
    expect(hasMaxBytes(Uint8Array.of(0xff, 0xff), 1)).toBe(false);
    expect(hasMinBytes(Uint8Array.of(0xff), 1)).toBe(true);
  });

  it('has nothing to say of values without bytes', () => {
    expect(hasMaxBytes(null, 0)).toBe(true);
    expect(hasMinBytes(new JsonNumber('1.0'), 9)).toBe(true);
  });
});

describe('order of keys (event-log §3.13)', () => {
  it('follows the text', () => {
    expect(areKeysInOrder(json('{"a":1,"c":3}'), ['a', 'b', 'c'])).toBe(true);
    expect(areKeysInOrder(json('{"c":3,"a":1}'), ['a', 'b', 'c'])).toBe(false);
    expect(areKeysInOrder(json('{"a":1,"x":0,"b":2}'), ['a', 'b', 'c'])).toBe(true);
    expect(areKeysInOrder(json('1'), ['a'])).toBe(true);
  });
});
