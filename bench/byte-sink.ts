/**
 * Collects text and bytes into chunks of one exact size and hands each on as it fills up, so that a log of any size is
 * written in constant memory. A chunk is only valid during the call.
 */
export class ByteSink {
  readonly #chunk: Buffer;
  readonly #onChunk: (chunk: Buffer) => void;
  #used = 0;
  #flushed = 0;

  constructor(chunkBytes: number, onChunk: (chunk: Buffer) => void) {
    this.#chunk = Buffer.allocUnsafe(chunkBytes);
    this.#onChunk = onChunk;
  }

  /** Bytes taken in so far. */
  get length(): number {
    return this.#flushed + this.#used;
  }

  text(text: string): void {
    // UTF-8 needs at most three bytes for one UTF-16 unit.
    if (text.length * 3 <= this.#chunk.length - this.#used) this.#used += this.#chunk.write(text, this.#used, 'utf8');
    else this.bytes(Buffer.from(text, 'utf8'));
  }

  bytes(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const count = Math.min(bytes.length - done, this.#chunk.length - this.#used);
      this.#chunk.set(bytes.subarray(done, done + count), this.#used);
      this.#used += count;
      done += count;
      if (this.#used === this.#chunk.length) this.#flush();
    }
  }

  /** Hands on what is left. */
  end(): void {
    if (this.#used > 0) this.#flush();
  }

  #flush(): void {
    this.#onChunk(this.#chunk.subarray(0, this.#used));
    this.#flushed += this.#used;
    this.#used = 0;
  }
}
