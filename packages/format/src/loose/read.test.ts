import { describe, expect, it } from 'vitest';
import { LooseError } from './loose-error.js';
import { type LooseOptions, readLoose } from './read.js';
import type { Shape, StructShape } from './shape.js';

const U8: Shape = { kind: 'integer', min: 0n, max: 255n };
const TEXT: Shape = { kind: 'text' };
const POINT: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'x', shape: U8 },
    { name: 'label', shape: { kind: 'nullable', of: TEXT }, absent: null },
    { name: 'tags', shape: { kind: 'list', of: TEXT }, absent: [] },
  ],
  checks: [],
};

const read = (text: string, shape: Shape = POINT, options?: LooseOptions) =>
  readLoose(Buffer.from(text), shape, options);

function refusal(text: string, shape: Shape = POINT, options?: LooseOptions) {
  try {
    return { accepted: read(text, shape, options) };
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    const { rule, path, offset } = error;
    return { rule, path, offset };
  }
}

describe('readLoose', () => {
  it('gives keys in the order of the shape, and for absent ones what that means', () => {
    const value = read(' { "tags" : ["a"] , "x" : 1 } \r\n');
    expect(Object.entries(value as object)).toEqual([
      ['x', 1],
      ['label', null],
      ['tags', ['a']],
    ]);
  });

  it('gives every value its own copy of a default', () => {
    const [first, second] = [read('{"x":1}'), read('{"x":1}')] as { tags: unknown[] }[];
    expect(first?.tags).not.toBe(second?.tags);
  });

  it('compares keys after unescaping', () => {
    expect(read('{"\\u0078":1}')).toMatchObject({ x: 1 });
    expect(refusal('{"x":1,"\\u0078":2}')).toEqual({ rule: 'frame/duplicate-key', path: '/x', offset: 7 });
  });

  it('reads text in an array of numbers, and gives bytes that are not UTF-8', () => {
    expect(read('[104,"105"]', TEXT)).toBe('hi');
    expect(read('[255]', TEXT)).toEqual(Uint8Array.of(255));
    expect(refusal('[256]', TEXT)).toMatchObject({ rule: 'shape/integer', path: '/0', offset: 1 });
    expect(read(`[${'97,'.repeat(999)}97]`, TEXT)).toBe('a'.repeat(1000));
  });

  it('keeps a byte-order mark inside text and takes none before it', () => {
    expect(read('"\ufeffa"', TEXT)).toBe('\ufeffa');
    expect(refusal('\ufeff"a"', TEXT)).toMatchObject({ rule: 'frame/syntax', offset: 0 });
  });

  it('reads an enum by its name or its number', () => {
    const shape: Shape = { kind: 'enum', names: ['good', 'bad'] };
    for (const text of ['"bad"', '1', '"1"', '"+01"', '"\\u0062ad"']) expect(read(text, shape)).toBe('bad');
    for (const text of ['2', '"-0"', '1.0', '"Bad"', '-1']) {
      expect(refusal(text, shape)).toMatchObject({ rule: 'shape/enum' });
    }
  });

  it('reads a union of exactly one key, and nothing as an empty object alone', () => {
    const shape: Shape = {
      kind: 'union',
      fields: [
        { name: 'code', shape: U8 },
        { name: 'gone', shape: { kind: 'nothing' } },
      ],
    };
    expect(read('{"code":"3"}', shape)).toEqual({ code: 3 });
    expect(read('{"gone":{ }}', shape)).toEqual({ gone: {} });
    for (const text of [
      '{}',
      '{"code":1,"code":1}',
      '{"code":1,"gone":{}}',
      '{"gone":null}',
      '{"gone":{"a":1}}',
      '"gone"',
    ]) {
      expect(refusal(text, shape)).toMatchObject({ rule: 'shape/type' });
    }
  });

  it.each([
    ['{"x":1,}', 'frame/syntax', '', 7],
    ['{"x" 1}', 'frame/syntax', '', 5],
    ['{"x":01}', 'frame/syntax', '/x', 6],
    ['{"x":1', 'frame/unexpected-end', '', 6],
    ['{"x":1} x', 'frame/trailing-data', '', 8],
    ['{"x":1,"label":"\t"}', 'frame/control-character', '/label', 16],
    ['{"x":1,"label":"\\ud800"}', 'frame/lone-surrogate', '/label', 15],
    ['{"x":1,"label":"\\q"}', 'frame/invalid-escape', '/label', 15],
    ['{"label":null}', 'shape/missing-key', '', 13],
    ['{"x":1,"y":2}', 'shape/unknown-key', '/y', 7],
    ['{"x":null}', 'shape/type', '/x', 5],
    ['{"x":256}', 'shape/integer', '/x', 5],
    ['{"x":1,"tags":["a",1]}', 'shape/type', '/tags/1', 19],
    ['{"x":1,"label":nul}', 'frame/syntax', '/label', 15],
    ['', 'frame/unexpected-end', '', 0],
  ])('says of %s which rule is broken and where', (text, rule, path, offset) => {
    expect(refusal(text)).toEqual({ rule, path, offset });
  });

  it('counts offsets from where it starts to read', () => {
    expect(refusal('..{"x":256}..', POINT, { start: 2, end: 11 })).toMatchObject({ offset: 5 });
    expect(read('..{"x":1}..', POINT, { start: 2, end: 9 })).toMatchObject({ x: 1 });
  });

  it('passes over unknown keys if told to, but not over what is not JSON', () => {
    const options = { unknownKeys: 'ignore' } as const;
    expect(read('{"y":[{"a":[1.5e3,"\\n",{}]},[]],"x":1,"z":null}', POINT, options)).toMatchObject({ x: 1 });
    expect(refusal('{"y":[1,],"x":1}', POINT, options)).toMatchObject({ rule: 'frame/syntax' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(read(`{"y":${deep},"x":1}`, POINT, options)).toMatchObject({ x: 1 });
  });

  it('takes the first of a key that stands there again if told to, but reads them all', () => {
    const options = { duplicateKeys: 'ignore' } as const;
    expect(read('{"x":1,"x":2}', POINT, options)).toMatchObject({ x: 1 });
    expect(refusal('{"x":1,"x":256}', POINT, options)).toMatchObject({ rule: 'shape/integer' });
  });
});
