import { statsOf } from './safe-file.js';

/** How often a file is looked at again that grew meanwhile. */
export const MAX_LOOKS = 20;
/** One write of a line takes less, in milliseconds. */
const PAUSE_MS = 5;

const NEVER = new Int32Array(new SharedArrayBuffer(4));

/**
 * Whether a file has another size than it was read with, now or a moment later: a last line that was not written to its end is then only being written,
 * and the file is to be read again. A file that somebody writes to is no damaged one.
 */
export function isBeingWritten(path: string, size: number): boolean {
  if (statsOf(path)?.size !== size) return true;
  Atomics.wait(NEVER, 0, 0, PAUSE_MS);
  return statsOf(path)?.size !== size;
}
