import { closeSync, openSync, readSync } from 'node:fs';
import { detectFormat } from '@fxlog/format';
import { topLevelKeys } from '@fxlog/format/internal';
import { isSystemError } from '../output/system-error.js';

const PREFIX_BYTES = 65_536;

/** How many keys a message names. */
const MAX_KEYS = 8;

/** Whether a file begins as something that fx writes, so that the code for other programs need not be loaded; also for one that cannot be read. */
export function isLogOfFx(path: string): boolean {
  const prefix = prefixOf(path);
  // Whoever reads it in earnest says why it cannot be read.
  if (prefix === null) return true;
  const format = detectFormat(prefix);
  return format.dialect !== 'unknown' || format.age === 'newer';
}

/** Keys of the object that a file begins with; none where it begins with something else. */
export function firstKeys(path: string): string[] {
  return [...(topLevelKeys(prefixOf(path) ?? new Uint8Array())?.values.keys() ?? [])].slice(0, MAX_KEYS);
}

function prefixOf(path: string): Uint8Array | null {
  try {
    const file = openSync(path, 'r');
    try {
      const prefix = new Uint8Array(PREFIX_BYTES);
      return prefix.subarray(0, readSync(file, prefix));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}
