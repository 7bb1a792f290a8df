import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Above this folder; a bundle puts this file into a part of its own, which lies one folder below the worker too, or beside it. */
const ABOVE = new URL('../batch-worker.js', import.meta.url);
const BESIDE = new URL(`./${'batch-worker.js'}`, import.meta.url);

/** The file that worker threads of the command run; null where nothing is built, as in tests: then all is done in one thread. */
export function workerUrl(): URL | null {
  return [ABOVE, BESIDE].find((url) => existsSync(fileURLToPath(url))) ?? null;
}
