import { basename, dirname, join, resolve } from 'node:path';
import { isSessionId } from '@fxlog/format/internal';
import { WriteError } from '@fxlog/writer';
import { type FileSystem, hasCode, nodeFileSystem, syncDirectory, withFlock } from '@fxlog/writer/internal';
import { dialectOf } from '../dialects/index.js';
import { lookAtFile } from '../paths/safe-file.js';
import { withPointOfNoReturn } from '../point-of-no-return.js';
import { readLatestPointers } from '../root/latest-pointer.js';
import { markIndexOutdated, removePointer } from '../root/outdated-caches.js';
import { SessionDirectory } from '../session-directory.js';
import { freeName, openTrash, TRASH_NAME } from './trash-place.js';

/** How a session is removed. */
export interface RemoveOptions {
  /** Where it goes, on the file system of the root. Default: `fxlog+trash` beside the root. */
  readonly trash?: string;
  /** How long to wait for each lock, in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** A session that was removed. */
export interface RemovedSession {
  readonly id: string;
  /** Where it was. */
  readonly dir: string;
  /** Where it is now, whole; moving it back brings it back. */
  readonly movedTo: string;
}

/**
 * Moves a session, of whatever format, out of its root into the trash, and makes sure that fx lists no ghost of it: its index counts as out of date from
 * then on, and a pointer to the session goes away. Nothing is deleted. The catalogue of a store `v2/` is left alone: fx lists of it only what is there,
 * and what it calls deleted would not be listed again when it is moved back.
 *
 * Refused is everything but a real directory of a valid name directly below the root, a session that somebody has open, and one in the midst of a
 * commit, a creation or a migration.
 *
 * @param root the sessions root, or the store `v2/` in one
 * @param id name of the session's directory
 * @throws WriteError with rule `remove/not-a-session`, `lock/busy`, `change/pending`, `remove/other-device`, …; with `published` true the session was
 *   moved nevertheless.
 */
export async function removeSession(root: string, id: string, options: RemoveOptions = {}): Promise<RemovedSession> {
  const { fileSystem = nodeFileSystem, timeoutMs = 2000 } = options;
  const base = resolve(root);
  const dir = join(base, id);
  if (!isSessionId(id) || id === 'latest' || basename(dir) !== id || dirname(dir) !== base) {
    throw notASession(`${JSON.stringify(id)} is not the id of a session.`, id);
  }
  for (const path of [base, dir]) {
    if (!isRealDirectory(path)) throw notASession(`${path} is not a real directory.`, path);
  }
  const { locks, folder, refuse } = dialectOf(new SessionDirectory(dir)).removal;
  const store = folder === basename(base) ? folder : null;
  // A store keeps its name in the trash: what lies there is known for what it is by that.
  const place = store === null ? [dirname(base), TRASH_NAME] : [dirname(dirname(base)), TRASH_NAME, store];
  const trash = resolve(options.trash ?? join(...place));
  const [lock, ...others] = locks.map((file) => join(dir, file)) as [string, ...string[]];
  return withPointOfNoReturn(dir, 'The session was moved to the trash', (passed) => {
    const move = async (): Promise<RemovedSession> => {
      await refuse?.(dir);
      if (store === null) {
        // First the caches: a session that lists a little late does no harm, a ghost does.
        await markIndexOutdated(fileSystem, base);
        await forget(fileSystem, base, id);
      } else if (options.trash === undefined) await openTrash(fileSystem, dirname(trash));
      const movedTo = await moveToTrash(fileSystem, dir, trash);
      passed();
      await syncDirectory(fileSystem, base);
      await syncDirectory(fileSystem, trash);
      return { id, dir, movedTo };
    };
    const inner = store === null ? [join(base, 'latest.lock'), ...others] : others;
    const locked = inner.reduceRight(
      (work, path) => () => withFlock(path, { timeoutMs, fileSystem }, work),
      move as () => Promise<RemovedSession>,
    );
    return withFlock(lock, { timeoutMs, fileSystem, busyError: 'SessionBusy' }, locked);
  });
}

function isRealDirectory(path: string): boolean {
  const look = lookAtFile(path);
  return look.state === 'unsafe' && look.kind === 'directory';
}

/** Pointers to the session, and the token that says that the caches are behind with it. */
async function forget(fileSystem: FileSystem, root: string, id: string): Promise<void> {
  for (const { sessionId, workspaceRoot } of readLatestPointers(root)) {
    if (sessionId === id && workspaceRoot !== null) await removePointer(fileSystem, root, workspaceRoot);
  }
  const deferred = join(root, 'latest/deferred');
  if (!isRealDirectory(join(root, 'latest')) || !isRealDirectory(deferred)) return;
  if (lookAtFile(join(deferred, id)).state !== 'file') return;
  await fileSystem.removeFile(join(deferred, id));
  await syncDirectory(fileSystem, deferred);
}

async function moveToTrash(fileSystem: FileSystem, dir: string, trash: string): Promise<string> {
  await openTrash(fileSystem, trash);
  const target = await freeName(fileSystem, join(trash, basename(dir)));
  try {
    await fileSystem.rename(dir, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    const message = `${trash} lies on another file system than ${dir}; nothing was moved.`;
    throw new WriteError({ rule: 'remove/other-device', message, file: trash }, { cause: error });
  }
  return target;
}

function notASession(message: string, file: string): WriteError {
  return new WriteError({ rule: 'remove/not-a-session', message, fxError: 'SessionNotFound', file });
}
