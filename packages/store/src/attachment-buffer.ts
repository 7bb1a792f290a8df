import { dirname } from 'node:path';
import { WriteError } from '@fxlog/writer';
import { type AttachmentPlace, durableReplace, type FileSystem } from '@fxlog/writer/internal';
import { lookAtFile, resolveInside } from './paths/safe-file.js';
import { ensureDirectory } from './root/outdated-caches.js';

/**
 * Attachments of a turn that is not written yet, beside those that its session has already. They reach the disk before the turn does: a
 * crash in between leaves files that nothing refers to, never a turn whose files are missing.
 */
export class AttachmentBuffer implements AttachmentPlace {
  readonly #files = new Map<string, { readonly parts: readonly string[]; readonly bytes: Uint8Array }>();

  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  has(name: string): boolean {
    if (this.#files.has(name)) return true;
    const place = resolveInside(this.#dir, name);
    if (place.state === 'absent') return false;
    if (place.state !== 'reached') throw unsafe(name);
    const look = lookAtFile(place.path);
    if (look.state !== 'file' && look.state !== 'absent') throw unsafe(name);
    return look.state === 'file';
  }

  async write(parts: readonly string[], bytes: Uint8Array): Promise<void> {
    this.#files.set(parts.join('/'), { parts, bytes });
  }

  /** Writes and syncs everything. */
  async flush(fileSystem: FileSystem): Promise<void> {
    for (const { parts, bytes } of this.#files.values()) {
      const path = `${this.#dir}/${parts.join('/')}`;
      for (let depth = 1; depth < parts.length; depth++) {
        await ensureDirectory(fileSystem, `${this.#dir}/${parts.slice(0, depth).join('/')}`);
      }
      if (dirname(path) === this.#dir) throw unsafe(path);
      await durableReplace(fileSystem, path, bytes);
    }
  }
}

function unsafe(file: string): WriteError {
  return new WriteError({
    rule: 'write/unsafe-path',
    message: `${file} is, or lies behind, something else than a plain file.`,
    fxError: 'SessionPathUnsafe',
    file,
  });
}
