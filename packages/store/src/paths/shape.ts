/**
 * Checks for the small JSON documents that only a session directory or its root holds (child records, legacy snapshots) and
 * for which there is no schema. A check throws `ShapeError` with the JSON Pointer of the first fault.
 */
import { isSessionId } from '@fxlog/format/internal';
import type { JsonValue } from '@fxlog/json';
import { isJsonObject, pointer, utf8ByteLength } from '@fxlog/json/internal';

/** A document of the wrong shape. `path` is a JSON Pointer into it. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Judges one value; throws `ShapeError`. */
export type Check = (value: JsonValue | undefined, path: string) => void;

function fail(path: string, expected: string): never {
  throw new ShapeError(path, `${path === '' ? 'the document' : path} must be ${expected}`);
}

/** A check from a predicate. */
export const satisfying =
  (expected: string, holds: (value: JsonValue | undefined) => boolean): Check =>
  (value, path) => {
    if (!holds(value)) fail(path, expected);
  };

/** An unsigned 64-bit integer written as plain digits. */
export function isU64(value: JsonValue | undefined): value is number | bigint {
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 0 && value <= 0xffff_ffff_ffff_ffffn;
}

/** A signed 64-bit integer written as plain digits. */
function isI64(value: JsonValue | undefined): value is number | bigint {
  return (
    (typeof value === 'number' || typeof value === 'bigint') &&
    value >= -0x8000_0000_0000_0000n &&
    value <= 0x7fff_ffff_ffff_ffffn
  );
}

export function u64(min = 0): Check {
  return satisfying(`an unsigned 64-bit integer of at least ${min}`, (value) => isU64(value) && value >= min);
}

export const i64: Check = satisfying('a signed 64-bit integer', isI64);
export const flag: Check = satisfying('true or false', (value) => typeof value === 'boolean');
export const hex16: Check = satisfying(
  '32 lower-case hex digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
);
export const hex32: Check = satisfying(
  '64 lower-case hex digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);
export const sessionId: Check = satisfying('a session id', (value) => typeof value === 'string' && isSessionId(value));
export const anything: Check = () => undefined;

/** A string of at least `min` and at most `max` bytes in UTF-8. */
export function text(min = 0, max = Number.POSITIVE_INFINITY): Check {
  return satisfying(`a string of ${min} to ${max} bytes`, (value) => {
    if (typeof value !== 'string') return false;
    const length = utf8ByteLength(value);
    return length >= min && length <= max;
  });
}

/** One of the listed words or integers, exactly. */
export function oneOf(...words: readonly (string | number)[]): Check {
  return satisfying(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));
}

export const nullable =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };

export const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return fail(path, 'an array');
    value.forEach((item, index) => {
      check(item, `${path}/${index}`);
    });
  };

/** Members by key; a key that ends in `?` may be absent. */
export type Members = Readonly<Record<string, Check>>;

function checkMembers(value: JsonValue | undefined, path: string, members: Members, exact: boolean): void {
  if (!isJsonObject(value)) throw new ShapeError(path, `${path === '' ? 'the document' : path} must be an object`);
  const known = new Set<string>();
  for (const [name, check] of Object.entries(members)) {
    const optional = name.endsWith('?');
    const key = optional ? name.slice(0, -1) : name;
    known.add(key);
    if (Object.hasOwn(value, key)) check(value[key], `${path}${pointer(key)}`);
    else if (!optional) fail(`${path}${pointer(key)}`, 'present');
  }
  if (!exact) return;
  for (const key of Object.keys(value))
    if (!known.has(key)) fail(`${path}${pointer(key)}`, 'absent: the key is unknown');
}

/** An object with these members and no others. */
export const exactObject =
  (members: Members): Check =>
  (value, path) =>
    checkMembers(value, path, members, true);

/** An object with these members; others are ignored. */
export const openObject =
  (members: Members): Check =>
  (value, path) =>
    checkMembers(value, path, members, false);
