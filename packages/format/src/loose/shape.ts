/**
 * What a value of the newer formats looks like, as data. The shapes are generated from `schemas/`; one reader, one check and one writer
 * go by them.
 */

import type { RuleId } from '../rules/index.js';

export interface BooleanShape {
  readonly kind: 'boolean';
}

/** A whole number between two bounds, inclusive. */
export interface IntegerShape {
  readonly kind: 'integer';
  readonly min: bigint;
  readonly max: bigint;
  /** The smallest value that the rule allows, where the type itself would allow smaller ones. */
  readonly floor?: number;
  readonly rule?: RuleId;
}

/** A double. */
export interface NumberShape {
  readonly kind: 'number';
}

/** Text or bytes: a string, or an array of bytes as numbers. */
export interface TextShape {
  readonly kind: 'text';
  /** Whether the bytes need not be UTF-8. */
  readonly anyBytes?: true;
  /** Fewest and most bytes. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The rule that other text breaks, and the one that empty text breaks. */
  readonly rule?: RuleId;
  readonly emptyRule?: RuleId;
}

/** A string and nothing else, of a pattern that is part of its type. */
export interface WordShape {
  readonly kind: 'word';
  readonly pattern: RegExp;
  /** Words that it must not be, in any ASCII case. */
  readonly not?: RegExp;
  readonly lowerCase?: true;
}

/** One of several names; read by its number, too. */
export interface EnumShape {
  readonly kind: 'enum';
  readonly names: readonly string[];
}

export interface NullableShape {
  readonly kind: 'nullable';
  readonly of: Shape;
}

export interface ListShape {
  readonly kind: 'list';
  readonly of: Shape;
  readonly max?: number;
  readonly rule?: RuleId;
}

/** A string of one shape, or else a value of another. */
export interface EitherShape {
  readonly kind: 'either';
  readonly word: WordShape;
  readonly other: Shape;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** What an absent key means; a key without one is required. */
  readonly absent?: unknown;
  /** Whether the key is left out when it has that value: always, or in items of sessions-v2 alone. */
  readonly omit?: 'always' | 'items';
}

/** An object of known keys, in the order in which they are written. */
export interface StructShape {
  readonly kind: 'struct';
  readonly fields: readonly Field[];
  /** Names of fields and ids of rules about several fields, in the order in which they are checked. */
  readonly checks: readonly string[];
}

/** An object of exactly one key. */
export interface UnionShape {
  readonly kind: 'union';
  readonly fields: readonly Field[];
}

/** The value of a case that has none: exactly `{}`. */
export interface NothingShape {
  readonly kind: 'nothing';
}

/** Any JSON value: its bytes, as they stand there. */
export interface RawShape {
  readonly kind: 'raw';
}

export type Shape =
  | BooleanShape
  | IntegerShape
  | NumberShape
  | TextShape
  | WordShape
  | EnumShape
  | NullableShape
  | ListShape
  | EitherShape
  | StructShape
  | UnionShape
  | NothingShape
  | RawShape;
