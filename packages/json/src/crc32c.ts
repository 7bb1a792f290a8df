/** The polynomial of CRC-32C (Castagnoli), bits reversed. */
const POLYNOMIAL = 0x82f63b78;

/** Bytes that are taken at a time. */
const STRIDE = 16;

/** A table of 256 entries per byte of a stride: table k holds the checksum of a byte that k zero bytes follow. */
const TABLES = new Int32Array(STRIDE * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  TABLES[byte] = crc;
}
for (let at = 256; at < TABLES.length; at++) {
  const shorter = TABLES[at - 256] as number;
  TABLES[at] = (shorter >>> 8) ^ (TABLES[shorter & 0xff] as number);
}

/** A view of the memory that was looked at last: one is enough for all lines of a chunk. */
let view: DataView = new DataView(new ArrayBuffer(0));

/**
 * CRC-32C (Castagnoli) of the bytes from `start` up to `end`, as an unsigned 32-bit number: 0xe3069283 for "123456789".
 *
 * Sixteen bytes are taken at a time ("slicing by 16"), because a log is checked as fast as it is read.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer);
  const words = view;
  let crc = -1;
  let at = start + bytes.byteOffset;
  const last = end + bytes.byteOffset;
  for (; at <= last - STRIDE; at += STRIDE) {
    crc =
      wordOf(crc ^ words.getInt32(at, true), 3072) ^
      wordOf(words.getInt32(at + 4, true), 2048) ^
      wordOf(words.getInt32(at + 8, true), 1024) ^
      wordOf(words.getInt32(at + 12, true), 0);
  }
  for (; at < last; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ words.getUint8(at)) & 0xff]!;
  return ~crc >>> 0;
}

/** What four bytes come to that stand so far before the end of a stride as `table` says; their first byte is the lowest of the word. */
function wordOf(word: number, table: number): number {
  return (
    TABLES[table + 768 + (word & 0xff)]! ^
    TABLES[table + 512 + ((word >>> 8) & 0xff)]! ^
    TABLES[table + 256 + ((word >>> 16) & 0xff)]! ^
    TABLES[table + (word >>> 24)]!
  );
}

/** The tables of the checksum, for code that runs elsewhere: for each byte of a stride of 16, the last one first, 256 words. */
export function checksumTables(): Int32Array {
  return TABLES;
}
