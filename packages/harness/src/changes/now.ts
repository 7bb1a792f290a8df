import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { FileOperation } from './changes.js';

/**
 * How a file is now, against what the newest operation on it left: `same`, `changed` since, `gone`; `back` where it was deleted or moved away and is there again;
 * null where that cannot be said.
 */
export type FileNow = 'same' | 'changed' | 'gone' | 'back' | null;

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Compares the files that operations were about with what is on the disk now. Only files below the workspace are opened, and no links, pipes or devices.
 *
 * @param operations all of a session, oldest first
 * @param root the workspace
 * @returns by path, as the operations name them
 * @throws Error when the disk cannot be read.
 */
export async function filesNow(
  operations: readonly FileOperation[],
  root: string,
): Promise<ReadonlyMap<string, FileNow>> {
  const left = new Map<string, string | null | undefined>();
  for (const { action, path, newPath, contents } of operations) {
    const after = contents === null ? undefined : contents.after;
    if (newPath === null) left.set(path, action === 'delete' ? null : after);
    else {
      left.set(newPath, after);
      if (action === 'rename') left.set(path, null);
    }
  }
  const now = new Map<string, FileNow>();
  for (const [path, text] of left) now.set(path, await fileNow(root, path, text));
  return now;
}

async function fileNow(root: string, path: string, left: string | null | undefined): Promise<FileNow> {
  if (path.startsWith('/') || path.split('/').includes('..') || path.includes('\0')) return null;
  try {
    const [folder, top] = [await realpath(dirname(join(root, path))), await realpath(root)];
    if (folder !== top && !folder.startsWith(top.endsWith(sep) ? top : top + sep)) return null;
    const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || left === undefined) return null;
      if (left === null) return 'back';
      if (stats.size !== Buffer.byteLength(left)) return 'changed';
      return (await file.readFile()).equals(Buffer.from(left)) ? 'same' : 'changed';
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (NOT_THERE.has(code)) return (await isFolder(root)) ? 'gone' : null;
    // A link, a socket, or a file that may not be read.
    if (code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' || code === 'EACCES' || code === 'EPERM') return null;
    throw error;
  }
}

/** Without its workspace nothing is known of a file: it may be on another machine. */
async function isFolder(root: string): Promise<boolean> {
  try {
    return (await realpath(root)) !== '';
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
