import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackedSession } from '../model/packed-session.js';

/** Writes what of a copy is still in memory. May be done again: a worker can die. */
export function unpackSession({ directory, files, modes }: PackedSession): void {
  const made = new Set<string>();
  for (const { name, bytes } of files) {
    const path = join(directory, name);
    const parent = dirname(path);
    if (!made.has(parent)) {
      mkdirSync(parent, { recursive: true, mode: 0o700 });
      made.add(parent);
    }
    writeFileSync(path, bytes, { mode: 0o600 });
  }
  for (const [name, mode] of modes) {
    const path = join(directory, name);
    // A directory that nothing lies in is not made.
    if (existsSync(path)) chmodSync(path, mode);
  }
}

/** Removes the copy. */
export function removeCopy({ directory }: PackedSession): void {
  rmSync(directory, { recursive: true, force: true });
}
