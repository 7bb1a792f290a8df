import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlainJson } from '@fxlog/reader/internal';
import type { RowCodec } from './job-rows.js';

/** Name of the file with the rows of a job. */
export const ROWS_FILE = 'rows.jsonl';

/** Where the rows of a session lie in that file. */
type Extent = { readonly offset: number; readonly bytes: number };

const COPY_BYTES = 1024 * 1024;

/** Reads rows that a job has kept. */
export class RowReader {
  private constructor(readonly file: FileHandle) {}

  /** @param directory the job directory */
  static async open(directory: string): Promise<RowReader> {
    return new RowReader(await open(join(directory, ROWS_FILE), 'r'));
  }

  /** The lines of a session, as they are; nothing for one that has none. */
  async *lines(extent: PlainJson | undefined): AsyncGenerator<Buffer, void, undefined> {
    if (!isExtent(extent)) return;
    const { offset, bytes } = extent;
    for (let done = 0; done < bytes; ) {
      const chunk = Buffer.alloc(Math.min(COPY_BYTES, bytes - done));
      const { bytesRead } = await this.file.read(chunk, 0, chunk.length, offset + done);
      if (bytesRead === 0) throw new RangeError(`${ROWS_FILE} is shorter than its journal says`);
      yield chunk.subarray(0, bytesRead);
      done += bytesRead;
    }
  }

  /** The rows of a session. */
  async rows<Row>(extent: PlainJson | undefined, codec: RowCodec<Row>): Promise<Row[]> {
    const parts: Buffer[] = [];
    for await (const bytes of this.lines(extent)) parts.push(bytes);
    const lines = Buffer.concat(parts).toString().split('\n').slice(0, -1);
    return lines.map((line) => codec.decode(line));
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** Does the sink of a job say that a session has rows, and where? */
export function isExtent(value: unknown): value is Extent {
  if (typeof value !== 'object' || value === null) return false;
  return Number.isSafeInteger(Reflect.get(value, 'offset')) && Number.isSafeInteger(Reflect.get(value, 'bytes'));
}
