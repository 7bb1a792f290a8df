/**
 * A strict parser over bytes: RFC 8259 to the letter, no duplicate key at any depth, no lone surrogate, strict UTF-8, number
 * tokens exact (event-log §1.3, §1.4). One loop with its own stack, so that depth costs memory but never the call stack; the same
 * loop checks without building (`maxDepth: 0`).
 */
import { exactInteger } from './exact-integer.js';
import { JsonError, type JsonErrorCode } from './json-error.js';
import { JsonNumber, type JsonObject, type JsonValue, UnbuiltJson } from './json-value.js';
import { parseCanonical } from './parse-canonical.js';

export interface ParseOptions {
  /** First byte of the text; default 0. */
  readonly start?: number;
  /** End of the text, exclusive; default the length of the input. */
  readonly end?: number;
  /** Whether LF counts as whitespace. Inside a frame it cannot occur; in a control file it can. Default true. */
  readonly whitespaceLf?: boolean;
  /** Containers nested deeper than this are checked but come back as {@link UnbuiltJson}; default no limit. */
  readonly maxDepth?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;
const ZERO = 0x30;

/** 1 for the bytes that a string can hold as they are: ASCII from 0x20 except quote and backslash. */
const PLAIN = new Uint8Array(256);
for (let byte = 0x20; byte < 0x80; byte++) PLAIN[byte] = byte === QUOTE || byte === BACKSLASH ? 0 : 1;

/** From how many keys on an object that is only checked looks its keys up in a set. */
const LINEAR_KEYS = 12;

function fail(code: JsonErrorCode, offset: number): never {
  throw new JsonError(code, offset);
}

/**
 * Parses exactly one JSON value.
 *
 * @throws JsonError with the byte offset of the first fault; `unexpected-end` if the input is only a prefix of a value.
 */
export function parseJson(bytes: Uint8Array, options: ParseOptions = {}): JsonValue {
  return (isWhole(options) ? parseCanonical(bytes) : undefined) ?? new Parser(bytes, options).run();
}

function isWhole({ start, end, maxDepth, whitespaceLf = true }: ParseOptions): boolean {
  return start === undefined && end === undefined && maxDepth === undefined && whitespaceLf;
}

/** Same verdict as {@link parseJson}, without building the value. */
export function checkJson(bytes: Uint8Array, options: ParseOptions = {}): void {
  new Parser(bytes, { ...options, maxDepth: 0 }).run();
}

class Parser {
  readonly #bytes: Uint8Array;
  readonly #view: Buffer;
  readonly #end: number;
  readonly #whitespaceLf: boolean;
  readonly #maxDepth: number;
  #position: number;

  /** Keys of the objects now open that are only checked, those of the innermost on top. */
  readonly #openKeys: string[] = [];
  readonly #keyBases: number[] = [];
  readonly #keySets = new Map<number, Set<string>>();

  constructor(bytes: Uint8Array, options: ParseOptions) {
    this.#bytes = bytes;
    this.#view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#position = options.start ?? 0;
    this.#end = Math.min(options.end ?? bytes.length, bytes.length);
    this.#whitespaceLf = options.whitespaceLf ?? true;
    this.#maxDepth = options.maxDepth ?? Number.POSITIVE_INFINITY;
  }

