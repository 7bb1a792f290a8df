import type { OutlineView } from './outline-view.js';
import type { TranscriptView } from './transcript-view.js';

/** How far down the screen a turn begins that counts as the one being read. */
const READING_LINE = 0.2;
/** When to look again whether what is above got another height than was guessed, in milliseconds. */
const SETTLE_MS = [60, 250];

/** Which turn is being read: the one that the reader went to until they scroll on, then the one at the top of the screen. */
export class ReadingPlace {
  readonly #view: TranscriptView;
  readonly #outline: OutlineView;
  #turn = 0;
  /** Where the page stands when it has come to the turn that was gone to; null once the reader has scrolled. */
  #settledAt: number | null = null;
  #timers: number[] = [];
  #isLooking = false;

  constructor(view: TranscriptView, outline: OutlineView) {
    this.#view = view;
    this.#outline = outline;
    window.addEventListener('scroll', () => this.look(), { passive: true });
    for (const sign of ['wheel', 'touchmove', 'mousedown']) {
      window.addEventListener(sign, () => this.#leave(), { passive: true });
    }
  }

  /** Goes to a turn; false when it is not there (yet). */
  goTo(number: number): boolean {
    const turn = this.#view.showTurn(number);
    if (turn === undefined) return false;
    this.#leave();
    const settle = () => {
      turn.scrollIntoView({ block: 'start' });
      this.#settledAt = window.scrollY;
    };
    settle();
    turn.focus({ preventScroll: true });
    this.#timers = SETTLE_MS.map((delay) => setTimeout(settle, delay));
    this.#timers.push(setTimeout(() => (this.#timers = []), Math.max(...SETTLE_MS) + 1));
    this.#mark(number);
    return true;
  }

  /** Goes to the next turn or the one before; each call is a step of its own, however fast they come. */
  step(by: 1 | -1): void {
    const number = this.#turn + by;
    if (this.goTo(number)) history.replaceState(null, '', `#turn-${number}`);
  }

  /** Looks which turn is being read, once for each picture that the browser draws. */
  look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    requestAnimationFrame(() => {
      this.#isLooking = false;
      const isWhereItWent = this.#settledAt !== null && Math.abs(window.scrollY - this.#settledAt) < 2;
      if (isWhereItWent || this.#timers.length > 0) return;
      this.#settledAt = null;
      this.#mark(this.#view.turnAt(window.innerHeight * READING_LINE));
    });
  }

  #leave(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#settledAt = null;
  }

  #mark(turn: number): void {
    this.#turn = turn;
    this.#outline.markCurrent(turn);
  }
}
