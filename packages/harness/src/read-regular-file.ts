import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a file, or why there are none. */
export type FileReading =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly size: number; readonly modifiedMs: number }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/**
 * Reads a regular file of at most `limit` bytes. No link is followed, a pipe or a device is not waited for, and no more than the limit is read.
 */
export function readRegularFile(path: string, limit: number): FileReading {
  const found = readFileHead(path, limit);
  if (!found.ok || found.size <= limit) return found;
  return { ok: false, reason: `it has ${found.size} bytes, more than ${limit}`, isMissing: false };
}

/** Reads the first `limit` bytes of a regular file, and says how many it has: otherwise as {@link readRegularFile}. */
export function readFileHead(path: string, limit: number): FileReading {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, reason: `it cannot be opened: ${code}`, isMissing: code === 'ENOENT' };
  }
  try {
    const { size, mtimeMs, ...kind } = fstatSync(descriptor);
    if ((kind.mode & constants.S_IFMT) !== constants.S_IFREG)
      return { ok: false, reason: 'it is not a regular file', isMissing: false };
    const buffer = Buffer.alloc(Math.min(size, limit));
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
    return { ok: true, bytes: buffer.subarray(0, length), size, modifiedMs: mtimeMs };
  } catch (error) {
    return { ok: false, reason: `it cannot be read: ${(error as NodeJS.ErrnoException).code}`, isMissing: false };
  } finally {
    closeSync(descriptor);
  }
}
