/**
 * Tokens of the state document that are read byte by byte, because they may be split anywhere: strings of bounded length, numbers
 * and literals. None keeps more than its bound, however long the token is.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A string token with its quotes. */
export class StringToken {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  #isAfterBackslash = false;
  #isOpened = false;

  constructor(
    /** Offset of the opening quote in the document. */
    readonly offset: number,
    /** How long the string may be, in UTF-8 bytes after escapes are resolved. */
    readonly maxBytes: number,
  ) {}

  /** Whether so many bytes have come that, whatever their spelling, they hold more than `maxBytes`: `\u00xx` takes six for one. */
  get isHopeless(): boolean {
    return this.#length >= this.#enough;
  }

  /** The opening quote, and more complete spellings than bytes are allowed. */
  get #enough(): number {
    return 1 + 6 * (this.maxBytes + 1);
  }

  /** The bytes so far, quotes included. */
  get bytes(): Uint8Array {
    return this.#parts.length === 1 ? (this.#parts[0] as Uint8Array) : Buffer.concat(this.#parts);
  }

  /** @returns the offset after the closing quote, or -1 if the string goes on behind these bytes. */
  take(bytes: Uint8Array, start: number): number {
    const limit = Math.min(bytes.length, start + this.#enough);
    let position = start;
    if (!this.#isOpened) {
      this.#isOpened = true;
      position++;
    }
    for (; position < limit; position++) {
      const byte = bytes[position];
      if (this.#isAfterBackslash) this.#isAfterBackslash = false;
      else if (byte === BACKSLASH) this.#isAfterBackslash = true;
      else if (byte === QUOTE) {
        this.#keep(bytes.subarray(start, position + 1));
        return position + 1;
      }
    }
    this.#keep(new Uint8Array(bytes.subarray(start, limit)));
    return -1;
  }

  #keep(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

/**
 * Where a string token becomes longer than allowed.
 *
 * @param token the token from its opening quote, perhaps without its end.
 * @returns the offset of the first byte too many, or -1.
 */
export function findExcess(token: Uint8Array, maxBytes: number): number {
  let length = 0;
  let position = 1;
  while (position < token.length) {
    const byte = token[position] as number;
    let width = 1;
    let spelled = 1;
    if (byte === QUOTE) return -1;
    if (byte === BACKSLASH) {
      spelled = 2;
      if (token[position + 1] === 0x75) {
        spelled = 6;
        const unit = Number.parseInt(Buffer.from(token.subarray(position + 2, position + 6)).toString('latin1'), 16);
        // Each half of a surrogate pair stands for two of the four bytes.
        width = unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
      }
      if (position + spelled > token.length) return -1;
    }
    length += width;
    if (length > maxBytes) return position;
    position += spelled;
  }
  return -1;
}

/** Which bytes may follow in a number, by the state it is in. */
const NumberPart = {
  Start: 0,
  Minus: 1,
  Zero: 2,
  Digits: 3,
  Point: 4,
  Fraction: 5,
  Exponent: 6,
  ExponentSign: 7,
  ExponentDigits: 8,
} as const;

type NumberPart = (typeof NumberPart)[keyof typeof NumberPart];

/** No integer of 64 bits is longer than this, sign included; what is longer is only checked, not kept. */
const MAX_KEPT_NUMBER = 24;

/** A number token. */
export class NumberToken {
  #part: NumberPart = NumberPart.Start;
  #text = '';

  constructor(
    /** Offset of the first byte in the document. */
    readonly offset: number,
  ) {}

  /** The token if it is spelled as an integer that 64 bits might hold, else null. */
  get integerText(): string | null {
    const isInteger = this.#part === NumberPart.Digits || this.#part === NumberPart.Zero;
    return isInteger && this.#text.length < MAX_KEPT_NUMBER ? this.#text : null;
  }

  /** Takes one byte: `more` if the number may go on, `end` if the byte no longer belongs to it, `bad` if it breaks the grammar. */
  take(byte: number): 'more' | 'end' | 'bad' {
    const next = this.#next(byte);
    if (next === 'end' || next === 'bad') return next;
    this.#part = next;
    if (this.#text.length < MAX_KEPT_NUMBER) this.#text += String.fromCharCode(byte);
    return 'more';
  }

  #next(byte: number): NumberPart | 'end' | 'bad' {
    const isDigit = byte >= 0x30 && byte <= 0x39;
    const isE = byte === 0x65 || byte === 0x45;
    switch (this.#part) {
      case NumberPart.Start:
        if (byte === 0x2d) return NumberPart.Minus;
        return byte === 0x30 ? NumberPart.Zero : NumberPart.Digits;
      case NumberPart.Minus:
        if (byte === 0x30) return NumberPart.Zero;
        return isDigit ? NumberPart.Digits : 'bad';
      case NumberPart.Zero:
        if (byte === 0x2e) return NumberPart.Point;
        if (isE) return NumberPart.Exponent;
        return isDigit ? 'bad' : 'end';
      case NumberPart.Digits:
        if (isDigit) return NumberPart.Digits;
        if (byte === 0x2e) return NumberPart.Point;
        return isE ? NumberPart.Exponent : 'end';
      case NumberPart.Point:
        return isDigit ? NumberPart.Fraction : 'bad';
      case NumberPart.Fraction:
        if (isDigit) return NumberPart.Fraction;
        return isE ? NumberPart.Exponent : 'end';
      case NumberPart.Exponent:
        if (byte === 0x2b || byte === 0x2d) return NumberPart.ExponentSign;
        return isDigit ? NumberPart.ExponentDigits : 'bad';
      case NumberPart.ExponentSign:
        return isDigit ? NumberPart.ExponentDigits : 'bad';
      case NumberPart.ExponentDigits:
        return isDigit ? NumberPart.ExponentDigits : 'end';
    }
  }
}

/** `true` or `false`. */
export class BoolToken {
  #taken = 0;
  readonly #word: 'true' | 'false';

  constructor(
    /** Offset of the first byte in the document. */
    readonly offset: number,
    first: number,
  ) {
    this.#word = first === 0x74 ? 'true' : 'false';
  }

  get value(): boolean {
    return this.#word === 'true';
  }

  /** Takes one byte: `done` once the word is complete, `bad` if it is another word. */
  take(byte: number): 'more' | 'done' | 'bad' {
    if (this.#word.charCodeAt(this.#taken++) !== byte) return 'bad';
    return this.#taken === this.#word.length ? 'done' : 'more';
  }
}
