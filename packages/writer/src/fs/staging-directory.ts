import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { closing, createDirectory, createFile, syncDirectory } from './durable-replace.js';
import type { FileStat, FileSystem, OpenFile } from './file-system.js';

/**
 * A session directory while it is being made, under a name that cannot be a session id, so that fx passes it over
 * (session-directory §1.4): `fxlog+<32 hex digits>`. Every file is synced when it is complete; {@link seal} syncs the names.
 */
export class StagingDirectory {
  readonly path: string;
  readonly #fileSystem: FileSystem;
  readonly #directories = new Set<string>();
  readonly #files = new Set<string>();

  private constructor(fileSystem: FileSystem, path: string) {
    this.#fileSystem = fileSystem;
    this.path = path;
  }

  /** Makes one in `parent`, which must lie on the file system of the final place. */
  static async create(fileSystem: FileSystem, parent: string): Promise<StagingDirectory> {
    // Always random: what a crash left must not be in the way of the next run.
    const path = join(parent, `fxlog+${randomBytes(16).toString('hex')}`);
    await createDirectory(fileSystem, path);
    return new StagingDirectory(fileSystem, path);
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Writes a file at a path of checked parts; the directories on the way are made, 0700. */
  async write(
    parts: readonly string[],
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    mode: 0o600 | 0o400 = 0o600,
  ): Promise<void> {
    const name = parts.join('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const directory = join(this.path, ...parts.slice(0, depth));
      if (this.#directories.has(directory)) continue;
      await createDirectory(this.#fileSystem, directory);
      this.#directories.add(directory);
    }
    await createFile(this.#fileSystem, join(this.path, ...parts), bytes, mode);
    this.#files.add(name);
  }

  /** Facts about a file that was written. */
  async stat(name: string): Promise<FileStat> {
    const file: OpenFile = await this.#fileSystem.open(join(this.path, name), 'read');
    return closing(file, () => file.stat());
  }

  /** Forces every name to the disk, the deepest directories first. */
  async seal(): Promise<void> {
    for (const directory of [...this.#directories].reverse()) await syncDirectory(this.#fileSystem, directory);
    await syncDirectory(this.#fileSystem, this.path);
  }

  /** Takes everything away again, files that were only begun included. */
  async remove(): Promise<void> {
    for (const directory of [...[...this.#directories].reverse(), this.path]) {
      for (const name of await this.#fileSystem.readDirectory(directory)) {
        await this.#removeEntry(join(directory, name));
      }
      await this.#fileSystem.removeDirectory(directory);
    }
  }

  async #removeEntry(path: string): Promise<void> {
    const stat = await this.#fileSystem.lstat(path);
    // A directory in here that is not known was made just before a failure and is empty.
    if (stat?.kind === 'directory') await this.#fileSystem.removeDirectory(path);
    else await this.#fileSystem.removeFile(path);
  }
}
