import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sessions of the newer formats. */
export const NEWER = fileURLToPath(new URL('../../../../test-fixtures/newer/', import.meta.url));

/** Gives a session the modes that fx asks for, which a checkout loses. */
export function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}
