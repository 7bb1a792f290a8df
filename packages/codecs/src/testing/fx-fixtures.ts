import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReadAttachment } from '../codec.js';

const root = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

/** Directories of sessions that fx 0.0.5 wrote, by shape. */
export const FX_SESSIONS: readonly (readonly [shape: string, directory: string])[] = readdirSync(root, {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(`${root}${name === 'profile' ? 'profile/sessions' : name}`)
      .filter((id) => /^\d/.test(id))
      .map((id) => [name, `${root}${name === 'profile' ? 'profile/sessions' : name}/${id}`] as const),
  )
  .filter(([, directory]) => existsSync(`${directory}/events.jsonl`));

/** Reads the files of a session's directory. */
export function filesIn(directory: string): ReadAttachment {
  return async (locator) => (existsSync(`${directory}/${locator}`) ? readFileSync(`${directory}/${locator}`) : null);
}

/** Reads files that are at hand. */
export function filesOf(files: ReadonlyMap<string, Uint8Array>): ReadAttachment {
  return async (locator) => files.get(locator) ?? null;
}
