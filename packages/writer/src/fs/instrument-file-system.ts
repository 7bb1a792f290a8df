import type { FileSystem, OpenFile } from './file-system.js';

/** One call that is about to be made. */
export interface FileSystemCall {
  /** From 1, in order. */
  readonly index: number;
  readonly operation: string;
  readonly path: string;
}

/**
 * A layer that announces every call to `before` just before making it. What `before` throws is thrown instead of making the call; a
 * process killed in it dies between two calls. A write of more than one byte counts as two, one for each half, so that stopping at
 * the second leaves a torn file.
 */
export function instrumentFileSystem(
  inner: FileSystem,
  before: (call: FileSystemCall) => void | Promise<void>,
): FileSystem {
  let index = 0;
  const announce = async (operation: string, path: string): Promise<void> => {
    index++;
    await before({ index, operation, path });
  };
  const announced = async <T>(operation: string, path: string, call: () => Promise<T>): Promise<T> => {
    await announce(operation, path);
    return call();
  };
  const wrapFile = (file: OpenFile): OpenFile => ({
    path: file.path,
    async write(bytes, position) {
      const half = bytes.length >> 1;
      if (half > 0) await announced('write', file.path, () => file.write(bytes.subarray(0, half), position));
      const rest = position === undefined ? undefined : position + half;
      await announced('write', file.path, () => file.write(bytes.subarray(half), rest));
    },
    read: (into, position) => announced('read', file.path, () => file.read(into, position)),
    truncate: (length) => announced('truncate', file.path, () => file.truncate(length)),
    chmod: (mode) => announced('chmod', file.path, () => file.chmod(mode)),
    stat: () => announced('stat', file.path, () => file.stat()),
    sync: () => announced('sync', file.path, () => file.sync()),
    tryLock: () => announced('lock', file.path, () => file.tryLock()),
    async close() {
      try {
        await announce('close', file.path);
      } finally {
        // A close that fails still gives the descriptor back, as close(2) does.
        await file.close();
      }
    },
  });
  return {
    open: async (path, mode) => wrapFile(await announced(`open-${mode}`, path, () => inner.open(path, mode))),
    lstat: (path) => announced('lstat', path, () => inner.lstat(path)),
    makeDirectory: (path) => announced('mkdir', path, () => inner.makeDirectory(path)),
    chmod: (path, mode) => announced('chmod', path, () => inner.chmod(path, mode)),
    readDirectory: (path) => announced('readdir', path, () => inner.readDirectory(path)),
    rename: (from, to) => announced('rename', to, () => inner.rename(from, to)),
    removeFile: (path) => announced('unlink', path, () => inner.removeFile(path)),
    removeDirectory: (path) => announced('rmdir', path, () => inner.removeDirectory(path)),
  };
}
