import { type CheckedFrame, checkFrame, type DecodeOptions, FrameError, type RuleId } from '@fxlog/format';
import { type JsonObject, type JsonValue, locatePointer, parseJson, stringifyJson } from '@fxlog/json';

/** A key, or the same key in many items of an array, that fx 0.0.5 refuses. @internal */
export interface UnknownKey {
  readonly rule: RuleId;
  readonly fxError: FrameError['fxError'];
  /** JSON Pointer of the first one. */
  readonly path: string;
  /** Its value, in bytes from the first byte of the frame. */
  readonly offset: number;
  /** How many there are. */
  readonly count: number;
}

/** An event whose known part is sound. @internal */
export interface ExtendedFrame {
  /** The event has its unknown keys, as they were parsed. */
  readonly checked: CheckedFrame;
  readonly unknownKeys: readonly UnknownKey[];
}

const UNKNOWN_KEY_RULES: ReadonlySet<string> = new Set(['shape/unknown-key', 'shape/later-key']);
/** Each needs another check of the frame. More different ones than this are not what a later fx adds. */
const MAX_UNKNOWN_KEYS = 32;

interface Removed {
  readonly parent: readonly string[];
  readonly key: string;
  readonly value: JsonValue;
}

/**
 * Checks a frame again without the keys that fx 0.0.5 does not know, for lenient reading: later versions add keys, and what
 * they add survives.
 *
 * @param refusal Why the frame was refused as it is.
 * @returns null when something else is wrong with it as well.
 * @internal
 */
export function keepUnknownKeys(line: Uint8Array, refusal: FrameError, options: DecodeOptions): ExtendedFrame | null {
  if (!UNKNOWN_KEY_RULES.has(refusal.rule)) return null;
  const tree = parseJson(line);
  const removed: Removed[] = [];
  const unknownKeys: UnknownKey[] = [];
  let error = refusal;
  while (unknownKeys.length < MAX_UNKNOWN_KEYS) {
    const found = removeLike(tree, error.path);
    if (found.length === 0) return null;
    removed.push(...found);
    const { rule, fxError, path } = error;
    unknownKeys.push({ rule, fxError, path, offset: locatePointer(line, path), count: found.length });
    const known = Buffer.from(`${stringifyJson(tree)}\n`, 'utf8');
    try {
      const checked = checkFrame(known, 0, known.length, options);
      return removed.every((item) => putBack(checked.event as unknown as JsonObject, item))
        ? { checked, unknownKeys }
        : null;
    } catch (next) {
      if (!(next instanceof FrameError)) throw next;
      if (!UNKNOWN_KEY_RULES.has(next.rule)) return null;
      error = next;
    }
  }
  return null;
}

/** Takes the key out wherever it stands in the same kind of object: array indices of the pointer match any index. */
function removeLike(tree: JsonValue, pointer: string): Removed[] {
  const segments = pointer.split('/').slice(1).map(unescapeSegment);
  const key = segments.pop();
  if (key === undefined) return [];
  let places: { readonly path: readonly string[]; readonly value: JsonValue }[] = [{ path: [], value: tree }];
  for (const segment of segments) {
    places = places.flatMap(({ path, value }) => {
      if (Array.isArray(value)) return value.map((item, index) => ({ path: [...path, String(index)], value: item }));
      const item = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
      return item === undefined ? [] : [{ path: [...path, segment], value: item }];
    });
  }
  const removed: Removed[] = [];
  for (const { path, value } of places) {
    if (!isObject(value) || !Object.hasOwn(value, key)) continue;
    const item = value[key];
    if (item === undefined) continue;
    removed.push({ parent: path, key, value: item });
    delete value[key];
  }
  return removed;
}

function putBack(event: JsonObject, { parent, key, value }: Removed): boolean {
  let place: JsonValue = event;
  for (const segment of parent) {
    const next: JsonValue | undefined = Array.isArray(place)
      ? place[Number(segment)]
      : isObject(place) && Object.hasOwn(place, segment)
        ? place[segment]
        : undefined;
    if (next === undefined) return false;
    place = next;
  }
  if (!isObject(place)) return false;
  // a key `__proto__` is an ordinary key
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
  return true;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
