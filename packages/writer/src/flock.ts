import { createRequire } from 'node:module';
import { WriteError } from './write-error.js';

/** The one function of `fs-ext` that is used: a whole-file BSD `flock`. */
interface FlockModule {
  flockSync(fd: number, operation: 'exnb'): void;
}

// session-directory §0.3: POSIX record locks do not collide with the flocks fx takes, so nothing but flock will do.
const PLATFORMS: readonly string[] = ['linux', 'darwin', 'freebsd', 'openbsd', 'netbsd'];
const BUSY: readonly string[] = ['EAGAIN', 'EWOULDBLOCK'];

let loaded: FlockModule | undefined;

/**
 * Tries once to take an exclusive `flock` on an open descriptor; false when somebody else holds one.
 *
 * @throws WriteError with rule `lock/flock-unavailable` where a true flock cannot be had.
 */
export function tryFlock(fd: number, file: string): boolean {
  const { flockSync } = loadFlock(file);
  try {
    flockSync(fd, 'exnb');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && BUSY.includes(String(error.code))) return false;
    throw unavailable(file, 'the file system refuses the lock', error);
  }
}

function loadFlock(file: string): FlockModule {
  if (loaded !== undefined) return loaded;
  if (!PLATFORMS.includes(process.platform)) {
    throw unavailable(file, `flock does not exist on ${process.platform}`, undefined);
  }
  let module: unknown;
  try {
    // A native addon and an optional dependency: where it could not be compiled, everything that needs no lock still works.
    module = createRequire(import.meta.url)('fs-ext');
  } catch (error) {
    throw unavailable(file, 'the optional dependency fs-ext is not installed or was not compiled', error);
  }
  if (!isFlockModule(module)) throw unavailable(file, 'fs-ext has no flockSync', undefined);
  loaded = module;
  return module;
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
