import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A few bytes around a place in a file. */
export interface ByteWindow {
  readonly bytes: Uint8Array;
  /** Offset in the file of the first of them. */
  readonly offset: number;
}

/** How much of a line is looked at on either side of a place. */
const WINDOW_BYTES = 512;

/**
 * Reads the bytes around an offset. Null when the file cannot be read again: a pipe, a link put in its place, gone.
 */
export async function readWindow(path: string, offset: number): Promise<ByteWindow | null> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) return null;
    const start = Math.max(0, offset - WINDOW_BYTES);
    const buffer = new Uint8Array(2 * WINDOW_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return { bytes: buffer.subarray(0, bytesRead), offset: start };
  } finally {
    await handle.close();
  }
}

/**
 * Passes bytes through and remembers the last of them, so that a fault in something that can be read only once can still
 * be shown in its line.
 */
export class RememberedBytes {
  #recent: { readonly bytes: Uint8Array; readonly offset: number }[] = [];
  #remembered = 0;
  #end = 0;

  /** @param capacity how many bytes to remember at least, where there were as many; one longest frame is enough */
  constructor(readonly capacity: number) {}

  /** Bytes that have passed. */
  get count(): number {
    return this.#end;
  }

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#recent.push({ bytes: chunk, offset: this.#end });
      this.#end += chunk.length;
      this.#remembered += chunk.length;
      while (this.#remembered - (this.#recent[0]?.bytes.length ?? 0) >= this.capacity) {
        this.#remembered -= this.#recent.shift()?.bytes.length ?? 0;
      }
      yield chunk;
    }
  }

  /** The bytes around an offset; null when they are forgotten already. */
  around(offset: number): ByteWindow | null {
    const start = Math.max(this.#recent[0]?.offset ?? 0, offset - WINDOW_BYTES);
    const end = Math.min(this.#end, offset + WINDOW_BYTES);
    if (start > offset || end < start) return null;
    const bytes = new Uint8Array(end - start);
    for (const chunk of this.#recent) {
      const from = Math.max(start, chunk.offset);
      const to = Math.min(end, chunk.offset + chunk.bytes.length);
      if (from < to) bytes.set(chunk.bytes.subarray(from - chunk.offset, to - chunk.offset), from - start);
    }
    return { bytes, offset: start };
  }
}
