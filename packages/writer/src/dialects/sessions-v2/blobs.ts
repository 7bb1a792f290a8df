import { blobOfHandle, nameOfBlob } from '@fxlog/format/internal';
import { stringifyJson } from '@fxlog/json';
import type { AttachmentPlace } from '../../attachment-place.js';
import type { StagingDirectory } from '../../fs/staging-directory.js';

const DIRECTORY = 'blobs';
const NONE: ReadonlyMap<string, string> = new Map();

/** The bodies of a session of the newer store: each lies under the SHA-256 of its bytes, once (newer-formats §7.1). */
export class Blobs implements AttachmentPlace {
  readonly #staging: StagingDirectory;
  /** The blob of each file that had a path of its own before. */
  readonly #files = new Map<string, string>();
  /** Those that no line has named so far. */
  #unnamed: string[] = [];

  constructor(staging: StagingDirectory) {
    this.#staging = staging;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  async write(parts: readonly string[], bytes: Uint8Array): Promise<void> {
    const name = await this.store(bytes);
    this.#files.set(parts.join('/'), name);
    this.#unnamed.push(name);
  }

  /** Stores a body; returns its name. */
  async store(bytes: Uint8Array): Promise<string> {
    const name = nameOfBlob(bytes);
    if (!this.#staging.has(`${DIRECTORY}/${name}`)) await this.#staging.write([DIRECTORY, name], bytes, 0o400);
    return name;
  }

  /** The blobs that were stored since this was asked last, each once, for the line that is written next. */
  takeUnnamed(): readonly string[] {
    const names = [...new Set(this.#unnamed)];
    this.#unnamed = [];
    return names;
  }

  /** Stores where files went whose handles do not name their blob; null where all do (newer-formats §7.4). */
  async storeMovedFiles(): Promise<{ readonly map: string; readonly blobs: readonly string[] } | null> {
    const moved = [...this.#files].filter(([path, name]) => {
      const leaf = path.slice(path.lastIndexOf('/') + 1);
      return blobOfHandle(leaf, 'tool-results', NONE) !== name;
    });
    if (moved.length === 0) return null;
    const map = await this.store(Buffer.from(stringifyJson(Object.fromEntries(moved))));
    return { map, blobs: [map, ...new Set(moved.map(([, name]) => name))] };
  }
}