  run(): JsonValue {
    const maxDepth = this.#maxDepth;
    // One entry per open container that is built: the container itself, and the key that it waits to fill.
    const containers: (JsonValue[] | JsonObject)[] = [];
    const keys: string[] = [];
    // One entry per open container; of those that are only checked nothing else is held, however deep they lie.
    const isObject: boolean[] = [];
    /** Where the outermost container that is only checked begins. */
    let unbuiltStart = 0;
    let depth = 0;

    for (;;) {
      // A value is due here.
      this.#skipWhitespace();
      let value: JsonValue;
      const byte = this.#peek();
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        const build = depth < maxDepth;
        const asObject = byte === OPEN_OBJECT;
        if (depth === maxDepth) unbuiltStart = this.#position;
        this.#position++;
        isObject[depth] = asObject;
        if (build) containers[depth] = asObject ? {} : [];
        else if (asObject) this.#keyBases.push(this.#openKeys.length);
        depth++;
        this.#skipWhitespace();
        if (this.#peek() !== (asObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
          if (asObject) this.#nextKey(containers, keys, depth);
          continue;
        }
      } else if (byte === QUOTE) {
        value = this.#readString(depth <= maxDepth);
        if (depth === 0) return this.#finish(value);
        if (depth <= maxDepth) this.#attach(containers[depth - 1] as JsonValue[] | JsonObject, keys[depth - 1], value);
      } else {
        value = byte === MINUS || (byte >= ZERO && byte <= 0x39) ? this.#readNumber() : this.#readLiteral(byte);
        if (depth === 0) return this.#finish(value);
        if (depth <= maxDepth) this.#attach(containers[depth - 1] as JsonValue[] | JsonObject, keys[depth - 1], value);
      }

      // A value is complete, or an empty container is about to close: go on in the container around it.
      for (;;) {
        this.#skipWhitespace();
        const next = this.#peek();
        const asObject = isObject[depth - 1] as boolean;
        if (next === COMMA) {
          this.#position++;
          if (asObject) {
            this.#skipWhitespace();
            this.#nextKey(containers, keys, depth);
          }
          break;
        }
        if (next !== (asObject ? CLOSE_OBJECT : CLOSE_ARRAY)) fail('syntax', this.#position);
        this.#position++;
        depth--;
        if (depth >= maxDepth && asObject) this.#forgetKeys();
        if (depth > maxDepth) continue;
        const closed =
          depth === maxDepth
            ? new UnbuiltJson(unbuiltStart, this.#position)
            : (containers[depth] as JsonValue[] | JsonObject);
        if (depth === 0) return this.#finish(closed);
        this.#attach(containers[depth - 1] as JsonValue[] | JsonObject, keys[depth - 1], closed);
      }
    }
  }

  /** Reads a key: of an object that is built, for its next value. */
  #nextKey(containers: readonly (JsonValue[] | JsonObject)[], keys: string[], depth: number): void {
    if (depth > this.#maxDepth) this.#readKey(null);
    else keys[depth - 1] = this.#readKey(containers[depth - 1] as JsonObject);
  }

  #attach(container: JsonValue[] | JsonObject, key: string | undefined, value: JsonValue): void {
    if (Array.isArray(container)) container.push(value);
    else if (key === '__proto__') {
      // An assignment would call the setter of Object.prototype instead of making a property.
      Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
    } else container[key as string] = value;
  }

  #finish(value: JsonValue): JsonValue {
    this.#skipWhitespace();
    if (this.#position < this.#end) fail('trailing-data', this.#position);
    return value;
  }

  #peek(): number {
    if (this.#position >= this.#end) fail('unexpected-end', this.#end);
    return this.#bytes[this.#position] as number;
  }

  #skipWhitespace(): void {
    const bytes = this.#bytes;
    const end = this.#end;
    const whitespaceLf = this.#whitespaceLf;
    let position = this.#position;
    while (position < end) {
      const byte = bytes[position];
      if (byte === 0x20 || byte === 0x09 || byte === 0x0d || (byte === 0x0a && whitespaceLf)) position++;
      else break;
    }
    this.#position = position;
  }

  /** Reads a key and its colon; `object` is null where the object is only checked. */
  #readKey(object: JsonObject | null): string {
    if (this.#peek() !== QUOTE) fail('syntax', this.#position);
    const start = this.#position;
    const key = this.#readString(true) as string;
    if (object === null ? !this.#rememberKey(key) : Object.hasOwn(object, key)) fail('duplicate-key', start);
    this.#skipWhitespace();
    if (this.#peek() !== COLON) fail('syntax', this.#position);
    this.#position++;
    // Claims the key at once, so that a repeat is seen before its value is read.
    if (object !== null) this.#attach(object, key, null);
    return key;
  }

  #rememberKey(key: string): boolean {
    const depth = this.#keyBases.length;
    const base = this.#keyBases[depth - 1] as number;
    const count = this.#openKeys.length - base;
    let set = this.#keySets.get(depth);
    if (set === undefined && count >= LINEAR_KEYS) {
      set = new Set(this.#openKeys.slice(base));
      this.#keySets.set(depth, set);
    }
    if (set !== undefined) {
      if (set.has(key)) return false;
      set.add(key);
      return true;
    }
    for (let index = base; index < this.#openKeys.length; index++) if (this.#openKeys[index] === key) return false;
    this.#openKeys.push(key);
    return true;
  }

  #forgetKeys(): void {
    this.#keySets.delete(this.#keyBases.length);
    this.#openKeys.length = this.#keyBases.pop() as number;
  }

  /** Reads a string; with `build` false the result is an empty string. */
  #readString(build: boolean): string {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.#position;
    let position = start + 1;
    let hasEscape = false;
    let isAscii = true;
    for (;;) {
      while (position < end && PLAIN[bytes[position] as number] === 1) position++;
      if (position >= end) fail('unexpected-end', end);
      const byte = bytes[position] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        hasEscape = true;
        position = this.#checkEscape(position);
      } else if (byte < 0x20) {
        fail('control-character', position);
      } else {
        isAscii = false;
        position = this.#checkSequence(position);
      }
    }
    this.#position = position + 1;
    if (!build) return '';
    // The escapes were checked above; the native parser only resolves them.
    if (hasEscape) {
      return JSON.parse(
        isAscii ? this.#view.toString('latin1', start, position + 1) : this.#view.toString('utf8', start, position + 1),
      );
    }
    return isAscii
      ? this.#view.toString('latin1', start + 1, position)
      : this.#view.toString('utf8', start + 1, position);
  }

