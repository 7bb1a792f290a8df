import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteSink } from './byte-sink.js';

it('hands on every byte in order, in chunks of exactly the given size but for the last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array())),
      fc.integer({ min: 1, max: 20 }),
      (parts, size) => {
        const chunks: Buffer[] = [];
        const sink = new ByteSink(size, (chunk) => chunks.push(Buffer.from(chunk)));
        for (const part of parts) {
          if (typeof part === 'string') sink.text(part);
          else sink.bytes(part);
        }
        sink.end();
        const expected = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
        expect(Buffer.concat(chunks).equals(expected)).toBe(true);
        expect(sink.length).toBe(expected.length);
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
      },
    ),
  );
});
