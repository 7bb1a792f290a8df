/**
 * Writes values by their shape, byte for byte as fx does: compact, keys in the order of the shape, absent ones with what their absence
 * means, bytes that are not UTF-8 as an array of numbers.
 */
import { isUtf8 } from 'node:buffer';
import { formatCost, quoteJson } from '@fxlog/json/internal';
import type { Field, Shape } from './shape.js';

/** Where the text is to stand: in a file, or as an item of sessions-v2, where some keys are left out when they say nothing. */
export type WrittenIn = 'file' | 'items';

/**
 * The canonical JSON text of a value.
 *
 * @throws TypeError for a value that is not of the shape at all; the finer rules are the reader's.
 */
export function writeLoose(value: unknown, shape: Shape, writtenIn: WrittenIn = 'file'): string {
  switch (shape.kind) {
    case 'nullable':
      return value === null ? 'null' : writeLoose(value, shape.of, writtenIn);
    case 'text':
      return writeText(value);
    case 'word':
    case 'enum':
      return quoteJson(expect(value, 'string'));
    case 'boolean':
      return String(expect(value, 'boolean'));
    case 'integer':
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw new TypeError(`${value} is not an integer.`);
      return String(value);
    case 'number':
      return formatCost(expect(value, 'number'));
    case 'nothing':
      return '{}';
    case 'raw':
      return Buffer.from(value as Uint8Array).toString('utf8');
    case 'either':
      return typeof value === 'string' ? quoteJson(value) : writeLoose(value, shape.other, writtenIn);
    case 'list':
      if (!Array.isArray(value)) throw new TypeError('Something that should be an array is not.');
      return `[${value.map((item) => writeLoose(item, shape.of, writtenIn)).join(',')}]`;
    case 'union': {
      const [name, ...others] = Object.keys(expectObject(value));
      const field = shape.fields.find((one) => one.name === name);
      if (field === undefined || others.length > 0)
        throw new TypeError('An object that should have one known key has others.');
      return `{${quoteJson(field.name)}:${writeLoose(expectObject(value)[field.name], field.shape, writtenIn)}}`;
    }
    case 'struct': {
      const object = expectObject(value);
      const unknown = Object.keys(object).find((name) => shape.fields.every((field) => field.name !== name));
      if (unknown !== undefined) throw new TypeError(`The key ${JSON.stringify(unknown)} is not known.`);
      const members = shape.fields.filter((field) => isWritten(object, field, writtenIn));
      return `{${members.map((field) => `${quoteJson(field.name)}:${writeLoose(memberOf(object, field), field.shape, writtenIn)}`).join(',')}}`;
    }
  }
}

function isWritten(object: Record<string, unknown>, field: Field, writtenIn: WrittenIn): boolean {
  const isOmissible = field.omit === 'always' || (field.omit === 'items' && writtenIn === 'items');
  return !isOmissible || memberOf(object, field) !== field.absent;
}

function memberOf(object: Record<string, unknown>, field: Field): unknown {
  return object[field.name] === undefined ? field.absent : object[field.name];
}

function writeText(value: unknown): string {
  if (value instanceof Uint8Array) {
    return isUtf8(value) ? quoteJson(Buffer.from(value).toString('utf8')) : `[${value.join(',')}]`;
  }
  return quoteJson(expect(value, 'string'));
}

interface Primitives {
  string: string;
  boolean: boolean;
  number: number;
}

function expect<Name extends keyof Primitives>(value: unknown, name: Name): Primitives[Name] {
  if (typeof value !== name) throw new TypeError(`Something that should be a ${name} is not.`);
  return value as Primitives[Name];
}

function expectObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('Something that should be an object is not.');
  }
  return value as Record<string, unknown>;
}
