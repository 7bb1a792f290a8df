/** What is set aside at first for a line that does not end in its chunk; most are not much longer. */
const FIRST_BYTES = 65_536;

/**
 * The bytes of a line whose end has not come yet, in one buffer that doubles as it fills, up to the limit of a frame. The
 * limit is checked by the caller; no more is set aside than twice what has arrived.
 *
 * Where chunks are reused, so are the buffers: a line that was taken is good until the next chunk comes, then its memory is
 * free. Two buffers are enough for that: a large one in which long lines are put together, and a small one for the beginning
 * of the next line, which comes in the same chunk as the end of the one before.
 *
 * @internal
 */
export class PendingLine {
  length = 0;
  #buffer: Buffer | null = null;
  /** The buffer of the line that was taken last. */
  #taken: Buffer | null = null;
  /** Buffers that nobody looks at any more, the smaller one first. */
  #free: Buffer[] = [];

  readonly #isReused: boolean;

  constructor(isReused: boolean) {
    this.#isReused = isReused;
  }

  /** Says that the next chunk has come, so that the line that was taken is not looked at any more. */
  beginChunk(): void {
    if (this.#taken !== null) this.#release(this.#taken);
    this.#taken = null;
  }

  /** @param limit Longest line there may be, in bytes. */
  add(part: Uint8Array, limit: number): void {
    const needed = this.length + part.length;
    if (this.#buffer === null) this.#buffer = this.#obtain(needed, limit);
    else if (this.#buffer.length < needed) {
      const larger = this.#obtain(needed, limit);
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#release(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer.set(part, this.length);
    this.length = needed;
  }

  /** The line so far; what is added from now on belongs to the next one. */
  take(): Uint8Array {
    const bytes = (this.#buffer ?? Buffer.alloc(0)).subarray(0, this.length);
    this.#taken = this.#buffer;
    this.#buffer = null;
    this.length = 0;
    return bytes;
  }

  #obtain(needed: number, limit: number): Buffer {
    const index = this.#free.findIndex(({ length }) => length >= needed);
    const [buffer] = index < 0 ? [] : this.#free.splice(index, 1);
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(needed, Math.min(limit, Math.max(FIRST_BYTES, 2 * needed))));
  }

  #release(buffer: Buffer): void {
    if (!this.#isReused) return;
    // The memory is not taken away from its views, as that of chunks is: V8 would count it as new each time and collect garbage for it.
    this.#free.push(buffer);
    this.#free.sort((a, b) => a.length - b.length);
    // What a line outgrew on its way is in the middle, and not needed again.
    if (this.#free.length > 2) this.#free.splice(1, this.#free.length - 2);
  }
}
