import { basename, dirname, join, resolve } from 'node:path';
import type { Uint64 } from '@fxlog/format';
import { FILE_LIMITS, isSessionId } from '@fxlog/format/internal';
import { latestPointerName } from './content-names.js';
import { createDirectory, durableReplace, syncDirectory } from './fs/durable-replace.js';
import { type FileSystem, hasCode } from './fs/file-system.js';
import { withFlock } from './fs/with-flock.js';
import type { SessionTarget } from './session-target.js';
import { encodeLatestPointer } from './shared-sidecars.js';
import { WriteError } from './write-error.js';

/** A target that was looked at. */
export interface Place {
  /** Directory that the session directory will lie in. */
  readonly parent: string;
  /** The session directory, where its name is known already. */
  readonly dir: string | null;
  /** The id that the place demands. */
  readonly id: string | null;
  /** Whether fx uses the parent. */
  readonly isRoot: boolean;
}

const INDEX_PENDING = Buffer.from('pending\n');
const NO_DIRECTORY_NAMES: readonly string[] = ['latest'];

/** Looks at a target; makes the root, 0700, when it is missing. */
export async function openPlace(fileSystem: FileSystem, target: SessionTarget, id: string | null): Promise<Place> {
  if ('dir' in target) {
    const dir = resolve(target.dir);
    checkId(basename(dir));
    return { parent: dirname(dir), dir, id: basename(dir), isRoot: false };
  }
  const root = resolve(target.root);
  await ensureRoot(fileSystem, root);
  if (id !== null) checkId(id);
  return { parent: root, dir: id === null ? null : join(root, id), id, isRoot: true };
}

/** The target of a session of a store that has a folder of its own in a sessions root; makes that folder when it is missing. */
export async function storeTarget(
  fileSystem: FileSystem,
  target: SessionTarget,
  id: string,
  folder: string | undefined,
): Promise<SessionTarget> {
  if ('dir' in target || folder === undefined) return target;
  const root = resolve(target.root);
  const parent = basename(root) === folder ? root : join(root, folder);
  await ensureRoot(fileSystem, dirname(parent));
  await ensureRoot(fileSystem, parent);
  // The caches of the older formats do not tell of this store.
  return { dir: join(parent, id) };
}

/** Refuses a place where something lies already, whatever it is. */
export async function assertAbsent(fileSystem: FileSystem, dir: string): Promise<void> {
  if ((await fileSystem.lstat(dir)) === null) return;
  throw new WriteError({ rule: 'write/exists', message: `${dir} exists; nothing is overwritten.`, file: dir });
}

/** Facts about a finished session that publishing needs. */
export interface PublishFacts {
  readonly id: string;
  readonly workspaceRoot: string;
  readonly state: { readonly updated_at_ms: Uint64 };
}

/**
 * Gives a finished directory its name and makes fx see it (session-directory §8.2). `progress.published` turns true at the moment from
 * which the session stands.
 *
 * @returns the session directory
 */
export async function publishSession(
  fileSystem: FileSystem,
  stagingPath: string,
  place: Place,
  facts: PublishFacts,
  options: { readonly latest?: boolean; readonly timeoutMs?: number },
  progress: { published: boolean },
): Promise<string> {
  checkId(facts.id);
  const dir = join(place.parent, facts.id);
  const move = async (): Promise<void> => {
    await assertAbsent(fileSystem, dir);
    await renameNew(fileSystem, stagingPath, dir);
    progress.published = true;
    await syncDirectory(fileSystem, place.parent);
  };
  if (!place.isRoot) {
    await move();
    return dir;
  }
  const pointer = options.latest ? encodePointer(facts) : null;
  const timeoutMs = options.timeoutMs ?? 2000;
  await withFlock(join(place.parent, 'latest.lock'), { timeoutMs, fileSystem }, async () => {
    await assertAbsent(fileSystem, dir);
    // Before the rename: whoever finds the session must also find that the index is out of date. Nobody rebuilds the index in between,
    // for that takes the lock held here.
    await durableReplace(fileSystem, join(place.parent, 'index.pending'), INDEX_PENDING);
    await move();
    if (pointer !== null) await writePointer(fileSystem, place.parent, facts.workspaceRoot, pointer);
  });
  return dir;
}

async function renameNew(fileSystem: FileSystem, from: string, to: string): Promise<void> {
  try {
    await fileSystem.rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST') && !hasCode(error, 'ENOTDIR')) throw error;
    throw new WriteError(
      { rule: 'write/exists', message: `${to} appeared in the meantime; nothing is overwritten.`, file: to },
      { cause: error },
    );
  }
}

function encodePointer({ id, workspaceRoot, state }: PublishFacts): Uint8Array {
  const bytes = encodeLatestPointer(workspaceRoot, id, state.updated_at_ms);
  if (bytes.length <= FILE_LIMITS.latestPointer) return bytes;
  throw new WriteError({
    rule: 'write/pointer-size',
    message: 'The path of the workspace is too long for a latest pointer.',
  });
}

async function writePointer(
  fileSystem: FileSystem,
  root: string,
  workspaceRoot: string,
  pointer: Uint8Array,
): Promise<void> {
  const directory = join(root, 'latest');
  const stat = await fileSystem.lstat(directory);
  if (stat === null) {
    await createDirectory(fileSystem, directory);
    await syncDirectory(fileSystem, root);
  } else if (stat.kind !== 'directory') throw unsafe(directory);
  await durableReplace(fileSystem, join(directory, latestPointerName(workspaceRoot)), pointer);
}

/** session-directory §1.1: `.fx` and `sessions` are real directories, 0700, or nothing works. */
async function ensureRoot(fileSystem: FileSystem, root: string): Promise<void> {
  const parent = dirname(root);
  if (basename(parent) === '.fx') {
    const stat = await fileSystem.lstat(parent);
    if (stat !== null && stat.kind !== 'directory') throw unsafe(parent);
  }
  const stat = await fileSystem.lstat(root);
  if (stat !== null) {
    if (stat.kind !== 'directory') throw unsafe(root);
    return;
  }
  if (parent === root) return;
  await ensureParents(fileSystem, parent);
  await createDirectory(fileSystem, root);
  await syncDirectory(fileSystem, parent);
}

async function ensureParents(fileSystem: FileSystem, path: string): Promise<void> {
  if ((await fileSystem.lstat(path)) !== null) return;
  await ensureParents(fileSystem, dirname(path));
  await createDirectory(fileSystem, path);
  await syncDirectory(fileSystem, dirname(path));
}

function checkId(id: string): void {
  if (isSessionId(id) && !NO_DIRECTORY_NAMES.includes(id)) return;
  throw new WriteError({
    rule: 'write/id',
    message: `${JSON.stringify(id)} cannot be the name of a session.`,
    fxError: 'InvalidSessionId',
  });
}

function unsafe(path: string): WriteError {
  return new WriteError({
    rule: 'write/unsafe-path',
    message: `${path} is not a real directory; fx refuses it.`,
    fxError: 'SessionPathUnsafe',
    file: path,
  });
}
