import type { Int64 } from '@fxlog/format';
import { JsonError, type JsonObject, type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';

/** More records than this are not read. */
const MAX_FILES = 20_000;

/** The text of a member; null for anything else. */
export function textIn(object: JsonObject | null, key: string): string | null {
  const value = object?.[key];
  return typeof value === 'string' ? value : null;
}

/** The whole number of a member; null for anything else. */
export function integerIn(object: JsonObject | null, key: string): Int64 | null {
  const value = object?.[key];
  return typeof value === 'number' || typeof value === 'bigint' ? value : null;
}

/** The object of a member; null for anything else. */
export function objectIn(object: JsonObject | null, key: string): JsonObject | null {
  return objectOf(object?.[key]);
}

/** The objects of a list; none for anything else. */
export function objectsIn(object: JsonObject | null, key: string): readonly JsonObject[] {
  const value = object?.[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** An object; null for anything else. */
export function objectOf(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value ?? null) ? (value as JsonObject) : null;
}

/** The files beside a log whose path a pattern takes, in the order of the numbers in their names: a directory has none. */
export function filesLike(session: Session, pattern: RegExp): readonly string[] {
  const files = session.children().flatMap(({ file }) => (pattern.test(file) ? [file] : []));
  return files.sort(new Intl.Collator('en', { numeric: true }).compare).slice(0, MAX_FILES);
}

/** A small file of a session as a JSON object; null where it is not there, too large or none. No link is followed. */
export function recordIn(session: Session, file: string, limit: number): JsonObject | null {
  const artifact = session.artifact(file);
  if (!artifact.ok || artifact.bytes.length > limit) return null;
  try {
    return objectOf(parseJson(artifact.bytes));
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
