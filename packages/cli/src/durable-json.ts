import { encodeBase64, type JsonObject, type JsonValue } from '@fxlog/json';

/** A value that came out of a log: JSON, with bytes where the text is not UTF-8. Keys without a value count as absent. */
type LoggedValue =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly LoggedValue[]
  | { readonly [key: string]: LoggedValue };

/** The same value as JSON; bytes become fx's `{"encoding":"base64","data":…}` (event-log §0.4). */
export function durableToJson(value: LoggedValue): JsonValue {
  if (value instanceof Uint8Array) return { encoding: 'base64', data: encodeBase64(value) };
  if (Array.isArray(value)) return value.map((item: LoggedValue) => durableToJson(item));
  if (typeof value === 'object' && value !== null) {
    const json: JsonObject = {};
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) json[key] = durableToJson(member);
    }
    return json;
  }
  return value ?? null;
}
