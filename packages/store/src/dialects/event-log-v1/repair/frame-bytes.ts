import { FrameError } from '@fxlog/format';
import { adaptFrame, checkFrame } from '@fxlog/format/internal';
import { type JsonValue, locatePointer, parseJson, stringifyJson } from '@fxlog/json';
import { pointerTokens } from '@fxlog/json/internal';
import { mendText } from '@fxlog/reader/internal';

const LF = 0x0a;
/** More keys than this are not what a later fx adds. */
const MAX_STRIPPED_KEYS = 1024;

/** A frame with the newline that a damaged log may have taken from it. */
export function withNewline(bytes: Uint8Array): Uint8Array {
  if (bytes[bytes.length - 1] === LF) return bytes;
  const line = new Uint8Array(bytes.length + 1);
  line.set(bytes);
  line[bytes.length] = LF;
  return line;
}

function faultOf(line: Uint8Array): FrameError | null {
  try {
    checkFrame(line, 0, line.length);
    return null;
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
}

/** What was changed in a frame so that fx accepts it, the gravest first. */
export type FrameChange = 'text' | 'usage' | 'unknown-keys';

/** A frame that fx accepts, and what had to be changed for that; null when there is more wrong with it. */
export function asStrictFrame(
  line: Uint8Array,
): { readonly line: Uint8Array; readonly change: FrameChange | null } | null {
  const mended = mendText(line);
  const adapted = withoutOtherUsage(mended?.bytes ?? line);
  const known = withoutUnknownKeys(adapted ?? mended?.bytes ?? line);
  if (known === null) return null;
  if (mended !== null) return { line: known, change: 'text' };
  return { line: known, change: adapted !== null ? 'usage' : known === line ? null : 'unknown-keys' };
}

/** A frame without usage of another shape; null when it has none. */
function withoutOtherUsage(line: Uint8Array): Uint8Array | null {
  const fault = faultOf(line);
  return fault === null ? null : (adaptFrame(line, fault)?.line ?? null);
}

function withoutUnknownKeys(line: Uint8Array): Uint8Array | null {
  let fault = faultOf(line);
  if (fault === null) return line;
  if (!isUnknownKey(fault)) return null;
  const tree = parseJson(line);
  for (let removed = 0; removed < MAX_STRIPPED_KEYS; removed++) {
    if (!removeAt(tree, fault.path)) return null;
    const known = Buffer.from(`${stringifyJson(tree)}\n`, 'utf8');
    fault = faultOf(known);
    if (fault === null) return known;
    if (!isUnknownKey(fault)) return null;
  }
  return null;
}

function isUnknownKey({ rule }: FrameError): boolean {
  return rule === 'shape/unknown-key' || rule === 'shape/later-key';
}

function removeAt(tree: JsonValue, pointer: string): boolean {
  const segments = pointerTokens(pointer);
  const key = segments.pop();
  let place: JsonValue | undefined = tree;
  for (const segment of segments) place = memberOf(place, segment);
  if (key === undefined || typeof place !== 'object' || place === null || Array.isArray(place)) return false;
  return Object.hasOwn(place, key) && Reflect.deleteProperty(place, key);
}

function memberOf(place: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (Array.isArray(place)) return place[Number(segment)];
  if (typeof place !== 'object' || place === null || !Object.hasOwn(place, segment)) return undefined;
  return (place as { [key: string]: JsonValue })[segment];
}

/** The same frame under another number; every other byte stays as it is. */
export function renumber(line: Uint8Array, seq: number): Uint8Array {
  const start = locatePointer(line, '/seq');
  let end = start;
  while (end < line.length && (line[end] as number) >= 0x30 && (line[end] as number) <= 0x39) end++;
  return Buffer.concat([line.subarray(0, start), Buffer.from(String(seq)), line.subarray(end)]);
}
