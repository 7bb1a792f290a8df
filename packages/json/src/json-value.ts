/**
 * A number token that is not a plain integer of at most 20 digits: `1.0`, `1e0`, `-0`, `0.25`, or an integer with more digits
 * than any 64-bit field has. The spelling is kept, because the field decides what it accepts (event-log §1.4).
 */
export class JsonNumber {
  constructor(
    /** The token as it stands in the text. */
    readonly text: string,
  ) {}

  /** The nearest IEEE double; `Infinity` where the token overflows. */
  toNumber(): number {
    return Number(this.text);
  }

  toJSON(): number {
    return this.toNumber();
  }
}

/**
 * A container that was checked but not built, since it lies deeper than the `maxDepth` of the caller. `start` and `end` are byte
 * offsets into the parsed bytes.
 */
export class UnbuiltJson {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

/** A JSON object. A key named `__proto__` is an ordinary own property. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * A JSON value, exact: an integer token is a `number` up to 2⁵³−1 in magnitude and a `bigint` beyond (up to 20 digits); every other
 * number is a {@link JsonNumber}.
 */
export type JsonValue = null | boolean | string | number | bigint | JsonNumber | UnbuiltJson | JsonValue[] | JsonObject;

/** Whether a value is an object of JSON: neither an array nor one of the classes above. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber) &&
    !(value instanceof UnbuiltJson)
  );
}
