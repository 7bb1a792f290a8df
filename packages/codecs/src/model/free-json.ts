import { type JsonStyle, type JsonValue, stringifyJson } from '@fxlog/json';
import { compatibleNumber } from './compatible-number.js';
import { type ForeignJson, keysOf, parseForeignJson, toForeignJson } from './ordered-json.js';

/**
 * A piece of JSON that the model does not look into: the input of a tool it does not know, a structured output. It is held as compact text, so
 * that the order of keys and the spelling of numbers stay what they were (common-model §A6).
 *
 * @example
 * FreeJson.parse('{ "b": 5.0, "1": 2 }').text; // {"b":5.0,"1":2}
 */
export class FreeJson {
  /** The value `null`. */
  static readonly NULL: FreeJson = new FreeJson('null');

  private constructor(
    /** Compact JSON, keys in source order, numbers as they were spelled; of repeated keys the last. */
    readonly text: string,
  ) {}

  /**
   * From JSON text.
   *
   * @throws SyntaxError if it is not JSON.
   */
  static parse(text: string): FreeJson {
    return FreeJson.from(toForeignJson(JSON.parse(text), text), text);
  }

  /** From text that is known to be compact JSON. @internal */
  static ofCompact(text: string): FreeJson {
    return new FreeJson(text);
  }

  /** From what a text was parsed to. @internal */
  static from({ value, isCompact }: ForeignJson, text: string): FreeJson {
    // Mostly the text is compact already.
    return isCompact ? new FreeJson(text) : FreeJson.of(value);
  }

  /** From a value; one that `parseForeignJson` gave keeps the order of its source. */
  static of(value: JsonValue): FreeJson {
    return value === null ? FreeJson.NULL : new FreeJson(stringifyJson(value, WRITE_AS_IS));
  }

  /** The value: plain objects, numbers exact. Every call parses anew. */
  toValue(): JsonValue {
    return parseForeignJson(this.text);
  }

  /** The text as the peer writes it: keys sorted by code point at every level, integers beyond 64 bits as floats (common-model §A6). */
  toCompatibleText(): string {
    return stringifyJson(this.toValue(), WRITE_COMPATIBLE);
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

const WRITE_AS_IS: JsonStyle = { keys: keysOf, number: (token) => token };
const WRITE_COMPATIBLE: JsonStyle = {
  keys: (object) => sortByCodePoint(Object.keys(object)),
  number: compatibleNumber,
};

/** Sorts texts by code point, which is the order of their UTF-8 bytes and not that of UTF-16. */
export function sortByCodePoint(texts: readonly string[]): string[] {
  // Up to U+D7FF both orders agree.
  if (texts.every((text) => !/[\ud800-\uffff]/.test(text))) return [...texts].sort();
  return [...texts].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
