import { readSync } from 'node:fs';
import { sessionsV2 } from '@fxlog/format';
import type { SessionLine } from '@fxlog/format/internal';

const LF = 0x0a;

/** Longest piece of a line that is kept: enough to see that it is too long. */
const MAX_KEPT_BYTES = sessionsV2.maxFrameBytes + 1;

/** How much of a log is read at once, in bytes. */
const CHUNK_BYTES = 262_144;

/** Takes whole lines, each with its LF; `offset` is where it begins in the file. A line that was recognised comes with what it is. */
export type TakeLine = (
  bytes: Uint8Array,
  start: number,
  end: number,
  offset: number,
  recognised: SessionLine | null,
) => void;

/** How a cutter works. */
export interface LineCutterOptions {
  /** Whether lines of a log are recognised by the chunk, which is the fast way to check their seals. Default false. */
  readonly recognises?: boolean;
}

/** Cuts what is read of a log into lines. A line without end takes no more memory than the longest that fx reads. */
export class LineCutter {
  readonly #take: TakeLine;
  readonly #recognises: boolean;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineStart: number;
  #position: number;

  /** Begins at a byte of the file where a line begins. */
  constructor(offset: number, take: TakeLine, { recognises = false }: LineCutterOptions = {}) {
    this.#take = take;
    this.#recognises = recognises;
    this.#lineStart = offset;
    this.#position = offset;
  }

  /** Whether bytes without an LF stand behind the last line. */
  get hasRest(): boolean {
    return this.#position > this.#lineStart;
  }

  /** Takes the next bytes of the file. They are not kept but for the line that they end in. */
  push(chunk: Buffer): void {
    let start = 0;
    let recognised: readonly (SessionLine | null)[] | null = null;
    let index = 0;
    for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, start)) {
      // A line that began in the chunk before is looked at alone.
      if (this.#recognises && recognised === null && !this.hasRest) {
        recognised = sessionsV2.recognise(chunk, start, chunk.lastIndexOf(LF) + 1);
      }
      this.#line(chunk, start, lf + 1, recognised?.[index] ?? null);
      if (recognised !== null) index++;
      start = lf + 1;
    }
    this.#keep(chunk.subarray(start));
    this.#position += chunk.length - start;
  }

  #line(chunk: Buffer, start: number, end: number, recognised: SessionLine | null): void {
    if (this.hasRest) {
      this.#keep(chunk.subarray(start, end));
      const line = Buffer.concat(this.#kept);
      this.#take(line, 0, line.length, this.#lineStart, null);
    } else this.#take(chunk, start, end, this.#lineStart, recognised);
    this.#position += end - start;
    this.#lineStart = this.#position;
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #keep(bytes: Buffer): void {
    const piece = bytes.subarray(0, MAX_KEPT_BYTES - this.#keptBytes);
    if (piece.length === 0) return;
    // The rest of the chunk need not live as long as the line.
    this.#kept.push(Buffer.from(piece));
    this.#keptBytes += piece.length;
  }
}

/**
 * The bytes of an open file from `start` to `end`, fewer where the file is shorter, in chunks that are not used again – unless they are all to lie in
 * one buffer, and are gone when the next one is asked for.
 */
export function* chunksOf(fd: number, start: number, end: number, buffer?: Buffer): Generator<Buffer, void, undefined> {
  for (let at = start; at < end; ) {
    const chunk = buffer?.subarray(0, end - at) ?? Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
    const read = readSync(fd, chunk, 0, chunk.length, at);
    if (read === 0) return;
    yield chunk.subarray(0, read);
    at += read;
  }
}
