import { takeMemory } from './file-chunks.js';

/** What is set aside at first for a line that does not end in its chunk; most are not much longer. */
const FIRST_BYTES = 65_536;

/**
 * The bytes of a line whose end has not come yet, in one buffer that doubles as it fills, up to the limit of a frame. The
 * limit is checked by the caller; no more is set aside than twice what has arrived.
 *
 * Where chunks are reused, so is this buffer: two of them take turns, since the line that was taken last is still being
 * looked at while the next one begins.
 *
 * @internal
 */
export class PendingLine {
  length = 0;
  private buffer: Buffer | null = null;
  /** The buffer of the line that was taken last, and the one before it. */
  private taken: Buffer | null = null;
  private spare: Buffer | null = null;

  constructor(
    private readonly maxBytes: number,
    private readonly isReused: boolean,
  ) {}

  add(part: Uint8Array): void {
    const needed = this.length + part.length;
    if (this.buffer === null) this.buffer = this.first(needed);
    else if (this.buffer.length < needed) {
      const larger = Buffer.allocUnsafeSlow(this.capacity(needed));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.buffer.set(part, this.length);
    this.length = needed;
  }

  /** The line so far; what is added from now on belongs to the next one. */
  take(): Uint8Array {
    const bytes = (this.buffer ?? Buffer.alloc(0)).subarray(0, this.length);
    if (this.isReused) {
      this.spare = this.taken;
      this.taken = this.buffer;
    }
    this.buffer = null;
    this.length = 0;
    return bytes;
  }

  private first(needed: number): Buffer {
    const { spare } = this;
    this.spare = null;
    if (spare === null || spare.length < needed) return Buffer.allocUnsafeSlow(this.capacity(needed));
    return Buffer.from(takeMemory(spare.buffer as ArrayBuffer));
  }

  private capacity(needed: number): number {
    return Math.max(needed, Math.min(this.maxBytes, Math.max(FIRST_BYTES, 2 * needed)));
  }
}
