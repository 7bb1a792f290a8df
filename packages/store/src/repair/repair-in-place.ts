import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { createDirectory, durableReplace, type FileSystem, syncDirectory, withFlock } from '@fxlog/writer/internal';
import { errorCode } from '../paths/safe-file.js';
import { StoreError } from '../store-error.js';

/** Ends in characters that no session id has, so that fx passes it over (session-directory §1.4). */
const BACKUP_SUFFIX = '+damaged';
const MAX_NAME = 255;

/** Name under which a damaged session is kept beside the repaired one; another number for each time. */
function backupName(id: string, number: number): string {
  const suffix = number === 1 ? BACKUP_SUFFIX : `${BACKUP_SUFFIX}-${number}`;
  return `${id.slice(0, MAX_NAME - suffix.length)}${suffix}`;
}

async function freeBackup(fileSystem: FileSystem, parent: string, id: string): Promise<string> {
  for (let number = 1; number < 10_000; number++) {
    const path = join(parent, backupName(id, number));
    if ((await fileSystem.lstat(path)) === null) return path;
  }
  throw new StoreError({ rule: 'repair/target', message: `${parent} holds too many backups of ${id}.`, file: parent });
}

/**
 * Undoes a swap that was cut short: where a session is gone and its backup is there, the backup gets its name back.
 *
 * @returns whether it did
 */
export async function finishSwap(fileSystem: FileSystem, dir: string): Promise<boolean> {
  if ((await fileSystem.lstat(dir)) !== null) return false;
  const parent = dirname(dir);
  let latest: string | null = null;
  for (let number = 1; number < 10_000; number++) {
    const path = join(parent, backupName(basename(dir), number));
    const stat = await fileSystem.lstat(path);
    if (stat === null) break;
    if (stat.kind === 'directory') latest = path;
  }
  if (latest === null) return false;
  await fileSystem.rename(latest, dir);
  await syncDirectory(fileSystem, parent);
  return true;
}

/** A directory beside a session, under a name that fx passes over, for what is to take its place. */
export class SwapRoom {
  readonly #fileSystem: FileSystem;
  readonly #dir: string;

  private constructor(
    fileSystem: FileSystem,
    readonly path: string,
    readonly below: string | undefined,
    dir: string,
  ) {
    this.#fileSystem = fileSystem;
    this.#dir = dir;
  }

  /** @param below the folder in which sessions of the format lie, without which they are not taken for what they are */
  static async create(fileSystem: FileSystem, dir: string, below: string | undefined): Promise<SwapRoom> {
    const path = join(dirname(dir), `fxlog-repair+${randomBytes(16).toString('hex')}`);
    await createDirectory(fileSystem, path);
    if (below !== undefined) await createDirectory(fileSystem, join(path, below));
    return new SwapRoom(fileSystem, path, below, dir);
  }

  /** Where the repaired session is to be written. */
  get target(): string {
    return join(this.path, this.below ?? '', basename(this.#dir));
  }

  /**
   * Lets the repaired session take the place of the damaged one, which gets another name and stays whole. At every moment one of the two
   * stands complete; between the two renamings it is under the other name, and {@link finishSwap} brings it back.
   *
   * @returns where the damaged one is now
   */
  async swap(isRoot: boolean, timeoutMs: number): Promise<string> {
    const fileSystem = this.#fileSystem;
    const dir = this.#dir;
    const parent = dirname(dir);
    const exchange = async (): Promise<string> => {
      const backup = await freeBackup(fileSystem, parent, basename(dir));
      await fileSystem.rename(dir, backup);
      try {
        await fileSystem.rename(this.target, dir);
      } catch (error) {
        await this.#takeBack(backup, error);
      }
      await syncDirectory(fileSystem, parent);
      return backup;
    };
    if (!isRoot) return exchange();
    return withFlock(join(parent, 'latest.lock'), { timeoutMs, fileSystem }, async () => {
      // As when a session is added: whoever finds the new one must also find that the index is out of date (session-directory §8.2)
      await durableReplace(fileSystem, join(parent, 'index.pending'), Buffer.from('pending\n'));
      return exchange();
    });
  }

  async #takeBack(backup: string, error: unknown): Promise<never> {
    const fileSystem = this.#fileSystem;
    const dir = this.#dir;
    try {
      await fileSystem.rename(backup, dir);
    } catch (second) {
      const message = `${dir} is now ${backup}, and the repaired session is ${this.target}: neither could be given its name (${errorCode(second)}). Repairing again in place puts the first back.`;
      throw new StoreError(
        { rule: 'repair/half-swapped', message, file: dir },
        {
          cause: new AggregateError([error, second], message),
        },
      );
    }
    throw error;
  }

  /** Takes the empty room away. What could not be used stays in it, in nobody's way. */
  async close(): Promise<void> {
    const fileSystem = this.#fileSystem;
    for (const path of [...(this.below === undefined ? [] : [join(this.path, this.below)]), this.path]) {
      if ((await fileSystem.readDirectory(path)).length === 0) await fileSystem.removeDirectory(path);
    }
  }
}
