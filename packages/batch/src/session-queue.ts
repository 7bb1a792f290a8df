import type { Slot } from './pool/ordered-output.js';

/** Small sessions go to a worker together, until their logs have so many bytes. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_SESSIONS = 32;

/** Sessions on their way, first in, first out. */
export class SessionQueue {
  readonly #slots: Slot[] = [];
  #ended = false;
  #wake: (() => void) | null = null;
  #room: (() => void) | null = null;

  constructor(
    /** How many may wait. */
    readonly window = Number.POSITIVE_INFINITY,
  ) {}

  add(slot: Slot): void {
    this.#slots.push(slot);
    this.#wake?.();
  }

  /** Adds it when there is room. */
  async addWhenRoom(slot: Slot, signal: AbortSignal): Promise<void> {
    while (this.#slots.length >= this.window) await this.#wait(signal, (go) => (this.#room = go));
    signal.throwIfAborted();
    this.add(slot);
  }

  /** No more will come. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** The next one; null at the end. */
  async next(signal: AbortSignal): Promise<Slot | null> {
    for (;;) {
      signal.throwIfAborted();
      const slot = this.#slots.shift();
      if (slot !== undefined) {
        this.#room?.();
        return slot;
      }
      if (this.#ended) return null;
      await this.#wait(signal, (go) => (this.#wake = go));
    }
  }

  /** The next ones that one of so many workers should take at once: enough to be worth the way, and not more than its share. */
  take(workers: number): Slot[] {
    const share = Math.ceil(this.#slots.length / (2 * workers));
    const batch: Slot[] = [];
    let bytes = 0;
    while (batch.length < Math.min(share, BATCH_SESSIONS) && bytes < BATCH_BYTES) {
      const slot = this.#slots.shift();
      if (slot === undefined) break;
      batch.push(slot);
      bytes += slot.input.bytes ?? 0;
    }
    return batch;
  }

  /** Everything that is left. */
  drain(): Slot[] {
    return this.#slots.splice(0);
  }

  #wait(signal: AbortSignal, arm: (go: (() => void) | null) => void): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', go);
        arm(null);
        resolve();
      };
      arm(go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}
