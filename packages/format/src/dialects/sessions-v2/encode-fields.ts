/**
 * Objects whose fields are read by `fields.ts`, as the session manager writes them (newer-formats §7.2): compact, only the escapes that
 * must be, raw values byte for byte.
 */
import type { Shape, StructShape } from '../../loose/shape.js';
import type { DurableBytes } from '../../scalars.js';

/** The fields of an object in their order, each with a comma before it; those that say nothing are left out. */
export function encodeFields(object: object, { fields }: StructShape): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const { name, shape, omit } of fields) {
    const value = (object as Record<string, unknown>)[name];
    const saysNothing = value === null || (Array.isArray(value) && value.length === 0);
    if (omit === undefined || !saysNothing) pieces.push(Buffer.from(`,"${name}":`), encodeValue(value, shape));
  }
  return Buffer.concat(pieces);
}

function encodeValue(value: unknown, shape: Shape): Uint8Array {
  switch (shape.kind) {
    case 'raw':
      return value as Uint8Array;
    case 'nullable':
      return value === null ? Buffer.from('null') : encodeValue(value, shape.of);
    case 'text':
      return encodeText(value as DurableBytes);
    case 'enum':
      return Buffer.from(`"${value}"`);
    case 'list':
      return enclose(
        '[',
        (value as unknown[]).map((item) => encodeValue(item, shape.of)),
        ']',
      );
    case 'struct':
      return Buffer.concat([Buffer.from('{'), encodeFields(value as object, shape).subarray(1), Buffer.from('}')]);
    default:
      return Buffer.from(String(value));
  }
}

function enclose(open: string, items: readonly Uint8Array[], close: string): Uint8Array {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [Buffer.from(','), item]));
  return Buffer.concat([Buffer.from(open), ...separated, Buffer.from(close)]);
}

/** The escapes of bytes below 0x20, quote and backslash; the manager has short ones for LF, CR and TAB alone. */
const ESCAPES = new Map<number, string>([
  ...Array.from({ length: 0x20 }, (_, byte): [number, string] => [byte, `\\u00${byte.toString(16).padStart(2, '0')}`]),
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);

function encodeText(text: DurableBytes): Uint8Array {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const pieces: Uint8Array[] = [Buffer.from('"')];
  let plain = 0;
  for (let at = 0; at < bytes.length; at++) {
    const escaped = ESCAPES.get(bytes[at]!);
    if (escaped === undefined) continue;
    pieces.push(bytes.subarray(plain, at), Buffer.from(escaped));
    plain = at + 1;
  }
  return Buffer.concat([...pieces, bytes.subarray(plain), Buffer.from('"')]);
}
