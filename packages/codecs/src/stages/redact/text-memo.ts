/** Characters of the texts that are held. */
const MAX_HELD = 4_000_000;

/** What became of a text, and how many places of it were replaced. */
export interface Rewritten {
  readonly text: string;
  readonly places: number;
}

/**
 * What became of the texts of late. A checkpoint repeats all that its turn has so far, so that in a log of fx nine of ten texts were there a
 * moment ago.
 */
export class TextMemo {
  /** The one that was asked for last is last. */
  readonly #byText = new Map<string, Rewritten>();
  #held = 0;

  get(text: string): Rewritten | undefined {
    const known = this.#byText.get(text);
    if (known === undefined) return undefined;
    this.#byText.delete(text);
    this.#byText.set(text, known);
    return known;
  }

  /** Takes a text that is not there. */
  add(text: string, rewritten: Rewritten): void {
    const length = text.length + rewritten.text.length;
    if (length > MAX_HELD / 4) return;
    this.#byText.set(text, rewritten);
    this.#held += length;
    for (const [oldest, { text: became }] of this.#byText) {
      if (this.#held <= MAX_HELD) return;
      this.#byText.delete(oldest);
      this.#held -= oldest.length + became.length;
    }
  }

  clear(): void {
    this.#byText.clear();
    this.#held = 0;
  }
}
