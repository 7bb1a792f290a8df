/** Characters that nobody sees: soft hyphens, joiners, marks of direction and the like. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** These, line ends, also escaped ones, blanks, and control characters with the colours that they set; also spelled as escapes. */
const SEPARATORS =
  /(?:\p{Default_Ignorable_Code_Point}|\s|\p{Cc}(?:\[[\d;]{0,16}m)?|\\(?:[nrt]|\r?\n)|\\u(?:00ad|200[b-f]|2060|feff))+/giu;

/** A text without characters that may stand inside of what it says, and where what is left was. */
export class CompactText {
  readonly text: string;
  /** Where pieces begin in the compact text, and where in the original; both rise. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];

  private constructor(original: string, separators: RegExp) {
    const pieces: string[] = [];
    let length = 0;
    let at = 0;
    const take = (end: number): void => {
      if (end === at) return;
      this.#starts.push(length);
      this.#origins.push(at);
      pieces.push(original.slice(at, end));
      length += end - at;
    };
    for (const { 0: separator, index } of original.matchAll(separators)) {
      take(index);
      at = index + separator.length;
    }
    take(original.length);
    this.text = pieces.join('');
  }

  /** Without what nobody sees; null where there is nothing of it. */
  static withoutInvisible(text: string): CompactText | null {
    return text.search(INVISIBLE) === -1 ? null : new CompactText(text, INVISIBLE);
  }

  /** Without that, line ends, blanks and control characters; null where there is nothing of it. */
  static withoutSeparators(text: string): CompactText | null {
    return text.search(SEPARATORS) === -1 ? null : new CompactText(text, SEPARATORS);
  }

  /** Where a position of the compact text was; that behind a piece of it is the one behind its last character. */
  originOf(position: number, isEnd = false): number {
    let low = 0;
    let high = this.#starts.length - 1;
    const wanted = isEnd ? position - 1 : position;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= wanted) low = middle;
      else high = middle - 1;
    }
    return (this.#origins[low] ?? 0) + position - (this.#starts[low] ?? 0);
  }
}

/** A value without what may split it. */
export function compactValue(value: string): string {
  return value.replace(SEPARATORS, '');
}