  #checkEscape(position: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    if (position + 1 >= end) fail('unexpected-end', end);
    switch (bytes[position + 1]) {
      case QUOTE:
      case BACKSLASH:
      case 0x2f: // /
      case 0x62: // b
      case 0x66: // f
      case 0x6e: // n
      case 0x72: // r
      case 0x74: // t
        return position + 2;
      case 0x75: // u
        break;
      default:
        fail('invalid-escape', position);
    }
    const unit = this.#readHex(position);
    if (unit >= 0xdc00 && unit <= 0xdfff) fail('lone-surrogate', position);
    if (unit < 0xd800 || unit > 0xdbff) return position + 6;
    const second = position + 6;
    if (second >= end) fail('unexpected-end', end);
    if (bytes[second] !== BACKSLASH) fail('lone-surrogate', position);
    if (second + 1 >= end) fail('unexpected-end', end);
    if (bytes[second + 1] !== 0x75) fail('lone-surrogate', position);
    const low = this.#readHex(second);
    if (low < 0xdc00 || low > 0xdfff) fail('lone-surrogate', position);
    return position + 12;
  }

  /** The code unit of the `\u` escape at `position`. */
  #readHex(position: number): number {
    let unit = 0;
    for (let index = position + 2; index < position + 6; index++) {
      if (index >= this.#end) fail('unexpected-end', this.#end);
      const byte = this.#bytes[index] as number;
      const digit =
        byte >= 0x30 && byte <= 0x39
          ? byte - 0x30
          : byte >= 0x41 && byte <= 0x46
            ? byte - 0x37
            : byte >= 0x61 && byte <= 0x66
              ? byte - 0x57
              : -1;
      if (digit < 0) fail('invalid-escape', position);
      unit = unit * 16 + digit;
    }
    return unit;
  }

  /** Checks one multi-byte character (strict UTF-8: no overlong form, no surrogate, at most U+10FFFF) and returns its end. */
  #checkSequence(position: number): number {
    const lead = this.#bytes[position] as number;
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
    if (length === 0) fail('invalid-utf8', position);
    for (let index = 1; index < length; index++) {
      if (position + index >= this.#end) fail('unexpected-end', this.#end);
      const byte = this.#bytes[position + index] as number;
      let low = 0x80;
      let high = 0xbf;
      if (index === 1) {
        if (lead === 0xe0) low = 0xa0;
        else if (lead === 0xed) high = 0x9f;
        else if (lead === 0xf0) low = 0x90;
        else if (lead === 0xf4) high = 0x8f;
      }
      if (byte < low || byte > high) fail('invalid-utf8', position);
    }
    return position + length;
  }

  #readNumber(): number | bigint | JsonNumber {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.#position;
    let position = start;
    if (bytes[position] === MINUS) position++;
    if (position >= end) fail('unexpected-end', end);
    const digits = position;
    let small = 0;
    if (bytes[position] === ZERO) position++;
    else {
      while (position < end && isDigit(bytes[position] as number)) {
        if (position - digits < 15) small = small * 10 + ((bytes[position] as number) - ZERO);
        position++;
      }
      if (position === digits) fail('syntax', position);
    }
    const integerEnd = position;
    if (position < end && bytes[position] === 0x2e) position = this.#skipDigits(position + 1);
    if (position < end && ((bytes[position] as number) | 0x20) === 0x65) {
      position++;
      if (position < end && (bytes[position] === 0x2b || bytes[position] === MINUS)) position++;
      position = this.#skipDigits(position);
    }
    this.#position = position;
    const isNegative = digits > start;
    const length = integerEnd - digits;
    if (position !== integerEnd || (isNegative && bytes[digits] === ZERO) || length > 20) {
      return new JsonNumber(this.#view.toString('latin1', start, position));
    }
    if (length <= 15) return isNegative ? -small : small;
    return exactInteger(BigInt(this.#view.toString('latin1', start, position)));
  }

  /** Skips at least one digit. */
  #skipDigits(position: number): number {
    let at = position;
    while (at < this.#end && isDigit(this.#bytes[at] as number)) at++;
    if (at === position) fail(at >= this.#end ? 'unexpected-end' : 'syntax', at);
    return at;
  }

  #readLiteral(first: number): null | boolean {
    const word =
      first === 0x74 ? 'true' : first === 0x66 ? 'false' : first === 0x6e ? 'null' : fail('syntax', this.#position);
    for (let index = 0; index < word.length; index++) {
      if (this.#position + index >= this.#end) fail('unexpected-end', this.#end);
      if (this.#bytes[this.#position + index] !== word.charCodeAt(index)) fail('syntax', this.#position + index);
    }
    this.#position += word.length;
    return first === 0x6e ? null : first === 0x74;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
