import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { TextBuffer } from './text-buffer.js';

describe('TextBuffer', () => {
  it('gives the bytes of all texts in order, short and long ones', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat(70_000).map((length) =>
        '\u{1f600}ä'
          .repeat(length)
          .slice(0, length)
          .replace(/[\ud800-\udbff]$/, ''),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 6 })), (batches) => {
        const buffer = new TextBuffer();
        for (const batch of batches) {
          for (const part of batch) buffer.add(part);
          expect(Buffer.from(buffer.take() ?? []).toString()).toBe(batch.join(''));
        }
        expect(buffer.take()).toBeNull();
      }),
      { numRuns: runs(50) },
    );
  });
});
