import { rewriteJsonText } from '../../formats/fx/rewrite/rewrite-json-text.js';
import type { TextRewriter } from '../../formats/fx/rewrite/text-rewriter.js';
import {
  KEPT_EXTENSIONS,
  KEPT_ID_PREFIXES,
  KEPT_KEYS,
  KEPT_SCHEMES,
  KEPT_TOOLS,
  KEPT_VALUE_KEYS,
  KEPT_VALUES,
} from './kept-words.js';
import { placeholderFor } from './placeholder-images.js';
import { WordSubstitution } from './substitute-words.js';

/** Escapes of strings (they are what makes a text JSON or code), words, and everything beyond ASCII. */
const PIECES = /\\u[0-9a-fA-F]{4}|\\[nrtbf0](?![A-Za-z0-9])|\\[nrt]|[A-Za-z0-9]+|[^\0-\x7f]/gu;
/** Digits up to here are sizes, lines, ports, codes; longer ones can be numbers of people and accounts. */
const LONGEST_PLAIN_NUMBER = 6;
/** Ids with fewer letters and digits are counters and the like. */
const SHORTEST_RANDOM_ID = 10;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Punctuation, arrows, boxes, blocks, which are the form of a text. */
const FORM = /^[\u2000-\u206f\u2190-\u259f]$/;

/**
 * Makes a transcript anonymous and keeps its form: every letter becomes another letter, long numbers other numbers, line by line, and everything
 * that is not a word stays where it was. The same word becomes the same word, so that a path in a call is the path in its output.
 *
 * Kept are names of the programs' own tools and the keys and fixed words of their arguments, endings of files, schemes of addresses, numbers of up to
 * six digits, models, languages, times and costs. Images become one pixel, what a provider sealed is left out.
 */
export class Anonymizer implements TextRewriter {
  readonly #words: WordSubstitution;

  /** @param seed the same one gives the same texts; who knows it can find out whether a word he thinks of was there. */
  constructor(seed: string) {
    this.#words = new WordSubstitution(seed);
  }

  text(text: string): string {
    const start = text.search(/\S/);
    const isJson = start >= 0 && (text[start] === '{' || text[start] === '[');
    return (isJson ? this.#json(text) : null) ?? this.#plain(text);
  }

  json(text: string): string {
    return this.#json(text) ?? this.#plain(text);
  }

  path(path: string): string {
    return this.#plain(path);
  }

  model(name: string): string {
    return name;
  }

  toolName(name: string): string {
    if (KEPT_TOOLS.has(name)) return name;
    return name.replace(/[A-Za-z0-9]+/g, (word) => (word === 'mcp' ? word : this.#words.word(word)));
  }

  id(id: string): string {
    const isRandom = id.replace(/[^A-Za-z0-9]/g, '').length >= SHORTEST_RANDOM_ID;
    if (UUID.test(id)) return this.sessionId(id);
    return id.replace(/[A-Za-z0-9]+|[^\0-\x7f]/gu, (word) => {
      if (KEPT_ID_PREFIXES.has(word)) return word;
      if (word > '\x7f') return substituteBeyondAscii(word);
      return isRandom && word.length >= 4 ? this.#words.word(word) : this.#words.letters(word);
    });
  }

  sessionId(id: string): string {
    if (UUID.test(id)) {
      const hex = this.#words.hex(id);
      // The digits of the version and the variant say how to read the others.
      return hex.slice(0, 14) + id[14] + hex.slice(15, 19) + id[19] + hex.slice(20);
    }
    return id
      .split('-')
      .map((part) => (/^[0-9a-f]{8,}$/i.test(part) ? this.#words.hex(part) : this.id(part)))
      .join('-');
  }

  bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const changed = text.replace(/[A-Za-z0-9]+/g, (word) => this.#word(word)).replace(/[\x80-\xff]/g, '\xff');
    return Buffer.from(changed, 'latin1');
  }

  image(mediaType: string): string {
    return placeholderFor(mediaType);
  }

  opaque(): null {
    return null;
  }

  #json(text: string): string | null {
    return rewriteJsonText(text, {
      string: (value, key) => {
        if (key !== null && KEPT_VALUE_KEYS.has(key) && KEPT_VALUES.has(value)) return value;
        return this.text(value);
      },
      key: (value) => (KEPT_KEYS.has(value) ? value : this.#plain(value)),
      number: (token) => (/\d{7}/.test(token) ? token.replace(/\d{7,}/g, (digits) => this.#words.word(digits)) : null),
    });
  }

  #plain(text: string): string {
    return text.replace(PIECES, (piece, at: number) => {
      if (piece.startsWith('\\')) return piece.startsWith('\\u') ? '\\u0416' : piece;
      if (piece > '\x7f') return substituteBeyondAscii(piece);
      if (text[at - 1] === '.' && KEPT_EXTENSIONS.has(piece)) return piece;
      if (KEPT_SCHEMES.has(piece) && text.startsWith('://', at + piece.length)) return piece;
      return this.#word(piece);
    });
  }

  #word(word: string): string {
    return word.length <= LONGEST_PLAIN_NUMBER && /^\d+$/.test(word) ? word : this.#words.word(word);
  }
}

/** A character that takes as many bytes: a letter for whatever it was, unless it is the form of a text. */
function substituteBeyondAscii(char: string): string {
  const code = char.codePointAt(0) as number;
  if (FORM.test(char)) return char;
  if (code < 0x800) return '\u0436';
  // Half a surrogate pair is three bytes long, too, once it is replaced.
  return code < 0x10000 ? '\u3042' : '\u{10330}';
}
