import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { parseJson } from '@fxlog/json';

const ROOT = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5', import.meta.url));

/** A session directory that fx wrote. */
export interface FixtureSession {
  readonly shape: string;
  readonly id: string;
  readonly dir: string;
  /** Bytes of one of its files, or null. */
  read(name: string): Buffer | null;
  /** A JSON file of it, or null. */
  json(name: string): JsonObject | null;
}

/** Every current-format session among the fixtures, those of the whole profile included. */
export function fixtureSessions(): FixtureSession[] {
  const sessions: FixtureSession[] = [];
  for (const shape of readdirSync(ROOT).sort()) {
    const parent = shape === 'profile' ? join(ROOT, shape, 'sessions') : join(ROOT, shape);
    if (!existsSync(parent) || shape.endsWith('.md')) continue;
    for (const id of readdirSync(parent).sort()) {
      const dir = join(parent, id);
      if (!existsSync(join(dir, 'events.jsonl'))) continue;
      const read = (name: string): Buffer | null =>
        existsSync(join(dir, name)) ? readFileSync(join(dir, name)) : null;
      const json = (name: string): JsonObject | null => {
        const bytes = read(name);
        return bytes === null ? null : asObject(parseJson(bytes));
      };
      sessions.push({ shape, id, dir, read, json });
    }
  }
  return sessions;
}

/** One fixture by its shape. */
export function fixtureSession(shape: string): FixtureSession {
  const found = fixtureSessions().find((session) => session.shape === shape);
  if (found === undefined) throw new Error(`There is no fixture ${shape}.`);
  return found;
}

/** A value that must be an object. */
export function asObject(value: JsonValue | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as JsonObject;
}
