import { buffer } from 'node:stream/consumers';
import zlib, { deflateRawSync, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';

/** An entry of an archive made for a test. */
export interface TestEntry {
  readonly name: string;
  readonly content?: Uint8Array | string;
  readonly type?: Header['type'];
  readonly mode?: number;
  readonly linkname?: string;
}

/** A tar of these entries, in this order. */
export async function tarOf(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack();
  const bytes = buffer(tar as AsyncIterable<Uint8Array>);
  for (const { name, content = '', type = 'file', mode = 0o600, linkname } of entries) {
    const header: Header = { name, type, mode, ...(linkname !== undefined && { linkname }) } as Header;
    tar.entry(header, Buffer.from(content as string));
  }
  tar.finalize();
  return await bytes;
}

export const gzipOf = (bytes: Uint8Array): Buffer => gzipSync(bytes);

const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** No checksum, no content size, a window of 1 MiB. */
const ZSTD_HEADER = [0x00, 0x50];
const ZSTD_BLOCK = 128 * 1024;

/** A zstd frame that holds the bytes as they are (RFC 8878 §3.1.1.2). */
export function zstdOf(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [Buffer.from([...ZSTD_MAGIC, ...ZSTD_HEADER])];
  for (let start = 0; start < bytes.length; start += ZSTD_BLOCK) {
    const block = bytes.subarray(start, start + ZSTD_BLOCK);
    parts.push(blockHeader(block.length, 0, start + ZSTD_BLOCK >= bytes.length), block);
  }
  return Buffer.concat(parts);
}

/** What follows a zstd frame header to become so many blocks of one byte: four bytes each. */
export function zstdBomb(prefix: Uint8Array, blocks: number): Buffer {
  const parts: Uint8Array[] = [
    Buffer.from([...ZSTD_MAGIC, ...ZSTD_HEADER]),
    blockHeader(prefix.length, 0, false),
    prefix,
  ];
  for (let i = 0; i < blocks; i += 1) parts.push(blockHeader(ZSTD_BLOCK, 1, i + 1 === blocks), Buffer.from([0x20]));
  return Buffer.concat(parts);
}

function blockHeader(size: number, type: number, last: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | (last ? 1 : 0), 0, 3);
  return header;
}

/** Details of a zip that only a hostile one has. */
export interface ZipTricks {
  /** All entries point to the bytes of the first one. */
  readonly overlap?: boolean;
  /** What the entries declare as their size. */
  readonly declaredSize?: number;
}

const MADE_ON_UNIX = 3 << 8;
const FILE_TYPES: Readonly<Record<string, number>> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  fifo: 0o010000,
};

/** A zip of these entries (APPNOTE 4.3), deflated. */
export function zipOf(entries: readonly TestEntry[], tricks: ZipTricks = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', type = 'file', mode = 0o600 } of entries) {
    const bytes = Buffer.from(content as string);
    const deflated = deflateRawSync(bytes);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(zlib.crc32?.(bytes) ?? 0, 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(tricks.declaredSize ?? bytes.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, deflated]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE((((FILE_TYPES[type ?? 'file'] ?? 0) | mode) << 16) >>> 0, 6);
    entry.writeUInt32LE(tricks.overlap === true ? 0 : offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_ON_UNIX | 20, 0);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, entry.subarray(0, 14), fileName]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}
