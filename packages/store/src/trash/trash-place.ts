import { dirname, join, resolve } from 'node:path';
import { WriteError } from '@fxlog/writer';
import { createDirectory, type FileSystem, syncDirectory } from '@fxlog/writer/internal';
import { rootOf } from '../root/outdated-caches.js';

/**
 * Name of the directory, beside the sessions root, into which sessions are moved. fx looks at neither: it knows the names it uses in its profile, and a
 * `+` occurs in no session id, should the profile itself ever be taken for a root.
 */
export const TRASH_NAME = 'fxlog+trash';

/** The trash for a session directory: beside the root that it lies in; in the same folder where it lies in none. */
export function trashOf(dir: string): string {
  const root = rootOf(resolve(dir));
  return join(root === null ? dirname(resolve(dir)) : dirname(root), TRASH_NAME);
}

/** Makes the trash, 0700, when it is missing. */
export async function openTrash(fileSystem: FileSystem, trash: string): Promise<void> {
  const stat = await fileSystem.lstat(trash);
  if (stat === null) {
    await createDirectory(fileSystem, trash);
    await syncDirectory(fileSystem, dirname(trash));
  } else if (stat.kind !== 'directory') {
    throw new WriteError({ rule: 'write/unsafe-path', message: `${trash} is not a real directory.`, file: trash });
  }
}

/** The name itself, or with `+2`, `+3` … behind it, where a session of that id was removed before. */
export async function freeName(fileSystem: FileSystem, path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${path}+${number}`;
    if ((await fileSystem.lstat(candidate)) === null) return candidate;
  }
}
