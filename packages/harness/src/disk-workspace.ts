import { lstatSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { readRegularFile } from './read-regular-file.js';
import type { WorkspaceView } from './workspace.js';

/** The file system as it is now. It is only looked at; links are resolved and nothing is opened but what is asked for by {@link DiskWorkspace.read}. */
export class DiskWorkspace implements WorkspaceView {
  readonly additionalDirectories: readonly string[];

  /**
   * @param root the real path of the workspace root.
   * @param home the real path of the home directory.
   * @param additionalDirectories as settings name them; those that do not exist are passed over, as by fx.
   */
  constructor(
    readonly root: string,
    readonly home: string | null,
    additionalDirectories: readonly string[] = [],
  ) {
    this.additionalDirectories = additionalDirectories.flatMap((path) => {
      const absolute =
        path.startsWith('~/') && home !== null ? posix.join(home, path.slice(2)) : posix.resolve(root, path);
      return this.look(absolute) === 'directory' ? [this.resolve(absolute) ?? absolute] : [];
    });
  }

  look(path: string): 'file' | 'directory' | 'other' | null {
    const found = orNull(() => statSync(path, { throwIfNoEntry: false }));
    if (found == null) return null;
    return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
  }

  resolve(path: string): string | null {
    return orNull(() => {
      const missing: string[] = [];
      let there = path;
      while (lstatSync(there, { throwIfNoEntry: false }) === undefined && there !== '/') {
        missing.unshift(posix.basename(there));
        there = posix.dirname(there);
      }
      return posix.join(realpathSync.native(there), ...missing);
    });
  }

  isLink(path: string): boolean {
    return orNull(() => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) === true;
  }

  read(path: string, limit: number): Uint8Array | null {
    const content = readRegularFile(path, limit);
    return content.ok ? content.bytes : null;
  }
}

/** What the system answers; null where it refuses to: a circle of links, a directory that may not be entered, a name too long. */
function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/** Whether an error comes from the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
