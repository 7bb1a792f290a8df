/** LF, the only byte that ends a line (event-log §1.1). */
export const LF = 0x0a;

const GONE = Buffer.alloc(0);

/**
 * One physical line of a log.
 *
 * A frame holds the chunk that it came in and its place there, so that no bytes are copied and no view is built until
 * `bytes` is asked for. Chunks are not used again unless the reader was told to (`reuseChunks`): a frame stays valid for as
 * long as it is held, and keeps its chunk alive for as long.
 */
export class Frame {
  /** @internal */
  constructor(
    /** Bytes from the start of the file to the first byte of the line. */
    readonly offset: number,
    /** Bytes of the line in the file, its LF included. */
    readonly length: number,
    /** Number of the line in the file, from 1. */
    readonly line: number,
    /** @internal The chunk that holds the line. */
    public chunk: Uint8Array,
    /** @internal Where the line begins in `chunk`. */
    public start: number,
  ) {}

  /** Takes memory that is used again away from the frame, unless the frame was kept. @internal */
  release(memory: Uint8Array): void {
    if (this.chunk === memory) this.chunk = GONE;
  }

  /** Copies the bytes out of the chunk, so that the frame outlives it. */
  keep(): this {
    this.chunk = Buffer.from(this.bytes);
    this.start = 0;
    return this;
  }

  /** The bytes of the line, LF included: a view, not a copy. */
  get bytes(): Uint8Array {
    return this.chunk.subarray(this.start, this.start + this.length);
  }

  /** Offset of the first byte after the line. */
  get end(): number {
    return this.offset + this.length;
  }
}

/** Frames that lie one after the other in one chunk, so that they can be recognised together. */
export interface FrameRun {
  readonly count: number;
  readonly chunk: Uint8Array;
  /** Where the first one begins in the chunk, and where the last one ends. */
  readonly start: number;
  readonly end: number;
}

/** The longest run of frames that begins at one of them. */
export function runOfFrames(frames: readonly Frame[], first: number): FrameRun {
  const { chunk, start } = frames[first] as Frame;
  let end = start;
  let count = 0;
  for (let index = first; index < frames.length; index++) {
    const frame = frames[index] as Frame;
    if (frame.chunk !== chunk || frame.start !== end) break;
    end += frame.length;
    count++;
  }
  return { count, chunk, start, end };
}
