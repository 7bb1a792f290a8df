/** What fx keeps beside its sessions, whatever format they have, and must look at anew after a change. */
import { basename, dirname, join } from 'node:path';
import { WriteError } from '@fxlog/writer';
import {
  createDirectory,
  durableReplace,
  type FileSystem,
  latestPointerName,
  permissions,
  syncDirectory,
} from '@fxlog/writer/internal';
import { statsOf } from '../paths/safe-file.js';

const INDEX_PENDING = Buffer.from('pending\n');
/** Any of these beside a session says that fx, or fxlog, keeps sessions there. */
const SIGNS_OF_A_ROOT = ['latest.lock', 'index.json', 'index.pending', 'latest'];

/** Whether a directory is one in which fx, or fxlog for it, keeps sessions: by its name `sessions`, or by the files that fx keeps beside them. */
export function isSessionsRoot(path: string): boolean {
  if (statsOf(path)?.isDirectory() !== true) return false;
  return basename(path) === 'sessions' || SIGNS_OF_A_ROOT.some((name) => statsOf(join(path, name)) !== undefined);
}

/** The sessions root that a session lies in; null for a session directory of its own, which nobody lists. */
export function rootOf(dir: string): string | null {
  const parent = dirname(dir);
  return isSessionsRoot(parent) ? parent : null;
}

/** Tells fx to look at the directories instead of its index. Under `latest.lock`. */
export function markIndexOutdated(fileSystem: FileSystem, root: string): Promise<void> {
  return durableReplace(fileSystem, join(root, 'index.pending'), INDEX_PENDING);
}

/** Takes away the pointer of a workspace, so that fx looks for its latest session itself. Under `latest.lock`. */
export async function removePointer(fileSystem: FileSystem, root: string, workspace: string): Promise<void> {
  const directory = join(root, 'latest');
  const path = join(directory, latestPointerName(workspace));
  if ((await fileSystem.lstat(path)) === null) return;
  await fileSystem.removeFile(path);
  await syncDirectory(fileSystem, directory);
}

/** Makes a directory of mode 0700, or makes sure that it is one. */
export async function ensureDirectory(fileSystem: FileSystem, path: string): Promise<void> {
  const stat = await fileSystem.lstat(path);
  if (stat === null) {
    await createDirectory(fileSystem, path);
    await syncDirectory(fileSystem, dirname(path));
  } else if (stat.kind !== 'directory' || permissions(stat) !== 0o700) {
    throw new WriteError({
      rule: 'write/unsafe-path',
      message: `${path} is not a real directory of mode 0700; fx refuses it.`,
      fxError: 'SessionPathUnsafe',
      file: path,
    });
  }
}
