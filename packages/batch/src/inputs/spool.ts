import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies in memory that may wait: enough that no worker has to. */
const MAX_MEMORY_BYTES = 24 * 1024 * 1024;

/**
 * A private directory for temporary copies. Gone when it is removed, and at the latest when the process ends by itself.
 */
export class Spool {
  readonly #onExit = () => this.remove();
  #copies = 0;
  #held = 0;
  #ended = false;
  #waiting = 0;
  #inMemory = 0;
  #resume: (() => void) | null = null;
  #removed = false;

  private constructor(
    readonly directory: string,
    readonly maxWaitingBytes: number,
  ) {
    process.once('exit', this.#onExit);
  }

  /** @param parent where the directory is made; by default that of the system for temporary files */
  static create(maxWaitingBytes: number, parent: string = tmpdir()): Spool {
    mkdirSync(parent, { recursive: true });
    return new Spool(mkdtempSync(join(parent, 'fxlog-')), maxWaitingBytes);
  }

  /** A path in it that was never used. */
  newPath(): string {
    this.#copies += 1;
    return join(this.directory, String(this.#copies));
  }

  /**
   * A copy is complete and waits to be processed. Returns how to give it up.
   *
   * @param bytesInMemory of them, how many are in memory
   * @param isOnDisk asked when it is given up
   */
  hold(path: string, bytes: number, bytesInMemory: number, isOnDisk: () => boolean): () => Promise<void> {
    this.#waiting += bytes;
    this.#inMemory += bytesInMemory;
    this.#held += 1;
    let held = true;
    return async () => {
      if (!held) return;
      held = false;
      if (isOnDisk()) await rm(path, { recursive: true, force: true });
      this.#waiting -= bytes;
      this.#inMemory -= bytesInMemory;
      this.#held -= 1;
      this.#resume?.();
      if (this.#ended && this.#held === 0) this.remove();
    };
  }

  /** Resolves when there is room for more copies. */
  async room(signal?: AbortSignal): Promise<void> {
    while (this.#waiting > this.maxWaitingBytes || this.#inMemory > MAX_MEMORY_BYTES) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        const go = () => {
          signal?.removeEventListener('abort', go);
          this.#resume = null;
          resolve();
        };
        this.#resume = go;
        signal?.addEventListener('abort', go, { once: true });
      });
    }
    signal?.throwIfAborted();
  }

  /** No more copies will come: it is removed as soon as the last one is given up. */
  end(): void {
    this.#ended = true;
    if (this.#held === 0) this.remove();
  }

  /** Removes everything. */
  remove(): void {
    if (this.#removed) return;
    this.#removed = true;
    process.removeListener('exit', this.#onExit);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
