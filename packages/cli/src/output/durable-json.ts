import type { JsonObject, JsonValue } from '@fxlog/json';
import { encodeBase64 } from '@fxlog/json/internal';

/**
 * A value that came out of a log as JSON: exact integers stay exact, and bytes that are not UTF-8 become fx's
 * `{"encoding":"base64","data":…}` (event-log §0.4). Keys without a value count as absent.
 *
 * @throws TypeError for what no log holds (functions, symbols)
 */
export function durableToJson(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return { encoding: 'base64', data: encodeBase64(value) };
  if (Array.isArray(value)) return value.map(durableToJson);
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : membersToJson(value);
    default:
      throw new TypeError(`a ${typeof value} is not a JSON value`);
  }
}

function membersToJson(value: object): JsonObject {
  const json: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) json[key] = durableToJson(member);
  }
  return json;
}
