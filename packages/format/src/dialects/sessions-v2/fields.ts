/**
 * Objects whose values are cut out before they are read by their types: the fields of lines, records and states (newer-formats §7.2). The
 * first field of a name wins, unknown names are passed over, what follows the closing brace is not looked at.
 */
import { isUtf8 } from 'node:buffer';
import { LooseError } from '../../loose/loose-error.js';
import { readLoose } from '../../loose/read.js';
import type { Field, Shape, StructShape } from '../../loose/shape.js';
import { ruleById } from '../../rules/index.js';
import type { DurableBytes } from '../../scalars.js';
import { viewOf } from '../../view-of.js';
import { readDigits, skipDigits } from './line-frame.js';
import { skipBlanks, skipRawValue, skipString } from './raw-value.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;

/** Thrown for an object whose fields are not those of its shape. */
export class FieldError extends Error {
  override readonly name = 'FieldError';

  constructor(
    message: string,
    /** Name of the field at fault; empty where the object itself is. */
    readonly field: string,
    /** Byte in the buffer at which the fault lies. */
    readonly at: number,
  ) {
    super(message);
  }
}

/** Where the values of an object lie: start and end of each known field, in the order of the shape; start is -1 where it is absent. */
export type Slots = Int32Array;

/**
 * Cuts out the values of the known fields from `at`, which is behind the opening brace or the comma before the first field.
 *
 * @throws FieldError where the fields are not such.
 */
export function locateFields(bytes: Uint8Array, from: number, end: number, { fields }: StructShape): Slots {
  const slots: Slots = new Int32Array(fields.length * 2).fill(-1);
  let at = skipBlanks(bytes, from, end);
  if (at === end || bytes[at] === CLOSE) return slots;
  for (;;) {
    const nameEnd = at < end && bytes[at] === QUOTE ? skipString(bytes, at, end) : -1;
    if (nameEnd < 0) throw new FieldError('the name of a field belongs here', '', at);
    const name = readOr('', at, () => readText(bytes, at, nameEnd));
    const colon = skipBlanks(bytes, nameEnd, end);
    if (colon === end || bytes[colon] !== COLON) throw new FieldError('a colon belongs here', '', colon);
    const start = skipBlanks(bytes, colon + 1, end);
    const valueEnd = skipRawValue(bytes, start, end);
    if (valueEnd < 0) throw new FieldError('the value does not end', String(name), start);
    const index = fields.findIndex((field) => field.name === name);
    if (index >= 0 && slots[index * 2] === -1) slots.set([start, valueEnd], index * 2);
    at = skipBlanks(bytes, valueEnd, end);
    if (at === end || bytes[at] === CLOSE) return slots;
    if (bytes[at] !== COMMA) throw new FieldError('a comma belongs here', '', at);
    at = skipBlanks(bytes, at + 1, end);
  }
}

/**
 * The object whose values lie in `slots`; absent ones with what their absence means. Raw values are views of `bytes`. The members go behind
 * those of `head`.
 *
 * @param isSpelledByFx whether texts are known to be ASCII without escapes
 * @throws FieldError for a required field that is absent, and a value of another type.
 */
export function readFields(
  bytes: Uint8Array,
  slots: Slots,
  end: number,
  { fields }: StructShape,
  head: object = {},
  isSpelledByFx = false,
): object {
  const object = head as Record<string, unknown>;
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]!;
    const start = slots[index * 2]!;
    if (start >= 0) object[field.name] = readValue(bytes, start, slots[index * 2 + 1]!, field, isSpelledByFx);
    else if (field.absent !== undefined) object[field.name] = field.absent;
    else throw new FieldError('the field is missing', field.name, end);
  }
  return object;
}

function readValue(
  bytes: Uint8Array,
  start: number,
  end: number,
  { name, shape, absent }: Field,
  isSpelledByFx: boolean,
): unknown {
  if (isSpelledByFx && shape.kind === 'text') return viewOf(bytes).toString('latin1', start + 1, end - 1);
  if (shape.kind === 'raw') return bytes.subarray(start, end);
  if (shape.kind === 'integer') {
    const digits = skipDigits(bytes, start, end) === end ? readDigits(bytes, start, end) : null;
    if (digits !== null) return digits;
  }
  return readOr(name, start, () => {
    const text = shape.kind === 'nullable' ? shape.of : shape;
    if (text.kind === 'text' && bytes[start] === QUOTE) return readText(bytes, start, end);
    // A null stands for absence, whatever that means.
    return readLoose(bytes, shape, { start, end, unknownKeys: 'ignore' }) ?? absent;
  });
}

function readOr<Value>(field: string, start: number, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    throw new FieldError(error.detail ?? ruleById(error.rule).title, field, start + error.offset);
  }
}

/** A literal without escapes is taken as it stands, control bytes and all; any other as JSON has it. */
function readText(bytes: Uint8Array, start: number, end: number): DurableBytes {
  const content = bytes.subarray(start + 1, end - 1);
  if (content.includes(BACKSLASH)) return readLoose(bytes, TEXT, { start, end }) as DurableBytes;
  return isUtf8(content)
    ? Buffer.from(content.buffer, content.byteOffset, content.length).toString()
    : new Uint8Array(content);
}

const TEXT: Shape = { kind: 'text', anyBytes: true };
