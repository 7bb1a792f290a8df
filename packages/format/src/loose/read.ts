/**
 * Reads JSON the way fx's own typed reader does (newer-formats §4.3, §4.8, §7): by the type that is expected, which takes spellings that a
 * JSON parser alone would not, and refuses what it does not expect. Straight from the bytes; nesting goes as deep as shapes do.
 */
import { isUtf8 } from 'node:buffer';
import { isWellFormed, pointer } from '@fxlog/json/internal';
import { readInteger } from './integer.js';
import { LooseError, type LooseRule } from './loose-error.js';
import type { EitherShape, Field, Shape, StructShape, UnionShape, WordShape } from './shape.js';

export interface LooseOptions {
  /** First byte of the value; default 0. */
  readonly start?: number;
  /** End of the value, exclusive; default the length of the bytes. */
  readonly end?: number;
  /** What a key is that the shape does not have: a fault (the default), or passed over. */
  readonly unknownKeys?: 'refuse' | 'ignore';
  /** What a key is that stands there again: a fault (the default), or read and forgotten. */
  readonly duplicateKeys?: 'refuse' | 'ignore';
}

/**
 * Reads one value, with nothing but white space around it. Integers are `number` while exact and `bigint` beyond; bytes that are not UTF-8
 * are `Uint8Array`; keys come in the order of the shape, absent ones with what their absence means. Rules beyond the types are not checked.
 *
 * @throws LooseError for bytes that are not a value of the shape, with offsets from `start`.
 */
