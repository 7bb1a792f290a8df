import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ByteRange, fileChunks, openRegularFile, readSmallFile } from './file-chunks.js';
import { SourceError } from './source-error.js';

/** The beginning of a regular file: what lies behind it counts for nothing, as the bytes of a log that fx has not committed. */
export interface FileBeginning {
  /** Path. */
  readonly file: string;
  /** In bytes. */
  readonly length: number;
}

/**
 * Where bytes come from: a path or file URL of a regular file, the beginning of one, an open file, a Node or web stream, any (async) iterable of
 * chunks, or the bytes themselves. Strings are paths. Chunks must not be written to after they were handed over.
 */
export type Source =
  | string
  | URL
  | FileBeginning
  | FileHandle
  | Readable
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | Uint8Array;

/** Bytes in memory are handed on in pieces of this size: all at once they would be one batch, and held a second time while it is checked. */
const MEMORY_CHUNK_BYTES = 1_048_576;

/** The name of a source, where it has one. @internal */
export function sourceName(source: Source): string | undefined {
  if (typeof source === 'string') return source;
  if (source instanceof URL) return fileURLToPath(source);
  return isFileBeginning(source) ? source.file : undefined;
}

/** Whether a source is the beginning of a file. @internal */
export function isFileBeginning(source: object): source is FileBeginning {
  return 'file' in source && typeof source.file === 'string' && 'length' in source;
}

/** @internal */
export function isFileHandle(source: object): source is FileHandle {
  return 'fd' in source && typeof source.fd === 'number' && 'read' in source && 'stat' in source;
}

/**
 * The bytes of a source between two offsets, as chunks. What was opened here is closed here, also when the consumer leaves
 * early; a file handle of the caller stays open; a stream is destroyed when the consumer leaves it early.
 *
 * @param range offsets in bytes; `end` is exclusive and may be infinite.
 * @throws SourceError when the bytes cannot be read.
 */
export async function* sourceChunks(
  source: Source,
  range: ByteRange,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal?.throwIfAborted();
  if (source instanceof Uint8Array) {
    const end = Math.min(range.end, source.length);
    for (let at = range.start; at < end; at += MEMORY_CHUNK_BYTES) {
      signal?.throwIfAborted();
      yield source.subarray(at, Math.min(at + MEMORY_CHUNK_BYTES, end));
    }
    return;
  }
  const path = sourceName(source);
  if (path !== undefined) {
    const wanted =
      typeof source === 'object' && isFileBeginning(source)
        ? { ...range, end: Math.min(range.end, source.length) }
        : range;
    const bytes = readSmallFile(path, wanted);
    if (bytes !== null) {
      if (bytes.length > 0) yield bytes;
      return;
    }
    const handle = await openRegularFile(path);
    try {
      yield* untilAborted(fileChunks(handle, path, wanted), signal);
    } finally {
      await handle.close();
    }
  } else if (isFileHandle(source as object)) {
    yield* untilAborted(fileChunks(source as FileHandle, '', range), signal);
  } else {
    yield* within(iterate(source as Iterable<Uint8Array>, signal), range);
  }
}

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/** Walks a stream or an iterable; an abort ends the wait for a chunk that may never come. */
async function* iterate(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!(Symbol.asyncIterator in source)) {
    for (const chunk of source) {
      signal?.throwIfAborted();
      yield chunk;
    }
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  const aborted = signal === undefined ? null : abortOf(signal);
  let isDone = false;
  try {
    for (;;) {
      const next = iterator.next();
      const result = await (aborted === null ? next : Promise.race([next, aborted.promise]));
      if (result.done) {
        isDone = true;
        return;
      }
      yield result.value;
    }
  } catch (error) {
    isDone = signal?.aborted !== true;
    throw error;
  } finally {
    aborted?.release();
    if (!isDone) await leave(source, iterator, signal);
  }
}

async function leave(
  source: AsyncIterable<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted !== true) {
    await iterator.return?.();
    return;
  }
  // An iterator that is still waiting for its chunk does not answer `return` before that chunk comes
  if ('destroy' in source && typeof source.destroy === 'function') source.destroy();
  else iterator.return?.().catch(() => undefined);
}

function abortOf(signal: AbortSignal): { readonly promise: Promise<never>; release(): void } {
  const done = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true, signal: done.signal });
  });
  // Whoever waits sees the rejection; when nobody waits any more it is not an error
  promise.catch(() => undefined);
  return { promise, release: () => done.abort() };
}

/** Cuts a stream that cannot be sought to a range. */
async function* within(
  chunks: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  let position = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) {
      const hint = 'Give bytes: take the encoding off the stream, or pass a Uint8Array.';
      throw new SourceError({
        rule: 'source/not-bytes',
        message: `The source gave a ${typeof chunk} where bytes are due.`,
        hint,
      });
    }
    const from = Math.max(start - position, 0);
    const to = Math.min(end - position, chunk.length);
    position += chunk.length;
    if (from < to) yield from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to);
    if (position >= end) return;
  }
}
