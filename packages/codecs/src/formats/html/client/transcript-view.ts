import type { SegmentOutline } from '../page-data.js';
import { element } from './element.js';
import type { PageStore, Segment } from './page-store.js';
import { openCard } from './show-call.js';
import { showEntry } from './show-entry.js';
import { durationBetween, showTime } from './show-time.js';

/** Height of a line that is guessed before it is shown, in rem. */
const LINE_REM = 1.65;
/** How far from the screen segments are shown. */
const MARGIN = '1500px';

/** The turns: empty boxes of about the right height, filled when they come near the screen. */
export class TranscriptView {
  readonly #store: PageStore;
  readonly #root: HTMLElement;
  readonly #boxes: HTMLElement[] = [];
  readonly #shown = new Set<number>();
  readonly #indexOf = new WeakMap<Element, number>();
  readonly #turns = new Map<number, HTMLElement>();
  readonly #observer: IntersectionObserver;
  #areCardsOpen = false;

  constructor(store: PageStore, root: HTMLElement) {
    this.#store = store;
    this.#root = root;
    this.#observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const index = this.#indexOf.get(target);
          if (isIntersecting && index !== undefined) this.show(index);
        }
      },
      { rootMargin: MARGIN },
    );
  }

  /** Adds the boxes of new segments. */
  add(segments: readonly Segment[]): void {
    const added: HTMLElement[] = [];
    for (const { outline } of segments) {
      let turn = this.#turns.get(outline.turn);
      if (turn === undefined) {
        turn = element('section', 'turn');
        turn.id = `turn-${outline.turn}`;
        turn.dataset.turn = String(outline.turn);
        turn.tabIndex = -1;
        turn.setAttribute('aria-label', `Turn ${outline.turn}`);
        this.#turns.set(outline.turn, turn);
        added.push(turn);
      }
      const box = element('div', 'segment waiting');
      box.style.height = `${(outline.lines + 3) * LINE_REM}rem`;
      this.#indexOf.set(box, this.#boxes.length);
      this.#boxes.push(box);
      turn.append(box);
      this.#observer.observe(box);
    }
    this.#root.append(...added);
  }

  get turnCount(): number {
    return this.#turns.size;
  }

  /** The number of the turn at a height of the screen, in pixels; the first one above all turns, 0 where there is none. */
  turnAt(height: number): number {
    const sections = this.#root.children;
    let low = 0;
    for (let high = sections.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((sections[middle] as Element).getBoundingClientRect().top <= height) low = middle + 1;
      else high = middle;
    }
    const section = sections[Math.max(low - 1, 0)];
    return section instanceof HTMLElement ? Number(section.dataset.turn) : 0;
  }

  /** Fills the first box of a turn, and gives its section. */
  showTurn(number: number): HTMLElement | undefined {
    const turn = this.#turns.get(number);
    const index = turn?.firstElementChild && this.#indexOf.get(turn.firstElementChild);
    if (typeof index === 'number') this.show(index);
    return turn;
  }

  /** Fills the box of a segment, if it is not yet, and gives it. */
  show(index: number): HTMLElement {
    const box = this.#boxes[index] as HTMLElement;
    if (this.#shown.has(index)) return box;
    this.#shown.add(index);
    this.#observer.unobserve(box);
    const segment = this.#store.segments[index] as Segment;
    const entries = this.#store.entriesOf(segment).map(showEntry);
    const { opens, closes, turn } = segment.outline;
    const body = element('div', 'entries', ...entries);
    if (opens !== undefined) box.append(showHead(turn, opens.time));
    box.append(body);
    if (closes !== undefined) box.append(showFoot(closes, this.#openingTime(index)));
    box.style.height = '';
    box.classList.remove('waiting');
    if (this.#areCardsOpen) for (const card of cardsIn(box)) openCard(card);
    return box;
  }

  /** Fills all boxes, as for print. */
  showAll(): void {
    for (let index = 0; index < this.#boxes.length; index++) this.show(index);
  }

  /** Fills boxes while the browser has nothing else to do, so that its own search finds everything. */
  showAllWhenIdle(next = 0): void {
    const work = (deadline: IdleDeadline) => {
      let index = next;
      while (index < this.#boxes.length && deadline.timeRemaining() > 4) this.show(index++);
      if (index < this.#boxes.length) this.showAllWhenIdle(index);
    };
    if ('requestIdleCallback' in window) requestIdleCallback(work);
  }

  /** The element of an entry, filled and open. */
  showEntry(segment: number, entry: number): HTMLElement | null {
    const box = this.show(segment);
    const shown = box.querySelector(':scope > .entries')?.children[entry];
    if (shown instanceof HTMLDetailsElement) openCard(shown);
    return shown instanceof HTMLElement ? shown : null;
  }

  /** Opens or closes all cards, also of what is not shown yet. */
  setCardsOpen(areOpen: boolean): void {
    this.#areCardsOpen = areOpen;
    for (const card of cardsIn(this.#root)) {
      if (areOpen) openCard(card);
      else card.open = false;
    }
  }

  #openingTime(index: number): string {
    for (let at = index; at >= 0; at--) {
      const opens = this.#store.segments[at]?.outline.opens;
      if (opens !== undefined) return opens.time;
    }
    return '';
  }
}

function cardsIn(root: HTMLElement): NodeListOf<HTMLDetailsElement> {
  return root.querySelectorAll<HTMLDetailsElement>('details.card');
}

function showHead(turn: number, time: string): HTMLElement {
  const link = element('a', 'permalink', `Turn ${turn}`);
  link.href = `#turn-${turn}`;
  link.title = 'Link to this turn';
  return element('header', 'turn-head', element('h2', '', link), showTime(time, 'full'));
}

function showFoot(closes: NonNullable<SegmentOutline['closes']>, start: string): HTMLElement | string {
  const { calls, failed, files, usage, time } = closes;
  const pieces: (Node | string)[] = [];
  const add = (text: string, className = '') => pieces.push(element('span', className, text));
  if (calls > 0) add(`${calls} ${calls === 1 ? 'call' : 'calls'}`);
  if (failed > 0) add(`${failed} failed`, 'bad-text');
  if (files !== undefined) add(`${files} ${files === 1 ? 'file' : 'files'} written`);
  const duration = durationBetween(start, time);
  if (duration !== '') add(duration);
  if (usage !== undefined) add(usage);
  return pieces.length === 0 ? '' : element('footer', 'turn-foot', ...pieces);
}
