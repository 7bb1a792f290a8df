import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSystemError } from '../output/system-error.js';

/**
 * A workspace as fx records it: the real path of the directory (session-directory §6.2). A directory that is gone, or of another
 * machine, is taken as it is spelled.
 */
export async function workspacePath(cwd: string, directory: string): Promise<string> {
  const path = resolve(cwd, directory);
  try {
    return await realpath(path);
  } catch (error) {
    if (isSystemError(error)) return path;
    throw error;
  }
}
