import { FrameError, type RuleId } from '@fxlog/format';
import { type CheckedFrame, type CheckOptions, checkLine, type FormatDialect } from '@fxlog/format/internal';
import { JsonError, type JsonObject, type JsonValue, locatePointer, parseJson, stringifyJson } from '@fxlog/json';
import { isJsonObject, pointerTokens } from '@fxlog/json/internal';

/** A key, or the same key in many items of an array, that fx does not know. @internal */
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
export interface ExtendedFrame<Frame extends CheckedFrame = CheckedFrame> {
  /** The event has its unknown keys, as they were parsed. */
  readonly checked: Frame;
  readonly unknownKeys: readonly UnknownKey[];
}

/** Each needs another check of the frame. More different ones than this are not what a later fx adds. */
const MAX_UNKNOWN_KEYS = 32;

interface Removed {
  readonly parent: readonly string[];
  readonly key: string;
  readonly value: JsonValue;
}

/**
 * Checks a frame again without the keys that fx does not know, for lenient reading: later versions add keys, and what
 * they add survives.
 *
 * @param refusal Why the frame was refused as it is.
 * @returns null when something else is wrong with it as well.
 * @internal
 */
export function keepUnknownKeys<Frame extends CheckedFrame>(
  dialect: FormatDialect<Frame>,
  line: Uint8Array,
  refusal: FrameError,
  options: CheckOptions,
): ExtendedFrame<Frame> | null {
  const rules = dialect.recovery?.unknownKeyRules;
  if (rules?.has(refusal.rule) !== true) return null;
  const tree = parseTree(line);
  if (tree === null) return null;
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
      const checked = checkLine(dialect, known, 0, known.length, options);
      return removed.every((item) => putBack(checked.event as JsonObject, item)) ? { checked, unknownKeys } : null;
    } catch (next) {
      if (!(next instanceof FrameError)) throw next;
      if (!rules.has(next.rule)) return null;
      error = next;
    }
  }
  return null;
}

/** A dialect may refuse a key before it looks at what follows; null where that is not JSON. */
function parseTree(line: Uint8Array): JsonValue | null {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** Takes the key out wherever it stands in the same kind of object: array indices of the pointer match any index. */
function removeLike(tree: JsonValue, pointer: string): Removed[] {
  const segments = pointerTokens(pointer);
  const key = segments.pop();
  if (key === undefined) return [];
  let places: { readonly path: readonly string[]; readonly value: JsonValue }[] = [{ path: [], value: tree }];
  for (const segment of segments) {
    places = places.flatMap(({ path, value }) => {
      if (Array.isArray(value)) return value.map((item, index) => ({ path: [...path, String(index)], value: item }));
      const item = isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
      return item === undefined ? [] : [{ path: [...path, segment], value: item }];
    });
  }
  const removed: Removed[] = [];
  for (const { path, value } of places) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) continue;
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
      : isJsonObject(place) && Object.hasOwn(place, segment)
        ? place[segment]
        : undefined;
    if (next === undefined) return false;
    place = next;
  }
  if (!isJsonObject(place)) return false;
  // A key `__proto__` is an ordinary key
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
  return true;
}
