/**
 * Finds where an object or array ends in a text that arrives in parts, without parsing it: it knows only the depth and whether it
 * stands inside a string. Each byte is looked at once, however many parts the value spans.
 *
 * For a text that is not JSON the end found is that of no value, but it never lies before the first fault: up to there depth and
 * string state are exact. So whoever parses what was found meets the fault.
 */
export class PieceScanner {
  #depth = 0;
  #isInString = false;
  #isAfterBackslash = false;

  /** Whether a value has been begun and not ended. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /**
   * Goes on at `start`; the first byte of a value must be its opening brace or bracket.
   *
   * @returns the offset after the closing brace or bracket, or -1 if the value goes on behind these bytes.
   */
  scan(bytes: Uint8Array, start: number): number {
    const end = bytes.length;
    let depth = this.#depth;
    let isInString = this.#isInString;
    let position = start;
    if (this.#isAfterBackslash && position < end) {
      this.#isAfterBackslash = false;
      position++;
    }
    while (position < end) {
      if (isInString) {
        let byte = bytes[position] as number;
        while (byte !== 0x22 && byte !== 0x5c && ++position < end) byte = bytes[position] as number;
        if (position >= end) break;
        if (byte === 0x22) {
          isInString = false;
          position++;
        } else if (position + 1 < end) {
          position += 2;
        } else {
          this.#isAfterBackslash = true;
          position = end;
        }
        continue;
      }
      const byte = bytes[position++] as number;
      if (byte === 0x22) isInString = true;
      // `{` and `[`, `}` and `]` differ in one bit only.
      else if ((byte | 0x20) === 0x7b) depth++;
      else if ((byte | 0x20) === 0x7d && --depth === 0) {
        this.#depth = 0;
        this.#isInString = false;
        return position;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    return -1;
  }
}
