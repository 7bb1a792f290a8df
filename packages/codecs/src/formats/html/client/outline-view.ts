import type { TurnMark } from '../page-data.js';
import { element, textNodes } from './element.js';
import type { Segment } from './page-store.js';

const MARK_TEXTS: Readonly<Record<TurnMark, string>> = {
  interrupted: 'interrupted',
  failed: 'failed',
  cut: 'cut off',
};

/** The turns at the side: number and first words, and what went wrong. */
export class OutlineView {
  readonly #list: HTMLElement;
  readonly #links = new Map<number, HTMLAnchorElement>();
  #current: HTMLAnchorElement | null = null;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  add(segments: readonly Segment[]): void {
    const items: HTMLElement[] = [];
    for (const { outline } of segments) {
      const { turn, opens, closes } = outline;
      if (opens !== undefined) {
        const link = element(
          'a',
          '',
          element('span', 'number', String(turn)),
          element('span', 'label', textNodes(opens.label || '\u2026')),
        );
        link.href = `#turn-${turn}`;
        link.dir = 'auto';
        link.dataset.turn = String(turn);
        this.#links.set(turn, link);
        items.push(element('li', '', link));
      }
      if (closes?.mark !== undefined) {
        this.#links
          .get(turn)
          ?.append(element('span', closes.mark === 'failed' ? 'badge bad' : 'badge warn', MARK_TEXTS[closes.mark]));
      } else if (closes !== undefined && closes.failed > 0) {
        const dot = element('span', 'failures', String(closes.failed));
        dot.title = `${closes.failed} failed`;
        dot.setAttribute('aria-label', dot.title);
        this.#links.get(turn)?.append(dot);
      }
    }
    this.#list.append(...items);
  }

  /** Marks the turn that is being read, and keeps it in sight. */
  markCurrent(turn: number): void {
    const link = this.#links.get(turn);
    if (link === undefined || link === this.#current) return;
    this.#current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    this.#current = link;
    // Not scrollIntoView, which would scroll the transcript too.
    const side = this.#list.parentElement;
    if (side === null || this.#list.hidden) return;
    const top = link.offsetTop;
    const isVisible = top >= side.scrollTop && top + link.offsetHeight <= side.scrollTop + side.clientHeight;
    if (!isVisible) side.scrollTop = top - side.clientHeight / 3;
  }
}
