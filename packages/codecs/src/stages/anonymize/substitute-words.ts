import { createHmac } from 'node:crypto';

/** Letters that no word of a language is made of, so that what stands in an anonymised text is not taken for something that was there. */
const LETTERS = 'gjkqvwxzyh';
const CACHE_SIZE = 20_000;

/** Replaces words by others of the same length and case, as a key has it; without the key nobody can tell what they were. */
export class WordSubstitution {
  readonly #key: string;
  #cache = new Map<string, string>();

  constructor(seed: string) {
    this.#key = `fxlog anonymize ${seed}`;
  }

  /** A word of letters and digits: a letter for a letter, a digit for a digit. */
  word(word: string): string {
    let changed = this.#cache.get(word);
    if (changed === undefined) {
      changed = this.#substitute(word);
      if (this.#cache.size >= CACHE_SIZE) this.#cache = new Map();
      this.#cache.set(word, changed);
    }
    return changed;
  }

  /** Hex digits for hex digits. */
  hex(word: string): string {
    const stream = this.#stream(word);
    return [...word].map((char, at) => hexFor(char, stream(at))).join('');
  }

  /** A letter for a letter, different ones for different ones, and digits as they are: short ids stay apart. */
  letters(word: string): string {
    return [...word].map((char) => this.#permuted(char)).join('');
  }

  #substitute(word: string): string {
    const stream = this.#stream(word);
    const chars = [...word].map((char, at) => substituteChar(char, stream(at), at));
    const changed = chars.join('');
    if (changed !== word) return changed;
    return chars
      .map((char, at) => (at === 0 ? substituteChar(char, LETTERS.indexOf(char.toLowerCase()) + 1, at) : char))
      .join('');
  }

  /** As many bytes as a word is long. */
  #stream(word: string): (at: number) => number {
    let block = -1;
    let bytes: Uint8Array = new Uint8Array(0);
    return (at) => {
      if (at >> 5 !== block) {
        block = at >> 5;
        bytes = createHmac('sha256', this.#key).update(`${block} ${word}`).digest();
      }
      return bytes[at & 31] as number;
    };
  }

  #permutation: string | null = null;

  #permuted(char: string): string {
    this.#permutation ??= shuffled('abcdefghijklmnopqrstuvwxyz', this.#stream('permutation'));
    const at = char.toLowerCase().charCodeAt(0) - 0x61;
    if (at < 0 || at > 25) return char;
    const letter = this.#permutation[at] as string;
    return char === char.toLowerCase() ? letter : letter.toUpperCase();
  }
}

function substituteChar(char: string, byte: number, at: number): string {
  if (char >= 'a' && char <= 'z') return LETTERS[byte % LETTERS.length] as string;
  if (char >= 'A' && char <= 'Z') return (LETTERS[byte % LETTERS.length] as string).toUpperCase();
  // No leading zero: a number keeps its length.
  if (char >= '0' && char <= '9') return String(at === 0 ? 1 + (byte % 9) : byte % 10);
  return char;
}

function hexFor(char: string, byte: number): string {
  if (char >= '0' && char <= '9') return String(byte % 10);
  if (char >= 'a' && char <= 'f') return 'abcdef'[byte % 6] as string;
  if (char >= 'A' && char <= 'F') return 'ABCDEF'[byte % 6] as string;
  return char;
}

function shuffled(alphabet: string, stream: (at: number) => number): string {
  const letters = [...alphabet];
  for (let at = letters.length - 1; at > 0; at--) {
    const other = stream(at) % (at + 1);
    [letters[at], letters[other]] = [letters[other] as string, letters[at] as string];
  }
  return letters.join('');
}
