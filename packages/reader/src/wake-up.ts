import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Waits for something to happen to a file: until the file system says so, or for the polling interval, whichever comes
 * first. Watching is only there to be quick; where it does not work (network file systems, too many watches), polling alone
 * finds everything.
 *
 * The directory is watched, not the file: a watch on a file stays with it when another takes its name.
 *
 * @internal
 */
export class WakeUp {
  #watcher: FSWatcher | null = null;
  #wake: (() => void) | null = null;
  /** Something happened while nobody waited. */
  #isDue = false;

  readonly #intervalMs: number;
  readonly #signal: AbortSignal | undefined;

  constructor(path: string, intervalMs: number, signal: AbortSignal | undefined) {
    this.#intervalMs = intervalMs;
    this.#signal = signal;
    const name = basename(path);
    try {
      this.#watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this.#ring();
      });
      this.#watcher.on('error', () => this.#stopWatching());
    } catch {
      // No watch, then: polling goes on
      this.#watcher = null;
    }
  }

  async wait(): Promise<void> {
    if (!this.#isDue && this.#signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#intervalMs);
        const onAbort = (): void => resolve();
        this.#signal?.addEventListener('abort', onAbort, { once: true });
        this.#wake = () => {
          clearTimeout(timer);
          this.#signal?.removeEventListener('abort', onAbort);
          resolve();
        };
      });
      this.#wake?.();
      this.#wake = null;
    }
    this.#isDue = false;
  }

  close(): void {
    this.#stopWatching();
    this.#ring();
  }

  #ring(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  #stopWatching(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }
}
