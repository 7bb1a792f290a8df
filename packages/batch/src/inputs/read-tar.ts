import { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import { BatchError } from '../batch-error.js';
import type { ArchiveEntry, ArchiveSpan } from './archive-entry.js';

const BLOCK_BYTES = 512;

/**
 * The entries of a tar, in its order. An entry is good until the next one is asked for.
 *
 * @throws BatchError `batch/archive-damaged` where the tar breaks off or is none
 */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry, void, undefined> {
  // Tars from before POSIX have no magic; their checksum is checked all the same.
  const options: object = { allowUnknownFormat: true };
  const tar = extract(options);
  const source = Readable.from(bytes, { objectMode: false });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  // What belongs to an entry begins where the one before it ends: headers of its own can come before its header.
  let start: number | null = 0;
  try {
    for await (const entry of tar) {
      const end = endOf(entry.header);
      const span = start === null || end === null ? null : { start, end };
      start = end;
      const content = (entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      yield { ...describe(entry.header), span, chunks: unended(content) };
      // What was not read is passed over.
      while ((await content.next()).done !== true);
    }
  } catch (error) {
    throw damaged(error);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Offset of the first byte behind an entry; null when the reader of tars does not say where its content begins. */
function endOf(header: Header): ArchiveSpan['end'] | null {
  const content: unknown = Reflect.get(header, 'byteOffset');
  if (typeof content !== 'number') return null;
  // What a directory says of its size does not count.
  const size = header.type === 'directory' ? 0 : (header.size ?? 0);
  return content + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
}

/** Leaving an entry early must not end the stream, as it would: that is the whole tar. */
async function* unended(content: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let next = await content.next(); next.done !== true; next = await content.next()) yield next.value;
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): Error {
  if (error instanceof BatchError) return error;
  // From the system: the file cannot be read, which says nothing about its content.
  if (error instanceof Error && 'syscall' in error) return error;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return new BatchError({ rule: 'batch/archive-damaged', message: `The tar breaks off: ${reason}.` }, { cause: error });
}

const TYPES: Readonly<Record<string, ArchiveEntry['type']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'directory',
  symlink: 'symbolic link',
  link: 'hard link',
  'character-device': 'device',
  'block-device': 'device',
  fifo: 'pipe',
};

function describe({ name, type, size, mode }: Header): Omit<ArchiveEntry, 'chunks' | 'span'> {
  return {
    name,
    type: TYPES[type ?? ''] ?? 'sparse or unknown entry',
    size: size ?? 0,
    mode: mode === undefined ? null : mode & 0o777,
  };
}
