/**
 * Fields as fx itself spells them: in the order of their shape, without blanks, integers in digits, texts without escapes. Such bytes
 * need no second look; everything else goes the exact way (`fields.ts`), which says the same of these.
 */
import type { Field, Shape, StructShape } from '../../loose/shape.js';
import type { Slots } from './fields.js';
import { matches, readDigits, skipDigits } from './line-frame.js';
import { skipRawValue } from './raw-value.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The byte behind a value of fx's own spelling that begins at `from`; -1 for any other. */
type Matcher = (bytes: Uint8Array, from: number, end: number) => number;

interface FieldSpelling {
  /** Comma, name and colon. */
  readonly prefix: Uint8Array;
  readonly match: Matcher;
  readonly isRequired: boolean;
}

/** How the fields of a shape are spelled. */
export type Spelling = readonly FieldSpelling[];

export function spellingOf({ fields }: StructShape): Spelling {
  return fields.map(({ name, shape, absent }: Field) => ({
    prefix: Buffer.from(`,"${name}":`),
    match: matcherOf(shape),
    isRequired: absent === undefined,
  }));
}

/**
 * Whether the fields from `from` to `end` are fx's own spelling of the shape. `slots` then says where the values lie, as
 * `locateFields` does.
 */
export function matchFields(bytes: Uint8Array, from: number, end: number, spelling: Spelling, slots: Slots): boolean {
  let at = from;
  for (let index = 0; index < spelling.length; index++) {
    const { prefix, match, isRequired } = spelling[index]!;
    if (!matches(bytes, at, prefix)) {
      if (isRequired) return false;
      slots[index * 2] = -1;
      continue;
    }
    const start = at + prefix.length;
    at = match(bytes, start, end);
    if (at < 0) return false;
    slots[index * 2] = start;
    slots[index * 2 + 1] = at;
  }
  return at === end;
}

function matcherOf(shape: Shape): Matcher {
  switch (shape.kind) {
    case 'nullable':
      return matcherOf(shape.of);
    case 'raw':
      return matchRaw;
    case 'integer':
      return matchU64;
    case 'text':
      return matchText;
    case 'enum':
      return matcherOfWords(shape.names.map((name) => Buffer.from(`"${name}"`)));
    case 'list':
      return matcherOfList(shape.of);
    case 'struct':
      return matcherOfStruct(shape);
    default:
      return () => -1;
  }
}

const matchRaw: Matcher = (bytes, from, end) => {
  const first = bytes[from]!;
  // A blank before the value is not part of it; the exact way passes over it.
  return first <= 0x20 ? -1 : skipRawValue(bytes, from, end);
};

const matchU64: Matcher = (bytes, from, end) => {
  const at = skipDigits(bytes, from, end);
  if (at - from > 0 && at - from <= 15) return bytes[from] === 0x30 && at - from > 1 ? -1 : at;
  return readDigits(bytes, from, at) === null ? -1 : at;
};

/** A text of ASCII without escapes and control bytes, so that it is the same to every reader. */
const matchText: Matcher = (bytes, from, end) => {
  if (bytes[from] !== QUOTE) return -1;
  for (let at = from + 1; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH || byte < 0x20 || byte >= 0x80) return -1;
  }
  return -1;
};

function matcherOfWords(words: readonly Uint8Array[]): Matcher {
  return (bytes, from, end) => {
    for (const word of words) if (from + word.length <= end && matches(bytes, from, word)) return from + word.length;
    return -1;
  };
}

function matcherOfList(of: Shape): Matcher {
  const match = matcherOf(of);
  return (bytes, from, end) => {
    if (bytes[from] !== 0x5b) return -1;
    let at = from;
    do {
      at = match(bytes, at + 1, end);
      if (at < 0) return -1;
    } while (bytes[at] === 0x2c);
    return at < end && bytes[at] === 0x5d ? at + 1 : -1;
  };
}

function matcherOfStruct(shape: StructShape): Matcher {
  const members = spellingOf(shape);
  return (bytes, from, end) => {
    if (bytes[from] !== 0x7b) return -1;
    let at = from;
    for (const { prefix, match } of members) {
      // The brace stands where the comma of the first member would.
      if (!matches(bytes, at + 1, prefix.subarray(1)) || (at > from && bytes[at] !== 0x2c)) return -1;
      at = match(bytes, at + prefix.length, end);
      if (at < 0) return -1;
    }
    return at < end && bytes[at] === 0x7d ? at + 1 : -1;
  };
}
