import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FxErrorName } from '@fxlog/format';
import { WriteError } from '../write-error.js';
import { closing, orUndo, syncDirectory } from './durable-replace.js';
import { type FileSystem, hasCode, nodeFileSystem, type OpenFile, permissions } from './file-system.js';

/** How {@link withFlock} waits and what it says. */
export interface FlockOptions {
  /** How long to try, in milliseconds; 0 tries once. fx waits 2000 (session-directory §0.3), and so does the default. */
  readonly timeoutMs?: number;
  /** Name of the error fx raises when this lock is busy. Default `SessionCommitBoundaryUnavailable`, right for all but `session.lock`. */
  readonly busyError?: FxErrorName;
  readonly fileSystem?: FileSystem;
}

const RETRY_MS = 10;

/**
 * Runs `work` while holding an exclusive whole-file `flock` on a lock file, as fx takes its locks (session-directory §0.3). The file
 * is made (0600, directory synced) when it is missing and is never deleted.
 *
 * @throws WriteError with rule `lock/busy`, `lock/unsafe` (not a regular file with one name and mode 0600) or
 *   `lock/flock-unavailable`; otherwise whatever `work` throws.
 */
export async function withFlock<T>(path: string, options: FlockOptions, work: () => Promise<T>): Promise<T> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const deadline = performance.now() + (options.timeoutMs ?? 2000);
  const file = await openLockFile(fileSystem, path);
  return closing(file, async () => {
    while (!(await file.tryLock())) {
      if (performance.now() >= deadline) {
        throw new WriteError({
          rule: 'lock/busy',
          message: `${path} is held by another process.`,
          fxError: options.busyError ?? 'SessionCommitBoundaryUnavailable',
          file: path,
        });
      }
      await delay(RETRY_MS);
    }
    return work();
  });
}

async function openLockFile(fileSystem: FileSystem, path: string): Promise<OpenFile> {
  const existing = await fileSystem.lstat(path);
  if (existing === null) {
    try {
      return await createLockFile(fileSystem, path);
    } catch (error) {
      // Somebody else made it in between: then it is theirs as much as ours.
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  } else if (existing.kind !== 'file') {
    throw unsafeLock(path);
  }
  const file = await fileSystem.open(path, 'update');
  await orUndo(
    async () => {
      const stat = await file.stat();
      if (stat.kind !== 'file' || stat.nlink !== 1n || permissions(stat) !== 0o600) throw unsafeLock(path);
    },
    () => file.close(),
  );
  return file;
}

async function createLockFile(fileSystem: FileSystem, path: string): Promise<OpenFile> {
  const file = await fileSystem.open(path, 'create');
  await orUndo(
    async () => {
      await file.chmod(0o600);
      await syncDirectory(fileSystem, dirname(path));
    },
    () => file.close(),
  );
  return file;
}

function unsafeLock(path: string): WriteError {
  return new WriteError({
    rule: 'lock/unsafe',
    message: `${path} is not a regular file with one name and mode 0600.`,
    fxError: 'SessionPathUnsafe',
    file: path,
  });
}
