import { Frame, LF } from './frame.js';

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
/** Parts of a line that are shorter than this are copied together, so that a line in tiny chunks costs no list of millions. */
const SMALL_PART_BYTES = 16_384;
const GATHER_BYTES = 65_536;

/**
 * Cuts chunks into lines. The one core under every way of reading frames; it knows LF and the size limit and nothing else.
 *
 * Lines inside one chunk are views of it. A line that spans chunks is put together once, when its LF arrives. Never more
 * than `maxFrameBytes` are held for a line that has no end yet: past that its bytes are only counted.
 *
 * @internal
 */
export class LineScanner {
  private parts: Uint8Array[] = [];
  private gather: Buffer | null = null;
  private gathered = 0;
  private held = 0;
  private overlong: OverlongLine | null = null;

  constructor(
    private readonly maxFrameBytes: number,
    /** Offset of the first byte of the line being read. */
    private offset: number,
    private line: number,
    /** Called when a line passes the limit; true means to go on behind it, false to stop here for good. */
    private readonly onOverlong: (line: OverlongLine) => boolean,
    /** Called when the end of an overlong line has been seen, with its final length. */
    private readonly onOverlongEnd: (line: OverlongLine) => void,
  ) {}

  /** Offset of the first byte of the line that has no end yet. */
  get lineOffset(): number {
    return this.offset;
  }

  /** Number of the line that has no end yet. */
  get lineNumber(): number {
    return this.line;
  }

  /** Bytes seen of the line that has no end yet. */
  get pendingBytes(): number {
    return this.overlong?.length ?? this.held;
  }

  /** Takes the next chunk and appends its whole lines to `out`. Returns false when it stopped at an overlong line. */
  push(bytes: Uint8Array, out: Frame[]): boolean {
    // a Buffer finds bytes natively, and everything after this wants one
    const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let position = 0;
    while (position < chunk.length) {
      const lf = chunk.indexOf(LF, position);
      if (lf === -1) return this.hold(position === 0 ? chunk : chunk.subarray(position));
      const length = lf + 1 - position;
      if (this.held === 0 && this.overlong === null && length <= this.maxFrameBytes) {
        out.push(new Frame(this.offset, length, this.line++, chunk, position));
        this.offset += length;
      } else if (!this.finishLine(chunk.subarray(position, lf + 1), out)) {
        return false;
      }
      position = lf + 1;
    }
    return true;
  }

  /** Takes out the bytes behind the last LF: a frame without one, or what is known of an overlong line. */
  takeTail(): Frame | OverlongLine | null {
    if (this.overlong !== null) {
      const { overlong } = this;
      this.overlong = null;
      return overlong;
    }
    if (this.held === 0) return null;
    const bytes = this.assemble();
    return new Frame(this.offset, bytes.length, this.line, bytes, 0);
  }

  private finishLine(last: Uint8Array, out: Frame[]): boolean {
    if (this.overlong === null && this.held + last.length <= this.maxFrameBytes) {
      this.add(last);
      const bytes = this.assemble();
      out.push(new Frame(this.offset, bytes.length, this.line++, bytes, 0));
      this.offset += bytes.length;
      return true;
    }
    if (this.overlong !== null) {
      this.overlong.length += last.length;
    } else {
      this.overlong = this.toOverlong(last);
      if (!this.onOverlong(this.overlong)) return false;
    }
    const { overlong } = this;
    this.overlong = null;
    this.offset += overlong.length;
    this.line++;
    this.onOverlongEnd(overlong);
    return true;
  }

  private hold(part: Uint8Array): boolean {
    if (this.overlong !== null) {
      this.overlong.length += part.length;
      return true;
    }
    // event-log §1.1: so many bytes without an LF are too many, even if the next one were an LF
    if (this.held + part.length >= this.maxFrameBytes) {
      this.overlong = this.toOverlong(part);
      return this.onOverlong(this.overlong);
    }
    this.add(part);
    return true;
  }

  private add(part: Uint8Array): void {
    this.held += part.length;
    if (part.length >= SMALL_PART_BYTES) {
      this.closeGather();
      this.parts.push(part);
      return;
    }
    if (this.gather !== null && this.gathered + part.length > GATHER_BYTES) this.closeGather();
    this.gather ??= Buffer.allocUnsafeSlow(GATHER_BYTES);
    this.gather.set(part, this.gathered);
    this.gathered += part.length;
  }

  private closeGather(): void {
    if (this.gather !== null) this.parts.push(this.gather.subarray(0, this.gathered));
    this.gather = null;
    this.gathered = 0;
  }

  private assemble(): Uint8Array {
    this.closeGather();
    const [only] = this.parts;
    const bytes = this.parts.length === 1 && only !== undefined ? only : Buffer.concat(this.parts, this.held);
    this.parts = [];
    this.held = 0;
    return bytes;
  }

  private toOverlong(part: Uint8Array): OverlongLine {
    const length = this.held + part.length;
    this.closeGather();
    const head = Buffer.allocUnsafeSlow(Math.min(HEAD_BYTES, length));
    let filled = 0;
    for (const piece of [...this.parts, part]) {
      if (filled === head.length) break;
      const used = piece.subarray(0, head.length - filled);
      head.set(used, filled);
      filled += used.length;
    }
    this.parts = [];
    this.held = 0;
    return { offset: this.offset, line: this.line, length, head };
  }
}
