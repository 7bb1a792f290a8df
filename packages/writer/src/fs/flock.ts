import { spawnSync } from 'node:child_process';
import { closeSync, constants as fileConstants, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { WriteError } from '../write-error.js';

/** `flock(2)` of the C library. */
interface CFlock {
  /** 0, or −1 with the reason in {@link errno}. */
  flock(fd: number, operation: number): number;
  errno(): number;
}

/** What is used of koffi, which calls functions of C libraries. */
interface Koffi {
  load(library: null): { func(prototype: string): CFlock['flock'] };
  errno(): number;
}

// session-directory §0.3: POSIX record locks do not collide with the flocks fx takes, so nothing but flock will do.
const PLATFORMS: readonly string[] = ['linux', 'darwin', 'freebsd', 'openbsd', 'netbsd'];
/** `LOCK_SH | LOCK_NB` and `LOCK_EX | LOCK_NB`, the same numbers on all of these. */
const SHARED_AT_ONCE = 1 | 4;
const EXCLUSIVE_AT_ONCE = 2 | 4;
/** Exit status of `flock(1)` when somebody else holds the lock, in util-linux and in busybox. */
const CONFLICT = 1;

let loaded: CFlock | undefined;

/**
 * Tries once to take an exclusive `flock` on an open descriptor; false when somebody else holds one.
 *
 * @throws WriteError with rule `lock/flock-unavailable` where a true flock is not available.
 */
export function tryFlock(fd: number, file: string): boolean {
  if (!PLATFORMS.includes(process.platform)) {
    throw unavailable(file, `flock does not exist on ${process.platform}`, undefined);
  }
  try {
    loaded ??= loadFlock();
  } catch (error) {
    return tryFlockProgram(fd, file, error);
  }
  if (loaded.flock(fd, EXCLUSIVE_AT_ONCE) === 0) return true;
  const errno = loaded.errno();
  if (errno === constants.errno.EAGAIN || errno === constants.errno.EWOULDBLOCK) return false;
  throw unavailable(file, `the file system refuses the lock (errno ${errno})`, undefined);
}

/**
 * Whether somebody holds an exclusive `flock` on a file now. The file is only looked at; false also where that cannot be told.
 */
export function isFlocked(path: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, fileConstants.O_RDONLY | fileConstants.O_NOFOLLOW | fileConstants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
  try {
    loaded ??= loadFlock();
    return loaded.flock(fd, SHARED_AT_ONCE) !== 0 && loaded.errno() === constants.errno.EWOULDBLOCK;
  } catch (error) {
    // Without koffi nobody can be asked; a library that cannot be loaded says so with an Error.
    if (error instanceof Error) return false;
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Through koffi, an optional dependency: its binary is not made for every platform. */
function loadFlock(): CFlock {
  const koffi: unknown = createRequire(import.meta.url)('koffi');
  if (!isKoffi(koffi)) throw new TypeError('koffi has no load and errno.');
  // Null is the running program, which has the C library in it.
  return { flock: koffi.load(null).func('int flock(int fd, int operation)'), errno: () => koffi.errno() };
}

/**
 * The same lock through the program `flock(1)`: a lock belongs to the open file, which the program inherits, so it stays when the program
 * has gone.
 *
 * @param cause why koffi could not be loaded
 */
export function tryFlockProgram(fd: number, file: string, cause?: unknown): boolean {
  const { status, error } = spawnSync('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  if (status === 0) return true;
  if (status === CONFLICT) return false;
  throw unavailable(file, 'neither the optional dependency koffi nor the program flock is installed', error ?? cause);
}

function isKoffi(module: unknown): module is Koffi {
  return (
    typeof module === 'object' &&
    module !== null &&
    'load' in module &&
    typeof module.load === 'function' &&
    'errno' in module &&
    typeof module.errno === 'function'
  );
}

function unavailable(file: string, reason: string, cause: unknown): WriteError {
  return new WriteError(
    {
      rule: 'lock/flock-unavailable',
      message: `${file} cannot be locked: ${reason}. Nothing was written.`,
      fxError: 'SessionLockUnsupported',
      file,
    },
    { cause },
  );
}
