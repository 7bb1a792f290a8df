import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { WriteError } from '../write-error.js';

/** The one function of `fs-ext` that is used: a whole-file BSD `flock`. */
interface FlockModule {
  flockSync(fd: number, operation: 'exnb'): void;
}

// session-directory §0.3: POSIX record locks do not collide with the flocks fx takes, so nothing but flock will do.
const PLATFORMS: readonly string[] = ['linux', 'darwin', 'freebsd', 'openbsd', 'netbsd'];
/** Exit status of `flock(1)` when somebody else holds the lock. */
const CONFLICT = 75;
const BUSY: readonly string[] = ['EAGAIN', 'EWOULDBLOCK'];

let loaded: FlockModule | undefined;

/**
 * Tries once to take an exclusive `flock` on an open descriptor; false when somebody else holds one.
 *
 * @throws WriteError with rule `lock/flock-unavailable` where a true flock cannot be had.
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
  try {
    loaded.flockSync(fd, 'exnb');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && BUSY.includes(String(error.code))) return false;
    throw unavailable(file, 'the file system refuses the lock', error);
  }
}

/** A native addon and an optional dependency, since it has to be compiled. */
function loadFlock(): FlockModule {
  const module: unknown = createRequire(import.meta.url)('fs-ext');
  if (!isFlockModule(module)) throw new TypeError('fs-ext has no flockSync.');
  return module;
}

/**
 * The same lock through `flock(1)` of util-linux: a lock belongs to the open file, which the program inherits, so it stays when the program
 * has gone.
 *
 * @param cause why the addon could not be loaded
 */
export function tryFlockProgram(fd: number, file: string, cause?: unknown): boolean {
  const { status, error } = spawnSync(
    'flock',
    ['--exclusive', '--nonblock', '--conflict-exit-code', String(CONFLICT), '3'],
    {
      stdio: ['ignore', 'ignore', 'ignore', fd],
    },
  );
  if (status === 0) return true;
  if (status === CONFLICT) return false;
  const reason = 'neither the optional dependency fs-ext nor the program flock is to be had here';
  throw unavailable(file, reason, error ?? cause);
}

function isFlockModule(module: unknown): module is FlockModule {
  return (
    typeof module === 'object' && module !== null && 'flockSync' in module && typeof module.flockSync === 'function'
  );
}

function unavailable(file: string, reason: string, cause: unknown): WriteError {
  return new WriteError(`${file} cannot be locked: ${reason}. Nothing was written.`, 'lock/flock-unavailable', {
    fxError: 'SessionLockUnsupported',
    file,
    cause,
  });
}
