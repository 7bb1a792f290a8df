import { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import { BatchError } from '../batch-error.js';
import type { ArchiveEntry } from './archive-entry.js';

/**
 * The entries of a tar, in its order. An entry is good until the next one is asked for.
 *
 * @throws BatchError `batch/archive-damaged` where the tar breaks off or is none
 */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry, void, undefined> {
  const tar = extract();
  const source = Readable.from(bytes, { objectMode: false });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      yield { ...describe(entry.header), chunks: entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array> };
      // What was not read is passed over.
      entry.resume();
    }
  } catch (error) {
    if (error instanceof BatchError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BatchError('batch/archive-damaged', `The tar breaks off: ${reason}.`, { cause: error });
  } finally {
    source.destroy();
    tar.destroy();
  }
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

function describe({ name, type, size, mode }: Header): Omit<ArchiveEntry, 'chunks'> {
  return {
    name,
    type: TYPES[type ?? ''] ?? 'sparse or unknown entry',
    size: size ?? 0,
    mode: mode === undefined ? null : mode & 0o777,
  };
}
