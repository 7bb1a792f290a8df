import { type BigIntStats, constants } from 'node:fs';
import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  open as openHandle,
  readdir,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises';
import { tryFlock } from './flock.js';

/** What the writer needs to know of a file. Exact: nanoseconds and device numbers need more than 53 bits. */
export interface FileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly dev: bigint;
  readonly ino: bigint;
  /** Type and permission bits together, as `st_mode` holds them. */
  readonly mode: bigint;
  readonly nlink: bigint;
  /** In bytes. */
  readonly size: bigint;
  /** Nanoseconds since the epoch. */
  readonly mtimeNs: bigint;
  /** Nanoseconds since the epoch. */
  readonly ctimeNs: bigint;
}

/**
 * How a path is opened; links are never followed.
 *
 * * `create` – new file, mode 0600, read and write; fails with `EEXIST` when the name is taken
 * * `update` – existing file, read and write
 * * `read` – existing file, read only
 * * `directory` – existing directory, so that it can be synced
 */
export type OpenMode = 'create' | 'update' | 'read' | 'directory';

/** An open file or directory. Every method is one system call, or the few that make one whole. */
export interface OpenFile {
  readonly path: string;
  /** Writes all bytes, at `position` or, without one, behind what was written last. */
  write(bytes: Uint8Array, position?: number): Promise<void>;
  /** Reads at `position` into the buffer; returns how many bytes there were, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  truncate(length: number): Promise<void>;
  chmod(mode: number): Promise<void>;
  stat(): Promise<FileStat>;
  /** Forces what was written to the disk. */
  sync(): Promise<void>;
  /**
   * Tries once, without waiting, to take an exclusive `flock`; closing the file lets it go.
   *
   * @throws WriteError with rule `lock/flock-unavailable` where a true flock is not available.
   */
  tryLock(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Every file-system call of the writer, so that one layer put in between can count them, make the n-th fail or kill the process
 * there (see {@link instrumentFileSystem}). Errors are Node's own, with `code`.
 */
export interface FileSystem {
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** Null when there is nothing under the name. Does not follow a link. */
  lstat(path: string): Promise<FileStat | null>;
  /** Mode 0700 as far as the umask lets it; one level only. */
  makeDirectory(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** Names, in no particular order. */
  readDirectory(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Fails unless the directory is empty. */
  removeDirectory(path: string): Promise<void>;
}

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

// O_NONBLOCK: opening a FIFO that somebody put in the place of a file must not wait for its other end.
const OPEN_FLAGS: Record<OpenMode, number> = {
  create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
  update: O_RDWR | O_NOFOLLOW | O_NONBLOCK,
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
};

/** The real file system, through `node:fs/promises` and, for locks, koffi. */
export const nodeFileSystem: FileSystem = {
  async open(path, mode) {
    return new NodeFile(path, await openHandle(path, OPEN_FLAGS[mode], 0o600));
  },
  async lstat(path) {
    try {
      return toFileStat(await lstat(path, { bigint: true }));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  },
  async makeDirectory(path) {
    await mkdir(path, 0o700);
  },
  chmod,
  async readDirectory(path) {
    return readdir(path);
  },
  rename,
  removeFile: unlink,
  async removeDirectory(path) {
    await rmdir(path);
  },
};

class NodeFile implements OpenFile {
  readonly #handle: FileHandle;

  constructor(
    readonly path: string,
    handle: FileHandle,
  ) {
    this.#handle = handle;
  }

  async write(bytes: Uint8Array, position?: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const at = position === undefined ? null : position + done;
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, at);
      done += bytesWritten;
    }
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const { bytesRead } = await this.#handle.read(into, 0, into.length, position);
    return bytesRead;
  }

  truncate(length: number): Promise<void> {
    return this.#handle.truncate(length);
  }

  chmod(mode: number): Promise<void> {
    return this.#handle.chmod(mode);
  }

  async stat(): Promise<FileStat> {
    return toFileStat(await this.#handle.stat({ bigint: true }));
  }

  sync(): Promise<void> {
    return this.#handle.sync();
  }

  async tryLock(): Promise<boolean> {
    return tryFlock(this.#handle.fd, this.path);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function toFileStat(stats: BigIntStats): FileStat {
  const { dev, ino, mode, nlink, size, mtimeNs, ctimeNs } = stats;
  let kind: FileStat['kind'] = 'other';
  if (stats.isFile()) kind = 'file';
  else if (stats.isDirectory()) kind = 'directory';
  else if (stats.isSymbolicLink()) kind = 'symlink';
  return { kind, dev, ino, mode, nlink, size, mtimeNs, ctimeNs };
}

/** Whether something thrown is a system error of that code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The permission bits of a file. */
export function permissions(stat: FileStat): number {
  return Number(stat.mode & 0o777n);
}
