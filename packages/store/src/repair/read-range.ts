import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolveInside } from '../paths/safe-file.js';
import { StoreError } from '../store-error.js';

const CHUNK = 1 << 20;

/**
 * The bytes of a range of a file below a session directory, in chunks of at most a megabyte. No link is followed; a hard link's content is
 * taken.
 *
 * @throws StoreError when the file is no longer what it was, or is shorter
 */
export async function* readRange(
  dir: string,
  file: string,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const place = resolveInside(dir, file);
  if (place.state !== 'reached') throw changed(file);
  const handle = await open(place.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw changed(file);
    for (let at = offset; at < offset + length; ) {
      const chunk = new Uint8Array(Math.min(CHUNK, offset + length - at));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) throw changed(file);
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

function changed(file: string): StoreError {
  return new StoreError({
    rule: 'repair/source-changed',
    message: `${file} changed while it was read; is fx running?`,
    file,
  });
}
