import { closeSync, openSync, readSync } from 'node:fs';
import { detectFormat } from '@fxlog/format';
import { isSystemError } from '../output/system-error.js';

const PREFIX_BYTES = 65_536;

/** Whether a file begins as something that fx writes, so that the code for other programs need not be loaded; also for one that cannot be read. */
export function isLogOfFx(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const prefix = new Uint8Array(PREFIX_BYTES);
      const length = readSync(file, prefix);
      const format = detectFormat(prefix.subarray(0, length));
      return format.dialect !== 'unknown' || format.age === 'newer';
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Whoever reads it in earnest says why it cannot be read.
    if (isSystemError(error)) return true;
    throw error;
  }
}
