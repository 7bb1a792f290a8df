import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError, ExitCode } from '../exit-code.js';
import { exists, explained, syncDirectory } from '../input/paths-on-disk.js';
import { isSystemError } from '../output/system-error.js';

/** What a file system answers that has no second names for a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/**
 * A file that comes into being as a whole and never in the place of another: written under a name of its own beside its place, synced, then named.
 * For its owner alone.
 */
export class NewFile {
  readonly #handle: FileHandle;
  readonly #temporary: string;

  private constructor(
    readonly path: string,
    temporary: string,
    handle: FileHandle,
  ) {
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Makes the folders on the way, too. @throws CommandError when something lies there, or it cannot be written. */
  static create(path: string): Promise<NewFile> {
    return explained(path, async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (await exists(path)) throw alreadyThere(path);
      const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(8).toString('hex')}.tmp`);
      return new NewFile(path, temporary, await open(temporary, 'wx', 0o600));
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    return explained(this.path, async () => {
      for (let at = 0; at < bytes.length; ) at += (await this.#handle.write(bytes, at)).bytesWritten;
    });
  }

  /** Gives the file its name. */
  publish(): Promise<void> {
    return explained(this.path, async () => {
      await this.#handle.sync();
      await this.#handle.close();
      try {
        // Unlike a rename it never takes the place of another file.
        await link(this.#temporary, this.path);
        await rm(this.#temporary);
      } catch (error) {
        if (!isSystemError(error)) throw error;
        if (error.code === 'EEXIST') throw alreadyThere(this.path);
        if (!NO_LINKS.has(error.code)) throw error;
        if (await exists(this.path)) throw alreadyThere(this.path);
        await rename(this.#temporary, this.path);
      }
      await syncDirectory(dirname(this.path));
    });
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.#temporary, { force: true });
  }
}

function alreadyThere(path: string): CommandError {
  return new CommandError(ExitCode.io, `${path} exists; nothing is overwritten`, 'Name another place with -o.');
}
