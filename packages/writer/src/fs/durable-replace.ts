import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { WriteError } from '../write-error.js';
import { type FileSystem, permissions } from './file-system.js';

/**
 * Replaces a small file as a whole, as fx does (session-directory §0.2): a new file beside it, synced, renamed onto it, the directory
 * synced. A crash leaves the old file or the new one, and at most a `.<name>.tmp.<hex>` that fx ignores.
 *
 * @throws WriteError with rule `write/unsafe-path` (a link, a second name, not a file), `write/read-only`, or `write/indeterminate` when what
 *   stands under the name afterwards is not what was put there.
 */
export async function durableReplace(fileSystem: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const old = await fileSystem.lstat(path);
  if (old !== null) {
    if (old.kind !== 'file' || old.nlink !== 1n) {
      throw new WriteError({
        rule: 'write/unsafe-path',
        message: `${path} is not a regular file with one name; it is not replaced.`,
        fxError: 'DurablePathUnsafe',
        file: path,
      });
    }
    if ((old.mode & 0o222n) === 0n) {
      throw new WriteError({
        rule: 'write/read-only',
        message: `${path} may not be written; it is not replaced.`,
        fxError: 'AccessDenied',
        file: path,
      });
    }
  }
  // Always random, a seed or not: a leftover of an earlier run must not be in the way.
  const temporary = join(dirname(path), `.${basename(path)}.tmp.${randomBytes(16).toString('hex')}`);
  await createFile(fileSystem, temporary, bytes);
  await fileSystem.rename(temporary, path);
  const now = await fileSystem.lstat(path);
  if (now === null || now.kind !== 'file' || now.nlink !== 1n || permissions(now) !== 0o600) {
    throw new WriteError({
      rule: 'write/indeterminate',
      message: `${path} was replaced by somebody else at the same moment.`,
      file: path,
    });
  }
  await syncDirectory(fileSystem, dirname(path));
}

/** Writes a new file of mode 0600 and syncs it; fails with `EEXIST` when the name is taken. */
export async function createFile(
  fileSystem: FileSystem,
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode: 0o600 | 0o400 = 0o600,
): Promise<void> {
  const file = await fileSystem.open(path, 'create');
  await closing(file, async () => {
    // The umask may have taken bits away, and never adds any: the mode is set, not hoped for.
    await file.chmod(mode);
    if (bytes instanceof Uint8Array) {
      if (bytes.length > 0) await file.write(bytes);
    } else {
      for await (const chunk of bytes) await file.write(chunk);
    }
    await file.sync();
    const stat = await file.stat();
    if (stat.kind !== 'file' || stat.nlink !== 1n || permissions(stat) !== mode) {
      throw new WriteError({
        rule: 'write/modes-unsupported',
        message: `${path} did not get mode 0${mode.toString(8)}.`,
        fxError: 'PrivateStatePermissionsUnsupported',
        file: path,
      });
    }
  });
}

/** Makes a directory of mode 0700; fails with `EEXIST` when the name is taken. */
export async function createDirectory(fileSystem: FileSystem, path: string): Promise<void> {
  await fileSystem.makeDirectory(path);
  await orUndo(
    () => fileSystem.chmod(path, 0o700),
    () => fileSystem.removeDirectory(path),
  );
}

/** Forces the names in a directory to the disk. */
export async function syncDirectory(fileSystem: FileSystem, path: string): Promise<void> {
  const directory = await fileSystem.open(path, 'directory');
  await closing(directory, () => directory.sync());
}

/** Runs `work` and closes the file whatever happens; the error of the work counts more than one of closing. */
export async function closing<T>(file: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  const result = await orUndo(work, () => file.close());
  await file.close();
  return result;
}

/** Runs `work` and, only when it fails, `undo`; what went wrong in either is reported. */
export async function orUndo<T>(work: () => Promise<T>, undo: (error: unknown) => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    try {
      await undo(error);
    } catch (undoError) {
      throw new AggregateError([error, undoError], error instanceof Error ? error.message : String(error));
    }
    throw error;
  }
}
