import type { FileHandle } from 'node:fs/promises';

const LF = 0x0a;
const READ_BYTES = 256 * 1024;

/** A line of a file, without its newline, and where the next one begins. */
export interface FileLine {
  readonly text: string;
  readonly end: number;
}

/** The lines of a file. What follows the last newline is none. */
export async function* readLines(file: FileHandle): AsyncGenerator<FileLine, void, undefined> {
  const chunk = Buffer.alloc(READ_BYTES);
  let parts: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, READ_BYTES, offset);
    if (bytesRead === 0) return;
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf >= 0 && lf < bytesRead; lf = chunk.indexOf(LF, start)) {
      parts.push(chunk.subarray(start, lf));
      yield { text: Buffer.concat(parts).toString(), end: offset + lf + 1 };
      parts = [];
      start = lf + 1;
    }
    if (start < bytesRead) parts.push(Buffer.from(chunk.subarray(start, bytesRead)));
    offset += bytesRead;
  }
}

/** A finding can carry a seq beyond 2⁵³; JSON itself has no limit, but JSON.parse would round it: kept as text. */
export function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
