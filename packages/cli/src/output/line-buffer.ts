/** Bytes of output that are put together, so that one write takes many lines. What is added need not outlive the call. */
export class LineBuffer {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    const needed = this.#length + part.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length = needed;
  }

  /** What was added; what is added from now on goes into other memory. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(Math.max(this.#length, 1 << 16));
    this.#length = 0;
    return taken;
  }
}
