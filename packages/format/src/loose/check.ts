/**
 * The rules that hold for a value beyond its types: lengths, counts and what several fields say together (newer-formats §4.3).
 */

import { utf8ByteLength } from '@fxlog/json/internal';
import type { RuleId } from '../rules/index.js';
import type { Field, Shape, StructShape, TextShape } from './shape.js';

/** A broken rule: its id in the catalogue, and the JSON Pointer parts of the value that breaks it. */
export interface BrokenRule {
  readonly rule: RuleId;
  readonly path: readonly (string | number)[];
}

/** Whether an object obeys a rule about several of its fields: rule id → judge. */
export type ObjectRules = Readonly<Partial<Record<RuleId, (object: never) => boolean>>>;

/** The first rule that a value of the shape breaks, in the order in which fx checks; null for none. */
export function firstBrokenRule(
  value: unknown,
  shape: Shape,
  rules: ObjectRules,
  path: readonly (string | number)[] = [],
): BrokenRule | null {
  switch (shape.kind) {
    case 'nullable':
      return value === null ? null : firstBrokenRule(value, shape.of, rules, path);
    case 'text': {
      const rule = ruleOfText(value as string | Uint8Array, shape);
      return rule === undefined ? null : { rule, path };
    }
    case 'integer':
      return shape.rule !== undefined && (value as number) < (shape.floor as number)
        ? { rule: shape.rule, path }
        : null;
    case 'list':
      return brokenInList(value as unknown[], shape, rules, path);
    case 'struct':
      return brokenInStruct(value as Record<string, unknown>, shape, rules, path);
    case 'union': {
      const [name, content] = Object.entries(value as object)[0] as [string, unknown];
      return firstBrokenRule(content, fieldOf(shape.fields, name).shape, rules, [...path, name]);
    }
    case 'either':
      return typeof value === 'string' ? null : firstBrokenRule(value, shape.other, rules, path);
    default:
      return null;
  }
}

function brokenInStruct(
  object: Record<string, unknown>,
  { fields, checks }: StructShape,
  rules: ObjectRules,
  path: readonly (string | number)[],
): BrokenRule | null {
  for (const check of checks) {
    const judge = rules[check as RuleId];
    if (judge !== undefined) {
      if (!judge(object as never)) return { rule: check as RuleId, path };
      continue;
    }
    const broken = firstBrokenRule(object[check], fieldOf(fields, check).shape, rules, [...path, check]);
    if (broken !== null) return broken;
  }
  return null;
}

function brokenInList(
  items: readonly unknown[],
  shape: Extract<Shape, { kind: 'list' }>,
  rules: ObjectRules,
  path: readonly (string | number)[],
): BrokenRule | null {
  if (shape.rule !== undefined && items.length > (shape.max as number)) return { rule: shape.rule, path };
  for (const [index, item] of items.entries()) {
    const broken = firstBrokenRule(item, shape.of, rules, [...path, index]);
    if (broken !== null) return broken;
  }
  return null;
}

function fieldOf(fields: readonly Field[], name: string): Field {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new RangeError(`The shape has neither a field nor a rule ${name}.`);
  return field;
}

function ruleOfText(text: string | Uint8Array, shape: TextShape): RuleId | undefined {
  if (shape.rule === undefined) return undefined;
  // Bytes are what could not be text.
  if (typeof text !== 'string') return shape.rule;
  if (text === '' && shape.emptyRule !== undefined) return shape.emptyRule;
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = shape;
  const isSound =
    (text.length >= min || utf8ByteLength(text) >= min) &&
    // A UTF-16 unit is one to three bytes of UTF-8.
    (text.length * 3 <= max || utf8ByteLength(text) <= max) &&
    (pattern === undefined || pattern.test(text));
  return isSound ? undefined : shape.rule;
}
