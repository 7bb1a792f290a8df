import { Frame, LF } from './frame.js';
import { PendingLine } from './pending-line.js';
import type { ReadSettings } from './read-options.js';

/** A line longer than the limit, seen in passing and not kept. @internal */
export interface OverlongLine {
  readonly offset: number;
  readonly line: number;
  /** Bytes of the line so far; in the end all of them, LF included. */
  length: number;
  /** Its first bytes, to tell what it looks like. */
  readonly head: Uint8Array;
}

/** How many bytes of an overlong line are kept. */
const HEAD_BYTES = 65_536;
/**
 * Cuts chunks into lines. The one core under every way of reading frames; it knows LF and the size limit and nothing else.
 *
 * Lines inside one chunk are views of it. A line that spans chunks is copied together. Never more than `limit` bytes are
 * held for a line that has no end yet: past that its bytes are only counted.
 *
 * @internal
 */
export class LineScanner {
  /** Offset of the first byte of the line being read. */
  #offset: number;
  #line: number;
  /** Longest line, LF included. To be changed before the first line is cut, if at all. */
  limit: number;
  readonly #pending: PendingLine;
  /** The line of the latest chunk that began in an earlier one, where its memory is used again. */
  #spanning: { readonly frame: Frame; readonly bytes: Uint8Array } | null = null;
  readonly #isReused: boolean;
  #overlong: OverlongLine | null = null;

  /** Called when a line passes the limit; true means to go on behind it, false to stop here for good. */
  readonly #onOverlong: (line: OverlongLine) => boolean;
  /** Called when the end of an overlong line has been seen, with its final length. */
  readonly #onOverlongEnd: (line: OverlongLine) => void;

  constructor(
    settings: Pick<ReadSettings, 'maxFrameBytes' | 'start' | 'reuseChunks'>,
    onOverlong: (line: OverlongLine) => boolean,
    onOverlongEnd: (line: OverlongLine) => void,
  ) {
    this.#onOverlong = onOverlong;
    this.#onOverlongEnd = onOverlongEnd;
    this.#offset = settings.start.offset;
    this.#line = settings.start.line;
    this.limit = settings.maxFrameBytes;
    this.#isReused = settings.reuseChunks;
    this.#pending = new PendingLine(this.#isReused);
  }

  /** Offset of the first byte of the line that has no end yet. */
  get lineOffset(): number {
    return this.#offset;
  }

  /** Number of the line that has no end yet. */
  get lineNumber(): number {
    return this.#line;
  }

  /** Bytes seen of the line that has no end yet. */
  get pendingBytes(): number {
    return this.#overlong?.length ?? this.#pending.length;
  }

  /** Takes the next chunk and appends its whole lines to `out`. Returns false when it stopped at an overlong line. */
  push(bytes: Uint8Array, out: Frame[]): boolean {
    // A Buffer finds bytes natively, and everything after this wants one
    const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let position = 0;
    this.#beginChunk();
    while (position < chunk.length) {
      const lf = chunk.indexOf(LF, position);
      if (lf === -1) return this.#hold(position === 0 ? chunk : chunk.subarray(position));
      const length = lf + 1 - position;
      if (this.#pending.length === 0 && this.#overlong === null && length <= this.limit) {
        out.push(new Frame(this.#offset, length, this.#line++, chunk, position));
        this.#offset += length;
      } else if (!this.#finishLine(chunk.subarray(position, lf + 1), out)) {
        return false;
      }
      position = lf + 1;
    }
    return true;
  }

  #beginChunk(): void {
    this.#pending.beginChunk();
    this.#spanning?.frame.release(this.#spanning.bytes);
    this.#spanning = null;
  }

  /** Takes out the bytes behind the last LF: a frame without one, or what is known of an overlong line. */
  takeTail(): Frame | OverlongLine | null {
    if (this.#overlong !== null) {
      const overlong = this.#overlong;
      this.#overlong = null;
      return overlong;
    }
    if (this.#pending.length === 0) return null;
    const bytes = this.#pending.take();
    return new Frame(this.#offset, bytes.length, this.#line, bytes, 0);
  }

  #finishLine(last: Uint8Array, out: Frame[]): boolean {
    if (this.#overlong === null && this.#pending.length + last.length <= this.limit) {
      this.#pending.add(last, this.limit);
      const bytes = this.#pending.take();
      const frame = new Frame(this.#offset, bytes.length, this.#line++, bytes, 0);
      if (this.#isReused) this.#spanning = { frame, bytes };
      out.push(frame);
      this.#offset += bytes.length;
      return true;
    }
    if (this.#overlong !== null) {
      this.#overlong.length += last.length;
    } else {
      this.#overlong = this.#toOverlong(last);
      if (!this.#onOverlong(this.#overlong)) return false;
    }
    const overlong = this.#overlong;
    this.#overlong = null;
    this.#offset += overlong.length;
    this.#line++;
    this.#onOverlongEnd(overlong);
    return true;
  }

  #hold(part: Uint8Array): boolean {
    if (this.#overlong !== null) {
      this.#overlong.length += part.length;
      return true;
    }
    // event-log §1.1: so many bytes without an LF are too many, even if the next one were an LF
    if (this.#pending.length + part.length >= this.limit) {
      this.#overlong = this.#toOverlong(part);
      return this.#onOverlong(this.#overlong);
    }
    this.#pending.add(part, this.limit);
    return true;
  }

  #toOverlong(part: Uint8Array): OverlongLine {
    const length = this.#pending.length + part.length;
    const held = this.#pending.take();
    const head = Buffer.concat([held.subarray(0, HEAD_BYTES), part.subarray(0, Math.max(0, HEAD_BYTES - held.length))]);
    return { offset: this.#offset, line: this.#line, length, head };
  }
}
