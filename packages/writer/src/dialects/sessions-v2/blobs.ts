import { blobOfHandle, nameOfBlob } from '@fxlog/format/internal';
import { stringifyJson } from '@fxlog/json';
import type { AttachmentPlace } from '../../attachment-place.js';

const DIRECTORY = 'blobs';
const NONE: ReadonlyMap<string, string> = new Map();

/** Where blobs go. Their paths are made of parts that were checked. */
export interface BlobPlace {
  /** Whether a blob lies there, or is about to. */
  has(path: string): boolean;
  write(parts: readonly string[], bytes: Uint8Array, mode: 0o400): Promise<void>;
}

/** The bodies of a session of the newer store: each lies under the SHA-256 of its bytes, once (newer-formats §7.1). */
export class Blobs implements AttachmentPlace {
  readonly #place: BlobPlace;
  readonly #moved: ReadonlyMap<string, string>;
  /** The blob of each file that had a path of its own before. */
  readonly #files: Map<string, string>;
  /** Those that no line has named so far. */
  #unnamed: string[] = [];

  /** @param moved the blobs of files that the session says it has already */
  constructor(place: BlobPlace, moved: ReadonlyMap<string, string> = NONE) {
    this.#place = place;
    this.#moved = moved;
    this.#files = new Map(moved);
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
    if (!this.#place.has(`${DIRECTORY}/${name}`)) await this.#place.write([DIRECTORY, name], bytes, 0o400);
    return name;
  }

  /** The blobs that were stored since this was asked last, each once, for the line that is written next. */
  takeUnnamed(): readonly string[] {
    const names = [...new Set(this.#unnamed)];
    this.#unnamed = [];
    return names;
  }

  /** Stores where files went whose handles do not name their blob; null where nothing was added to that (newer-formats §7.4). */
  async storeMovedFiles(): Promise<{ readonly map: string; readonly blobs: readonly string[] } | null> {
    const moved = [...this.#files].filter(([path, name]) => {
      const leaf = path.slice(path.lastIndexOf('/') + 1);
      return blobOfHandle(leaf, 'tool-results', NONE) !== name;
    });
    if (moved.every(([path, name]) => this.#moved.get(path) === name)) return null;
    const map = await this.store(Buffer.from(stringifyJson(Object.fromEntries(moved))));
    return { map, blobs: [map, ...new Set(moved.map(([, name]) => name))] };
  }
}
