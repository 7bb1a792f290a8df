/**
 * Values of a shape, and the many ways in which they can be spelled so that fx reads the same.
 */
import fc from 'fast-check';
import type { Field, Shape } from '../shape.js';

/** Values of a shape that keep its lengths and its rules about single values. */
export function arbitraryValue(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const min = shape.floor === undefined ? shape.min : BigInt(shape.floor);
      const near = fc.integer({ min: Math.max(0, Number(min)), max: 200 });
      return fc.oneof(near, fc.bigInt({ min, max: shape.max }).map(normalize));
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'text':
      return arbitraryText(shape);
    case 'word':
      return (
        fc
          // Fast-check knows no case-blind patterns; what it makes is read in any case all the same.
          .stringMatching(new RegExp(shape.pattern.source))
          .filter((word) => !shape.not?.test(word))
          .map((word) => (shape.lowerCase ? word.toLowerCase() : word))
      );
    case 'enum':
      return fc.constantFrom(...shape.names);
    case 'nullable':
      return fc.oneof({ withCrossShrink: true }, fc.constant(null), arbitraryValue(shape.of));
    case 'list':
      return fc.array(arbitraryValue(shape.of), { maxLength: Math.min(shape.max ?? 3, 3) });
    case 'either':
      return fc.oneof(arbitraryValue(shape.word), arbitraryValue(shape.other));
    case 'struct':
      return fc.record(Object.fromEntries(shape.fields.map(({ name, shape: of }) => [name, arbitraryValue(of)])));
    case 'union':
      return fc.oneof(
        ...shape.fields.map(({ name, shape: of }) => arbitraryValue(of).map((value) => ({ [name]: value }))),
      );
    case 'nothing':
      return fc.constant({});
    case 'raw':
      throw new RangeError('Raw values are made by those who know what is in them.');
  }
}

function arbitraryText(shape: Extract<Shape, { kind: 'text' }>): fc.Arbitrary<string | Uint8Array> {
  if (shape.pattern !== undefined) return fc.stringMatching(shape.pattern, { maxLength: 20 });
  const text = fc.string({ unit: 'binary', minLength: shape.min ?? 0, maxLength: 20 });
  if (!shape.anyBytes) return text;
  // 0xff is in no UTF-8.
  return fc.oneof(
    text,
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Uint8Array.of(...bytes, 0xff)),
  );
}

function normalize(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** One of the texts that read as a value, chosen by `pick`, which gives a number from 0 up to (not including) the one it is given. */
export function spellLoosely(value: unknown, shape: Shape, pick: (choices: number) => number): string {
  const blank = () => ['', '', '', ' ', '\t', '\r', ' \n'][pick(7)] as string;
  const spell = (one: unknown, of: Shape) => `${blank()}${spellLoosely(one, of, pick)}${blank()}`;
  const member = ({ name, shape: of }: Field, one: unknown) =>
    `${blank()}${spellString(name, pick)}${blank()}:${spell(one, of)}`;
  switch (shape.kind) {
    case 'nullable':
      return value === null ? 'null' : spellLoosely(value, shape.of, pick);
    case 'integer':
      return spellInteger(value as number | bigint, pick);
    case 'text': {
      const bytes = Buffer.from(value as string);
      if (typeof value === 'string' && pick(4) > 0) return spellString(value, pick);
      return `[${[...bytes].map((byte) => `${blank()}${spellInteger(byte, pick)}${blank()}`).join(',')}]`;
    }
    case 'word': {
      const word = shape.lowerCase && pick(2) === 0 ? String(value).toUpperCase() : String(value);
      return spellString(word, pick);
    }
    case 'enum': {
      const index = shape.names.indexOf(value as string);
      return [spellString(value as string, pick), String(index), `"${index}"`, `"+0${index}"`][pick(4)] as string;
    }
    case 'list':
      return `[${(value as unknown[]).map((item) => spell(item, shape.of)).join(',')}${blank()}]`;
    case 'either':
      return spellLoosely(value, typeof value === 'string' ? shape.word : shape.other, pick);
    case 'union': {
      const [name, one] = Object.entries(value as object)[0] as [string, unknown];
      return `{${member(shape.fields.find((field) => field.name === name) as Field, one)}}`;
    }
    case 'struct': {
      const object = value as Record<string, unknown>;
      const stated = shape.fields.filter((field) => !isDefault(object[field.name], field) || pick(2) === 0);
      const members = stated.map((field) => member(field, object[field.name]));
      for (let index = members.length - 1; index > 0; index--) {
        const other = pick(index + 1);
        [members[index], members[other]] = [members[other] as string, members[index] as string];
      }
      return `{${members.join(',')}${blank()}}`;
    }
    default:
      return JSON.stringify(value);
  }
}

function isDefault(value: unknown, field: Field): boolean {
  return field.absent !== undefined && JSON.stringify(value, bigintText) === JSON.stringify(field.absent, bigintText);
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function spellInteger(value: number | bigint, pick: (choices: number) => number): string {
  const digits = String(value).replace('-', '');
  const sign = value < 0 ? '-' : '';
  const exponent = digits.length - 1;
  return [
    sign + digits,
    sign + digits,
    `${sign}${digits}.0`,
    `${sign}${digits[0]}.${digits.slice(1) || '0'}e${exponent}`,
    digits === '0' ? '0e7' : `${sign}${digits}0e-1`,
    `"${sign}${digits}"`,
    `"${sign}00${digits}"`,
    `"${sign}${digits.split('').join('_')}"`,
    `"${sign || '+'}${digits}"`,
  ][pick(9)] as string;
}

function spellString(text: string, pick: (choices: number) => number): string {
  const units = [...Array(text.length).keys()].map((index) => {
    const unit = text.charCodeAt(index);
    const mustEscape = unit < 0x20 || unit === 0x22 || unit === 0x5c;
    // Half of a pair cannot stand raw beside an escape of the other half; escape all of them.
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    if (mustEscape || isHalf || pick(8) === 0) return `\\u${unit.toString(16).padStart(4, '0')}`;
    return text[index];
  });
  return `"${units.join('')}"`;
}
