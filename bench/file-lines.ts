import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;

/**
 * The cheapest way through the lines of a file: synchronous reads into one buffer that is used again and again, and
 * the native search for LF. Calls `visit` with the buffer and the line's bounds, LF excluded; returns the line count.
 */
export function forEachLine(path: string, visit: (buffer: Buffer, start: number, end: number) => void): number {
  const file = openSync(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let filled = 0;
    let searched = 0;
    let lines = 0;
    for (;;) {
      if (filled === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger);
        buffer = larger;
      }
      const count = readSync(file, buffer, filled, buffer.length - filled, null);
      if (count === 0) return lines;
      filled += count;
      const data = buffer.subarray(0, filled);
      let start = 0;
      for (let end = data.indexOf(10, searched); end !== -1; end = data.indexOf(10, start)) {
        visit(data, start, end);
        lines++;
        start = end + 1;
      }
      buffer.copyWithin(0, start, filled);
      filled -= start;
      searched = filled;
    }
  } finally {
    closeSync(file);
  }
}
