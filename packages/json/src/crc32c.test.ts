import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.js';

/** The definition: one bit after the other. */
function bitByBit(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

describe('crc32c', () => {
  // The vectors of RFC 3720, appendix B.4, and the usual check value.
  it.each<[string, Uint8Array, number]>([
    ['nothing', new Uint8Array(), 0],
    ['123456789', Buffer.from('123456789'), 0xe3069283],
    ['32 zeros', new Uint8Array(32), 0x8a9136aa],
    ['32 ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['0 to 31', Uint8Array.from({ length: 32 }, (_, index) => index), 0x46dd794e],
    ['31 to 0', Uint8Array.from({ length: 32 }, (_, index) => 31 - index), 0x113fdb5c],
  ])('of %s is what the standard says', (_name, bytes, checksum) => {
    expect(crc32c(bytes)).toBe(checksum);
  });

  it('takes the part that it is told to', () => {
    expect(crc32c(Buffer.from('xx123456789yyy'), 2, 11)).toBe(0xe3069283);
  });

  it('follows the definition at any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(crc32c(bytes)).toBe(bitByBit(bytes));
      }),
    );
  });
});
