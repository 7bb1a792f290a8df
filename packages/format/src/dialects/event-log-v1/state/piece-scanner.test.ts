import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PieceScanner } from './piece-scanner.js';

/** Where the scanner sees the end of `text`, fed in parts of `size` bytes; -1 if nowhere. */
function endOf(text: string, size: number): number {
  const bytes = Buffer.from(text);
  const scanner = new PieceScanner();
  for (let at = 0; at < bytes.length; at += size) {
    const end = scanner.scan(bytes.subarray(at, at + size), 0);
    if (end >= 0) return at + end;
  }
  return -1;
}

describe('PieceScanner', () => {
  it('finds the end of any object or array, however it is cut', () => {
    const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.string(), fc.integer({ min: 1, max: 9 }), (json, behind, size) => {
        const text = JSON.stringify(json);
        expect(endOf(text + behind, size)).toBe(Buffer.byteLength(text));
        expect(endOf(text.slice(0, -1), size)).toBe(-1);
      }),
    );
  });

  it('is not misled by braces, quotes and backslashes in strings', () => {
    for (const text of ['{"a":"}"}', '{"a":"\\"}"}', '["\\\\"]', '{"\\\\\\"}":"]"}']) {
      for (let size = 1; size <= text.length; size++) expect(endOf(text, size)).toBe(text.length);
    }
  });
});
