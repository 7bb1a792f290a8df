import type { BigIntStats, Stats } from 'node:fs';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { SourceError, toSourceError } from './source-error.js';

/** Which bytes of a source to read. @internal */
export interface ByteRange {
  readonly start: number;
  /** Exclusive; may be infinite. */
  readonly end: number;
  /** Told what a file is, once it is open. */
  readonly onStats?: ((stats: BigIntStats) => void) | undefined;
  /** Whether the buffer of a chunk may be used again once the next chunk has been asked for. */
  readonly reuseChunks?: boolean | undefined;
}

/** Chunks that are kept: larger ones cost memory and gain nothing, since the fresh memory costs more than the calls. */
const CHUNK_BYTES = 262_144;

/** Chunks that are reused: the memory is the same few buffers, so that fewer and larger reads are a gain. */
const REUSED_CHUNK_BYTES = 1_048_576;

/** A FIFO that took the place of a file must not hang the process. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for reading. It looks before it opens, so that no device is touched, and opens without blocking and
 * looks again, so that a FIFO that took the file's place meanwhile does not hang the process.
 *
 * @throws SourceError for everything that is not a regular file or cannot be opened.
 * @internal
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  let handle: FileHandle | null = null;
  try {
    requireRegularFile(await stat(path), path);
    handle = await open(path, READ_ONLY);
    requireRegularFile(await handle.stat(), path);
    return handle;
  } catch (error) {
    await handle?.close();
    throw toSourceError(error, path);
  }
}

/**
 * The bytes of a regular file that fits in one chunk, or null for a larger one. Of thousands of small logs each takes but a few calls of
 * microseconds, made at once: to hand them to the thread pool one by one takes several times longer than to make them.
 *
 * @throws SourceError as {@link openRegularFile} does.
 * @internal
 */
export function readSmallFile(path: string, { start, end, onStats }: ByteRange): Uint8Array | null {
  let descriptor: number | null = null;
  try {
    const look = statSync(path);
    requireRegularFile(look, path);
    if (look.size >= CHUNK_BYTES) return null;
    descriptor = openSync(path, READ_ONLY);
    const stats = fstatSync(descriptor, { bigint: true });
    requireRegularFile(stats, path);
    // One byte more than expected is enough to notice that the file has grown; then it is read the other way.
    const size = Number(stats.size);
    const bytes = Buffer.allocUnsafeSlow(size + 1);
    const length = size < CHUNK_BYTES ? readSync(descriptor, bytes, 0, bytes.length, 0) : -1;
    if (length !== size) return null;
    onStats?.(stats);
    return bytes.subarray(Math.min(start, length), Math.min(end, length));
  } catch (error) {
    throw toSourceError(error, path);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function requireRegularFile(stats: Stats | BigIntStats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new SourceError({
      rule: 'source/not-a-regular-file',
      message: `This is a directory, not a file: ${path}`,
      file: path,
      hint: 'Name the log inside it: events.jsonl.',
    });
  }
  const kind = stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device';
  const hint = 'Only regular files are opened by name; pipe its bytes in on standard input.';
  throw new SourceError({
    rule: 'source/not-a-regular-file',
    message: `This is ${kind}, not a regular file: ${path}`,
    file: path,
    hint,
  });
}

/**
 * Reads a file from `start` to its end or to `end`, one chunk ahead of its consumer. Every chunk is a fresh buffer, unless
 * chunks are reused: then it is empty as soon as the next one is asked for, so that nobody reads another chunk's bytes in it.
 *
 * @internal
 */
export async function* fileChunks(
  handle: FileHandle,
  path: string,
  { start, end, onStats, reuseChunks = false }: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stats = await handle.stat({ bigint: true });
  onStats?.(stats);
  const size = Number(stats.size);
  const chunkBytes = reuseChunks ? REUSED_CHUNK_BYTES : CHUNK_BYTES;
  const spare: ArrayBuffer[] = [];
  let position = start;
  const readAt = async (from: number): Promise<Buffer> => {
    // A file can be longer than it says; one more byte than expected is enough to notice
    const expected = Math.max(size - from, 0) + 1;
    const length = Math.min(chunkBytes, Math.max(expected, 4096), end - from);
    if (length <= 0) return Buffer.alloc(0);
    const memory = spare.pop() ?? Buffer.allocUnsafeSlow(length).buffer;
    const buffer = Buffer.from(memory, 0, Math.min(length, memory.byteLength));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  };
  let next = readAt(position);
  try {
    for (;;) {
      const chunk = await next;
      if (chunk.length === 0) return;
      position += chunk.length;
      next = readAt(position);
      // The consumer sees this failure when it asks for the chunk; until then it must not count as unhandled
      next.catch(() => undefined);
      yield chunk;
      if (reuseChunks) spare.push(takeMemory(chunk.buffer as ArrayBuffer));
    }
  } catch (error) {
    throw toSourceError(error, path);
  } finally {
    // A descriptor must not be closed under a read that is still under way
    await next.catch(() => undefined);
  }
}

/** Takes the memory of a buffer away from all views of it, without copying: they are empty from now on. */
function takeMemory(memory: ArrayBuffer): ArrayBuffer {
  return structuredClone(memory, { transfer: [memory] });
}
