/** The polynomial of CRC-32C (Castagnoli), bits reversed. */
const POLYNOMIAL = 0x82f63b78;

/** Eight tables of 256 entries: table k holds the checksum of a byte that k zero bytes follow. */
const TABLES = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  TABLES[byte] = crc;
}
for (let at = 256; at < TABLES.length; at++) {
  const shorter = TABLES[at - 256] as number;
  TABLES[at] = (shorter >>> 8) ^ (TABLES[shorter & 0xff] as number);
}

/**
 * CRC-32C (Castagnoli) of the bytes from `start` up to `end`, as an unsigned 32-bit number: 0xe3069283 for "123456789".
 *
 * Eight bytes are taken at a time ("slicing by 8"), because a log is checked as fast as it is read.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = -1;
  let at = start;
  for (const last = end - 8; at <= last; at += 8) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      TABLES[1792 + (low & 0xff)]! ^
      TABLES[1536 + ((low >>> 8) & 0xff)]! ^
      TABLES[1280 + ((low >>> 16) & 0xff)]! ^
      TABLES[1024 + (low >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}
