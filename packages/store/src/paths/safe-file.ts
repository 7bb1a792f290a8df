/**
 * Looking at and reading files that somebody else laid out. No symbolic link is followed in any component below the session
 * directory, nothing but a regular file with one link is read (session-directory §1.5, "kind rule"), and no more is read than
 * the caller's limit, whatever the file claims to be. A FIFO, socket or device is never opened for reading.
 */

import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import type { SystemErrorName } from '@fxlog/format/internal';

/** Why a path is not a plain file of ours. */
export type UnsafeKind = 'symlink' | 'directory' | 'special' | 'hard-link';

/** What reading a small file came to. */
export type FileRead =
  | { readonly state: 'read'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly state: 'absent' }
  | { readonly state: 'unsafe'; readonly kind: UnsafeKind }
  | { readonly state: 'too-large'; readonly size: number }
  /** The operating system refused; `code` is its name for it (`EACCES`, `EIO`, …). */
  | { readonly state: 'refused'; readonly code: SystemErrorName };

/** What a look at a path came to, without opening it. */
export type FileLook =
  | { readonly state: 'file'; readonly stats: Stats }
  | { readonly state: 'absent' }
  | { readonly state: 'unsafe'; readonly kind: UnsafeKind; readonly stats: Stats }
  | { readonly state: 'refused'; readonly code: SystemErrorName };

/** The name that the operating system gives to a failure; `EUNKNOWN` for anything else. */
export function errorCode(error: unknown): SystemErrorName {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code as SystemErrorName;
  return 'EUNKNOWN';
}

function isAbsence(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Undefined for what is not there or may not be looked at; which of the two shows when something in the directory is read. */
function quietly<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** `lstat` without an error: undefined for what is not there or may not be looked at. */
export function statsOf(path: string): Stats | undefined {
  return quietly(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** The same with times in nanoseconds, as fingerprints need them. */
export function bigStatsOf(path: string): BigIntStats | undefined {
  return quietly(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** The entries of a directory; none when it may not be listed. */
export function entriesOf(path: string): Dirent[] {
  return quietly(() => readdirSync(path, { withFileTypes: true })) ?? [];
}

/** `lstat`s a path and says whether it is a regular file with one link. */
export function lookAtFile(path: string): FileLook {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = errorCode(error);
    return isAbsence(code) ? { state: 'absent' } : { state: 'refused', code };
  }
  if (stats === undefined) return { state: 'absent' };
  const kind = unsafeKind(stats);
  return kind === null ? { state: 'file', stats } : { state: 'unsafe', kind, stats };
}

function unsafeKind(stats: Stats): UnsafeKind | null {
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isDirectory()) return 'directory';
  if (!stats.isFile()) return 'special';
  return stats.nlink > 1 ? 'hard-link' : null;
}

const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a regular file for reading, one with a single link unless others are tolerated; the caller closes `fd`. */
export function openFile(
  path: string,
  tolerateHardLinks = false,
): { state: 'open'; fd: number; stats: Stats } | Exclude<FileLook, { state: 'file' }> {
  const look = lookAtFile(path);
  const isTolerated = (kind: UnsafeKind | null): boolean =>
    kind === null || (tolerateHardLinks && kind === 'hard-link');
  if (look.state !== 'file' && (look.state !== 'unsafe' || !isTolerated(look.kind))) return look;
  let fd: number;
  try {
    fd = openSync(path, OPEN_FLAGS);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') return { state: 'unsafe', kind: 'symlink', stats: look.stats };
    return isAbsence(code) ? { state: 'absent' } : { state: 'refused', code };
  }
  // Between the look and the opening the name may have come to mean another file: what was opened is judged again.
  const stats = fstatSync(fd);
  const kind = unsafeKind(stats);
  if (kind === null || isTolerated(kind)) return { state: 'open', fd, stats };
  closeSync(fd);
  return { state: 'unsafe', kind, stats };
}

/**
 * Reads a whole file of at most `limit` bytes. What is allocated follows from the size that the file has, never from a size that some
 * document declares, and is capped by `limit`.
 */
export function readFileWithin(path: string, limit: number, tolerateHardLinks = false): FileRead {
  const opened = openFile(path, tolerateHardLinks);
  if (opened.state !== 'open') return opened.state === 'unsafe' ? { state: 'unsafe', kind: opened.kind } : opened;
  const { fd, stats } = opened;
  try {
    if (stats.size > limit) return { state: 'too-large', size: stats.size };
    const buffer = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(fd, buffer, length, buffer.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return { state: 'read', bytes: buffer.subarray(0, length), mode: stats.mode & 0o7777 };
  } catch (error) {
    return { state: 'refused', code: errorCode(error) };
  } finally {
    closeSync(fd);
  }
}

/** Splits a relative path into components; null when it is absolute, climbs, or holds an empty or NUL-bearing component. */
function splitInside(relative: string): string[] | null {
  const parts = relative.split('/');
  const good = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  return good && relative.length <= 4096 ? parts : null;
}

/** How a file inside a directory was reached. */
export type InsidePath =
  | { readonly state: 'reached'; readonly path: string }
  | { readonly state: 'outside' }
  | { readonly state: 'absent' }
  | { readonly state: 'unsafe'; readonly kind: UnsafeKind; readonly component: string }
  | { readonly state: 'refused'; readonly code: SystemErrorName };

/** Joins a relative path to a directory, and makes sure that every directory on the way is a real one. */
export function resolveInside(dir: string, relative: string): InsidePath {
  const parts = splitInside(relative);
  if (parts === null) return { state: 'outside' };
  const way = reachDirectory(dir, parts.slice(0, -1));
  return way.state === 'reached' ? { state: 'reached', path: `${way.path}/${parts.at(-1)}` } : way;
}

/** The same for a directory, by the names of the folders that lead to it, which are plain names. */
export function reachDirectory(dir: string, folders: readonly string[]): InsidePath {
  let path = dir;
  for (const folder of folders) {
    path = `${path}/${folder}`;
    const look = lookAtFile(path);
    if (look.state === 'unsafe') {
      if (look.kind === 'directory') continue;
      return { state: 'unsafe', kind: look.kind, component: path.slice(dir.length + 1) };
    }
    if (look.state === 'file') return { state: 'absent' };
    return look;
  }
  return { state: 'reached', path };
}
