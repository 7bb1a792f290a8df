/** Size of the memory that short texts share. */
const SHARED_BYTES = 262_144;

/** Texts from this length on, in UTF-16 units, get memory of their own. */
const LONG_TEXT = 32_768;

/**
 * Collects texts as bytes of UTF-8. Each is encoded when it comes: one long string that is put together first takes several times as long.
 */
export class TextBuffer {
  readonly #shared = Buffer.allocUnsafe(SHARED_BYTES);
  /** What is ready, in order; the end of it is still in the shared memory. */
  #chunks: Uint8Array[] = [];
  #size = 0;
  #used = 0;

  add(text: string): void {
    if (text.length >= LONG_TEXT) {
      this.#flush();
      this.#push(Buffer.from(text));
      return;
    }
    // A UTF-16 unit takes at most three bytes.
    if (this.#used + text.length * 3 > SHARED_BYTES) this.#flush();
    this.#used += this.#shared.write(text, this.#used);
  }

  /** The bytes of what was added since the last call; null when there are none. */
  take(): Uint8Array | null {
    this.#flush();
    const chunks = this.#chunks;
    if (chunks.length === 0) return null;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#push(Buffer.from(this.#shared.subarray(0, this.#used)));
    this.#used = 0;
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }
}
