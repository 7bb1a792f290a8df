/** Fields of foreign lines: what is not of the type that is asked for is not there. */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { parseTime, type Timestamp } from '../../model/timestamp.js';

/** A string that is not empty. */
export function textField(object: JsonObject, key: string): string | undefined {
  const value = stringField(object, key);
  return value === '' ? undefined : value;
}

export function stringField(object: JsonObject, key: string): string | undefined {
  const value = ownField(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function objectField(object: JsonObject, key: string): JsonObject | undefined {
  const value = ownField(object, key);
  return isJsonObject(value) ? value : undefined;
}

export function arrayField(object: JsonObject, key: string): readonly JsonValue[] | undefined {
  const value = ownField(object, key);
  return Array.isArray(value) ? value : undefined;
}

export function timeField(object: JsonObject, key: string): Timestamp | undefined {
  const value = stringField(object, key);
  return value === undefined ? undefined : (parseTime(value) ?? undefined);
}

export function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
