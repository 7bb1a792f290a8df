import { lstat, open } from 'node:fs/promises';
import { CommandError, ExitCode } from '../exit-code.js';
import { isSystemError, reasonOf } from '../output/system-error.js';

/** Whether something lies at a path, whatever it is. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Makes the entries of a directory survive a loss of power. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs what works on a path; a refusal of the system is said of that path. */
export async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error)) throw new CommandError(ExitCode.io, `${path}: ${reasonOf(error)}`);
    throw error;
  }
}
