import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { type BlobPlace, createFile, type FileSystem, syncDirectory } from '@fxlog/writer/internal';
import { ensureDirectory } from '../../../root/outdated-caches.js';
import { BLOBS, BlobStore } from '../blobs.js';

/**
 * Blobs of lines that are not written yet, beside those that their session has already. They reach the disk before the lines do: a crash in between
 * leaves blobs that nothing names, never a line whose blob is missing.
 */
export class BlobBuffer implements BlobPlace {
  readonly #dir: string;
  readonly #store: BlobStore;
  readonly #blobs = new Map<string, Uint8Array>();

  constructor(dir: string) {
    this.#dir = dir;
    this.#store = new BlobStore(dir);
  }

  /** One that lies there with other bytes than its name says is written anew. */
  has(path: string): boolean {
    const name = basename(path);
    return this.#blobs.has(name) || this.#store.fault(name, true) === null;
  }

  async write(parts: readonly string[], bytes: Uint8Array): Promise<void> {
    this.#blobs.set(parts.at(-1) ?? '', bytes);
  }

  /** Writes and syncs everything, under the names that fx gives to writes in progress until they are whole (newer-formats §7.1). */
  async flush(fileSystem: FileSystem): Promise<void> {
    if (this.#blobs.size === 0) return;
    const dir = `${this.#dir}/${BLOBS}`;
    await ensureDirectory(fileSystem, dir);
    for (const [name, bytes] of this.#blobs) {
      const pending = `${dir}/.pending.${randomBytes(16).toString('hex')}.tmp`;
      await createFile(fileSystem, pending, bytes, 0o400);
      await fileSystem.rename(pending, `${dir}/${name}`);
    }
    await syncDirectory(fileSystem, dir);
  }
}
