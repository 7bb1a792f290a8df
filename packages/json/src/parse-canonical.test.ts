import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { JsonError } from './json-error.js';
import { parseCanonical } from './parse-canonical.js';
import { parseJson } from './parse-json.js';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** What the exact parser says: a range given in so many words keeps it from looking for the native way. */
function exactly(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, { start: 0 });
  } catch (error) {
    if (error instanceof JsonError) return error.code;
    throw error;
  }
}

/** Texts that are canonical for the most part, with everything in them that is not to be taken natively. */
const nearlyCanonical = fc
  .array(
    fc.oneof(
      fc.json().map((text) => JSON.stringify(JSON.parse(text))),
      fc.constantFrom(
        '{"a":1,"a":1}',
        '{"__proto__":1}',
        '{"1":0,"0":1}',
        '"\\ud800"',
        '"\\ud83d\\ude00"',
        '"\\u00e9"',
        '1.0',
        '1.5',
        '-0',
        '1e2',
        '123456789012345678901',
        '9007199254740993',
        '9007199254740992',
        '-9007199254740991',
        ' 1',
        '"a\tb"',
        '[1,]',
        '1\n',
        '1\n\n',
        '{"a":1}\n',
      ),
    ),
    { maxLength: 4 },
  )
  .map((texts) => (texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`));

describe('parseCanonical', () => {
  it('reads what a program wrote', () => {
    const text = '{"id":"1796033654267-1796033654267897993-d60f","n":[1,-2,null,true],"s":"é\\n\\u001b\\"日本"}';
    expect(parseCanonical(bytesOf(text))).toEqual(JSON.parse(text));
  });

  it.each(['1.5', '9007199254740993', '"\\ud800"', '{"a":1,"a":2}', '{"a": 1}', '[1e2]', '-0', '[', '', '\ufeff1'])(
    'leaves %s to the exact parser',
    (text) => {
      expect(parseCanonical(bytesOf(text))).toBeUndefined();
    },
  );

  it('leaves bytes that are not UTF-8, and nesting beyond the call stack, to the exact parser', () => {
    expect(parseCanonical(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
    expect(parseCanonical(bytesOf('['.repeat(60_000)))).toBeUndefined();
    const deep = bytesOf('['.repeat(30_000) + ']'.repeat(30_000));
    expect(() => parseCanonical(deep)).not.toThrow();
  });

  it('says what the exact parser says, or nothing', () => {
    fc.assert(
      fc.property(nearlyCanonical, (text) => {
        const bytes = bytesOf(text);
        const value = parseCanonical(bytes);
        if (value !== undefined) expect(value).toStrictEqual(exactly(bytes));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('says what the exact parser says, or nothing, of damaged bytes', () => {
    fc.assert(
      fc.property(nearlyCanonical, fc.nat(), fc.integer({ min: 0, max: 255 }), (text, at, byte) => {
        const bytes = bytesOf(text);
        if (bytes.length > 0) bytes[at % bytes.length] = byte;
        const value = parseCanonical(bytes);
        if (value !== undefined) expect(value).toStrictEqual(exactly(bytes));
      }),
      { numRuns: runs(3000) },
    );
  });
});
