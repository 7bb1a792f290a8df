import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside this file, or, where the bundle put it into a part, one folder up. */
const PLACES = ['../batch-worker.js', './batch-worker.js'];

/** The file that worker threads of the command run; null where nothing is built, as in tests: then all is done in one thread. */
export function workerUrl(): URL | null {
  return PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(fileURLToPath(url))) ?? null;
}
