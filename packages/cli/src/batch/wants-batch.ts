import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandContext } from '../command-context.js';
import { isSystemError } from '../system-error.js';
import { asksForBatch, type BatchOptions } from './batch-options.js';

const BRACE = 0x7b;

/**
 * Is this more than a few sessions: an archive, a pattern, or something that only a batch does? Looks at the first byte of a file at most, so
 * that judging one log stays as fast as it is.
 */
export async function wantsBatch(
  context: CommandContext,
  inputs: readonly string[],
  options: BatchOptions,
): Promise<boolean> {
  if (asksForBatch(options)) return true;
  for (const input of inputs) {
    if (input !== '-' && (await isManySessions(resolve(context.cwd, input), input))) return true;
  }
  return false;
}

async function isManySessions(path: string, input: string): Promise<boolean> {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return /[*?[{]/.test(input);
    if (!stats.isFile()) return false;
    const prefix = new Uint8Array(512);
    const file = openSync(path, 'r');
    try {
      const length = readSync(file, prefix);
      if (length === 0 || prefix[0] === BRACE) return false;
      const { archiveFormatOf } = await import('@fxlog/batch');
      return archiveFormatOf(prefix.subarray(0, length)) !== null;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Whoever reads it in earnest says why it cannot be read.
    if (isSystemError(error)) return false;
    throw error;
  }
}
