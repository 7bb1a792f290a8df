import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlainJson } from '@fxlog/reader/internal';
import { JobRows } from '../job/job-rows.js';
import { ROWS_FILE } from '../job/row-reader.js';
import type { SessionResult } from '../model/session-result.js';
import type { Sink, SinkSession, SinkStart } from '../model/sink.js';
import { CELL_ROWS, type CellRow, cellsOf } from '../rows/row-codec.js';
import type { TableRow } from '../rows/tables.js';
import type { TableTarget } from './table-target.js';

const LF = 0x0a;
const CHUNK_BYTES = 1024 * 1024;
/** So many bytes of lines are handed on at once. */
const BATCH_BYTES = 256 * 1024;

/**
 * Takes the rows of `rowsTask` and keeps them in a directory, until `publishTables` makes tables of them. Tables are made in one go at the end, so that
 * they never hold half a run, and a killed job goes on where it was whatever the format.
 */
export class TableSink implements Sink<TableRow> {
  readonly #file: JobRows<CellRow>;

  constructor(
    /** The job directory, or a temporary one. */
    readonly directory: string,
    /** What is to be made of them; null where somebody else does that. */
    readonly target: TableTarget | null = null,
  ) {
    this.#file = new JobRows(directory, CELL_ROWS);
  }

  open(start: SinkStart): Promise<void> {
    return this.#file.open(start);
  }

  begin(_session: SinkSession): Promise<void> {
    return this.#file.begin();
  }

  async write(rows: readonly TableRow[]): Promise<void> {
    await this.#file.write(rows.map(cellsOf));
  }

  writeLines(lines: Buffer): Promise<void> {
    return this.#file.writeLines(lines);
  }

  commit(_result: SessionResult): Promise<PlainJson> {
    return this.#file.commit();
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }

  flush(): Promise<PlainJson> {
    return this.#file.flush();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  describe(): PlainJson {
    return this.target === null ? null : { ...this.target };
  }
}

/** The rows of one session, in batches. */
export async function* readStagedRows(
  directory: string,
  extent: PlainJson,
): AsyncGenerator<CellRow[], void, undefined> {
  const place = extentOf(extent);
  const file = await open(join(directory, ROWS_FILE), 'r');
  try {
    let parts: Buffer[] = [];
    let rows: CellRow[] = [];
    let weight = 0;
    for (let done = 0; done < place.bytes; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, place.bytes - done));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, place.offset + done);
      if (bytesRead === 0) throw new RangeError(`${ROWS_FILE} is shorter than its journal says`);
      done += bytesRead;
      let start = 0;
      for (let lf = chunk.indexOf(LF); lf >= 0 && lf < bytesRead; lf = chunk.indexOf(LF, start)) {
        parts.push(chunk.subarray(start, lf));
        const line = Buffer.concat(parts).toString();
        rows.push(CELL_ROWS.decode(line));
        weight += line.length;
        parts = [];
        start = lf + 1;
        if (weight < BATCH_BYTES) continue;
        yield rows;
        rows = [];
        weight = 0;
      }
      if (start < bytesRead) parts.push(chunk.subarray(start, bytesRead));
    }
    if (rows.length > 0) yield rows;
  } finally {
    await file.close();
  }
}

/** The row of `sessions`, which stands last; null where there is none. */
export async function readSessionRow(directory: string, extent: PlainJson): Promise<CellRow | null> {
  const place = extentOf(extent);
  if (place.bytes === 0) return null;
  const file = await open(join(directory, ROWS_FILE), 'r');
  try {
    for (let size = 4096; ; size *= 4) {
      const length = Math.min(size, place.bytes);
      const tail = Buffer.alloc(length);
      await file.read(tail, 0, length, place.offset + place.bytes - length);
      const before = length < 2 ? -1 : tail.lastIndexOf(LF, length - 2);
      if (before < 0 && length < place.bytes) continue;
      const row = CELL_ROWS.decode(tail.toString('utf8', before + 1, length - 1));
      return row.table === 'sessions' ? row : null;
    }
  } finally {
    await file.close();
  }
}

function extentOf(value: PlainJson): { readonly offset: number; readonly bytes: number } {
  if (typeof value === 'object' && value !== null) {
    const offset: unknown = Reflect.get(value, 'offset');
    const bytes: unknown = Reflect.get(value, 'bytes');
    if (typeof offset === 'number' && typeof bytes === 'number') return { offset, bytes };
  }
  throw new RangeError('this is not a place of rows');
}