export function readLoose(bytes: Uint8Array, shape: Shape, options: LooseOptions = {}): unknown {
  return new LooseReader(bytes, options).run(shape);
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
const NINE = 0x39;
const POINT = 0x2e;

const BYTE_MAX = 255n;
const SHORT_DIGITS = /^[0-9]{1,15}$/;

class LooseReader {
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  readonly #ignoresUnknown: boolean;
  readonly #ignoresDuplicates: boolean;
  readonly #path: (string | number)[] = [];
  #at: number;

  constructor(bytes: Uint8Array, { start = 0, end = bytes.length, unknownKeys, duplicateKeys }: LooseOptions) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#start = start;
    this.#at = start;
    this.#end = end;
    this.#ignoresUnknown = unknownKeys === 'ignore';
    this.#ignoresDuplicates = duplicateKeys === 'ignore';
  }

  run(shape: Shape): unknown {
    const value = this.#value(shape);
    if (this.#peek() !== -1) this.#fail('frame/trailing-data');
    return value;
  }

  #fail(rule: LooseRule, at = this.#at, detail?: string): never {
    const isAtEnd = rule === 'frame/syntax' && at >= this.#end;
    throw new LooseError(
      isAtEnd ? 'frame/unexpected-end' : rule,
      pointer(...this.#path),
      Math.min(at, this.#end) - this.#start,
      detail,
    );
  }

  /** The next byte that is not white space, or -1 at the end. */
  #peek(): number {
    for (; this.#at < this.#end; this.#at++) {
      const byte = this.#bytes[this.#at] as number;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    }
    return -1;
  }

  #value(shape: Shape): unknown {
    switch (shape.kind) {
      case 'struct':
        return this.#struct(shape);
      case 'union':
        return this.#union(shape);
      case 'text':
        return this.#textOrBytes();
      case 'integer':
        return this.#integer(shape.min, shape.max);
      case 'nullable':
        if (this.#peek() !== 0x6e) return this.#value(shape.of);
        this.#literal('null');
        return null;
      case 'boolean': {
        const byte = this.#peek();
        if (byte !== 0x74 && byte !== 0x66) this.#unexpected('true or false');
        this.#literal(byte === 0x74 ? 'true' : 'false');
        return byte === 0x74;
      }
      case 'enum':
        return this.#enum(shape.names);
      case 'word':
        return this.#word(shape);
      case 'either':
        return this.#either(shape);
      case 'list':
        return this.#list(shape.of);
      case 'number':
        return this.#number();
      case 'raw': {
        this.#peek();
        const at = this.#at;
        this.#skip();
        return this.#bytes.subarray(at, this.#at);
      }
      case 'nothing':
        this.#open(OPEN_OBJECT, 'an empty object');
        if (this.#peek() !== CLOSE_OBJECT) this.#fail('shape/type', this.#at, 'must be an empty object');
        this.#at++;
        return {};
    }
  }

  /** What stands here is not what is expected; or it is not JSON at all. */
  #unexpected(expected: string): never {
    const at = this.#at;
    this.#skip();
    this.#fail('shape/type', at, `must be ${expected}`);
  }

  #open(byte: number, expected: string): void {
    if (this.#peek() !== byte) this.#unexpected(expected);
    this.#at++;
  }

  #literal(word: string): void {
    if (this.#bytes.toString('latin1', this.#at, Math.min(this.#at + word.length, this.#end)) !== word) {
      this.#fail('frame/syntax');
    }
    this.#at += word.length;
  }

  #struct(shape: StructShape): Record<string, unknown> {
    this.#open(OPEN_OBJECT, 'an object');
    const values: unknown[] = new Array(shape.fields.length).fill(undefined);
    let isMore = this.#peek() !== CLOSE_OBJECT;
    while (isMore) {
      const keyAt = this.#at;
      const key = this.#key();
      const index = indexOfField(shape.fields, key);
      this.#path.push(key);
      if (index < 0) {
        if (!this.#ignoresUnknown) this.#fail('shape/unknown-key', keyAt);
        this.#skip();
      } else if (values[index] === undefined) {
        values[index] = this.#value((shape.fields[index] as Field).shape);
      } else {
        if (!this.#ignoresDuplicates) this.#fail('frame/duplicate-key', keyAt);
        this.#value((shape.fields[index] as Field).shape);
      }
      this.#path.pop();
      isMore = this.#goesOn(CLOSE_OBJECT);
    }
    const closeAt = this.#at;
    this.#at++;
    const object: Record<string, unknown> = {};
    for (const [index, field] of shape.fields.entries()) {
      const value = values[index] === undefined ? valueOfAbsent(field) : values[index];
      if (value === undefined) this.#fail('shape/missing-key', closeAt, field.name);
      object[field.name] = value;
    }
    return object;
  }

  #union(shape: UnionShape): Record<string, unknown> {
    this.#open(OPEN_OBJECT, 'an object');
    if (this.#peek() === CLOSE_OBJECT) this.#fail('shape/type', this.#at, 'must have one key');
    const keyAt = this.#at;
    const key = this.#key();
    this.#path.push(key);
    const field = shape.fields[indexOfField(shape.fields, key)];
    if (field === undefined) this.#fail('shape/unknown-key', keyAt);
    const value = this.#value(field.shape);
    this.#path.pop();
    if (this.#goesOn(CLOSE_OBJECT)) this.#fail('shape/type', this.#at, 'must have one key only');
    this.#at++;
    return { [field.name]: value };
  }

  /** The name of a member, up to its value. */
  #key(): string {
    if (this.#peek() !== QUOTE) this.#fail('frame/syntax');
    const key = this.#string();
    if (this.#peek() !== COLON) this.#fail('frame/syntax');
    this.#at++;
    return key;
  }

  /** Whether another member or element comes, at which the reader then stands; otherwise it stands at the bracket that closes. */
  #goesOn(close: number): boolean {
    const byte = this.#peek();
    if (byte === close) return false;
    if (byte !== COMMA) this.#fail('frame/syntax');
    this.#at++;
    if (this.#peek() === close) this.#fail('frame/syntax');
    return true;
  }

  #list(of: Shape): unknown[] {
    const items: unknown[] = [];
    this.#eachElement(() => {
      this.#path.push(items.length);
      items.push(this.#value(of));
      this.#path.pop();
    });
    return items;
  }

  #eachElement(read: () => void): void {
    this.#open(OPEN_ARRAY, 'an array');
    let isMore = this.#peek() !== CLOSE_ARRAY;
    while (isMore) {
      read();
      isMore = this.#goesOn(CLOSE_ARRAY);
    }
    this.#at++;
  }

  #either(shape: EitherShape): unknown {
    return this.#peek() === QUOTE ? this.#word(shape.word) : this.#value(shape.other);
  }

  #word({ pattern, not, lowerCase }: WordShape): string {
    if (this.#peek() !== QUOTE) this.#unexpected('a string');
    const at = this.#at;
    const word = this.#string();
    if (!pattern.test(word) || not?.test(word)) this.#fail('shape/enum', at);
    return lowerCase ? word.toLowerCase() : word;
  }

  #textOrBytes(): string | Uint8Array {
    const byte = this.#peek();
    if (byte === QUOTE) return this.#string();
    if (byte !== OPEN_ARRAY) this.#unexpected('a string');
    let found = new Uint8Array(64);
    let length = 0;
    this.#eachElement(() => {
      this.#path.push(length);
      if (length === found.length) {
        const longer = new Uint8Array(length * 2);
        longer.set(found);
        found = longer;
      }
      found[length++] = Number(this.#integer(0n, BYTE_MAX));
      this.#path.pop();
    });
    const bytes = found.slice(0, length);
    return isUtf8(bytes) ? Buffer.from(bytes.buffer).toString('utf8') : bytes;
  }

  #enum(names: readonly string[]): string {
    const at = this.#at;
    const token = this.#token('a string');
    if (names.includes(token)) return token;
    const index = /[.eE]/.test(token) || token === '-0' ? null : readInteger(token, 0n, BigInt(names.length - 1));
    if (index === null) this.#fail('shape/enum', at, `must be one of ${names.join(', ')}`);
    return names[Number(index)] as string;
  }

  #integer(min: bigint, max: bigint): number | bigint {
    this.#peek();
    const at = this.#at;
    const token = this.#token('an integer');
    const value = SHORT_DIGITS.test(token) && max >= BigInt(token) ? Number(token) : readInteger(token, min, max);
    if (value === null) this.#fail('shape/integer', at, `must be a whole number of ${min} to ${max}`);
    return value;
  }

  #number(): number {
    this.#peek();
    const at = this.#at;
    const token = this.#token('a number');
    // Underscores may stand between digits, and only in a string.
    const value = /^[+-]?(?:[0-9_]+\.?[0-9_]*|\.[0-9_]+)(?:[eE][+-]?[0-9_]+)?$/.test(token)
      ? /(?:^|[^0-9])_|_(?:[^0-9]|$)/.test(token)
        ? Number.NaN
        : Number(token.replaceAll('_', ''))
      : Number.NaN;
    if (!Number.isFinite(value)) this.#fail('shape/type', at, 'must be a number');
    return value;
  }

  /** The text of a number, or of a string that may hold one. */
  #token(expected: string): string {
    const byte = this.#peek();
    if (byte === QUOTE) return this.#string();
    if (byte !== MINUS && !(byte >= ZERO && byte <= NINE)) this.#unexpected(expected);
    const at = this.#at;
    this.#skipNumber();
    return this.#bytes.toString('latin1', at, this.#at);
  }

  #skipNumber(): void {
    if (this.#bytes[this.#at] === MINUS) this.#at++;
    const first = this.#at;
    this.#skipDigits();
    if (this.#bytes[first] === ZERO && this.#at > first + 1) this.#fail('frame/syntax', first + 1);
    if (this.#at < this.#end && this.#bytes[this.#at] === POINT) {
      this.#at++;
      this.#skipDigits();
    }
    if (this.#at < this.#end && ((this.#bytes[this.#at] as number) | 0x20) === 0x65) {
      this.#at++;
      const sign = this.#bytes[this.#at];
      if (sign === 0x2b || sign === MINUS) this.#at++;
      this.#skipDigits();
    }
  }

  #skipDigits(): void {
    const from = this.#at;
    for (; this.#at < this.#end; this.#at++) {
      const byte = this.#bytes[this.#at] as number;
      if (byte < ZERO || byte > NINE) break;
    }
    if (this.#at === from) this.#fail('frame/syntax');
  }

  #string(): string {
    const open = this.#at;
    const bytes = this.#bytes;
    let at = open + 1;
    let all = 0;
    let isEscaped = false;
    for (; ; at++) {
      if (at >= this.#end) this.#fail('frame/unexpected-end', at);
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte < 0x20) this.#fail('frame/control-character', at);
      all |= byte;
      if (byte === BACKSLASH) {
        isEscaped = true;
        at++;
      }
    }
    this.#at = at + 1;
    if (all >= 0x80 && !isUtf8(bytes.subarray(open, at))) this.#fail('frame/invalid-utf8', open);
    if (!isEscaped) return all < 0x80 ? bytes.toString('latin1', open + 1, at) : bytes.toString('utf8', open + 1, at);
    const text = unescapeString(bytes.toString('utf8', open, at + 1));
    if (text === null) this.#fail('frame/invalid-escape', open);
    if (!isWellFormed(text)) this.#fail('frame/lone-surrogate', open);
    return text;
  }

  /** Passes over a value of any shape; on its own stack, since nobody says how deep it is. */
  #skip(): void {
    const closers: number[] = [];
    for (;;) {
      const byte = this.#peek();
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        const close = byte + 2;
        this.#at++;
        if (this.#peek() !== close) {
          closers.push(close);
          if (close === CLOSE_OBJECT) this.#key();
          continue;
        }
        this.#at++;
      } else if (byte === QUOTE) this.#string();
      else if (byte === 0x74) this.#literal('true');
      else if (byte === 0x66) this.#literal('false');
      else if (byte === 0x6e) this.#literal('null');
      else if (byte === -1) this.#fail('frame/unexpected-end');
      else this.#skipNumber();
      for (;;) {
        const close = closers.at(-1);
        if (close === undefined) return;
        if (this.#goesOn(close)) {
          if (close === CLOSE_OBJECT) this.#key();
          break;
        }
        this.#at++;
        closers.pop();
      }
    }
  }
}

function indexOfField(fields: readonly Field[], name: string): number {
  for (let index = 0; index < fields.length; index++) if ((fields[index] as Field).name === name) return index;
  return -1;
}

/** What the absence of a key means, undefined if it is required; a fresh copy, since what is read belongs to the caller. */
function valueOfAbsent(field: Field): unknown {
  return typeof field.absent === 'object' && field.absent !== null ? structuredClone(field.absent) : field.absent;
}

function unescapeString(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
