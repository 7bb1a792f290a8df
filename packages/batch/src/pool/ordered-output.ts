import type { SessionInput } from '../model/session-input.js';
import type { SessionResult } from '../model/session-result.js';
import type { TaskEnd } from './runner.js';

/** Something that happened to a session on its way through a worker. */
export type SlotEvent =
  | { readonly type: 'rows'; readonly rows: readonly unknown[]; readonly taken: () => void }
  | { readonly type: 'restart' }
  | { readonly type: 'end'; readonly end: TaskEnd }
  /** It does not go through the task. */
  | { readonly type: 'settled'; readonly result: SessionResult; readonly resumed: boolean };

/** The place of one session in the output. What comes for it waits here until its turn. */
export class Slot {
  readonly #events: SlotEvent[] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly index: number,
    readonly input: SessionInput,
    /** How far archives had been read when it was found, in bytes on disk over all of them. */
    readonly archiveBytes = 0,
  ) {}

  /** Resolves when the rows were taken. */
  rows(rows: readonly unknown[]): Promise<void> {
    return new Promise((taken) => this.#add({ type: 'rows', rows, taken }));
  }

  restart(): void {
    // Nobody has to look at rows that do not count.
    for (const event of this.#events) if (event.type === 'rows') event.taken();
    this.#events.length = 0;
    this.#add({ type: 'restart' });
  }

  /** The last that comes for it. */
  settle(event: Extract<SlotEvent, { type: 'end' | 'settled' }>): void {
    this.#add(event);
  }

  /** The next event, when it has come. */
  async next(signal: AbortSignal): Promise<SlotEvent> {
    for (;;) {
      signal.throwIfAborted();
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          this.#wake = null;
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
    }
  }

  #add(event: SlotEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }
}
