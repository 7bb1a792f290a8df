import { groupDigits } from '../../../rendering/number-text.js';
import { findInEntry, type Match, queryPattern } from '../text/search-text.js';
import { byId, element, textNodes } from './element.js';
import type { PageStore } from './page-store.js';
import type { TranscriptView } from './transcript-view.js';

/** Matches that are listed; all are counted. */
const MAX_LISTED = 300;
/** Milliseconds of searching before the page may do something else. */
const SLICE_MS = 24;
const TYPING_MS = 150;
/** How often the rest of a long text is asked for to find a place in it. */
const MAX_CLICKS = 40;
/** Places that are coloured within an entry. */
const MAX_COLORED = 2000;

/** Search over the whole transcript, also over what is not shown yet. */
export class SearchView {
  readonly #store: PageStore;
  readonly #view: TranscriptView;
  readonly #input = byId('search', HTMLInputElement);
  readonly #count = byId('search-count', HTMLElement);
  readonly #results = byId('results', HTMLElement);
  readonly #outline = byId('outline', HTMLElement);
  #matches: Match[] = [];
  #current = -1;
  #run = 0;
  #timer = 0;

  constructor(store: PageStore, view: TranscriptView) {
    this.#store = store;
    this.#view = view;
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#start(), TYPING_MS);
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape') this.clear();
      else return;
      event.preventDefault();
    });
    byId('search-next', HTMLButtonElement).addEventListener('click', () => this.step(1));
    byId('search-previous', HTMLButtonElement).addEventListener('click', () => this.step(-1));
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#input;
  }

  clear(): void {
    this.#input.value = '';
    this.#start();
    this.#input.blur();
  }

  /** Goes to the next match, or the one before. */
  step(direction: 1 | -1): void {
    const total = this.#matches.length;
    if (total > 0) this.#goTo((this.#current + direction + total) % total);
  }

  #start(): void {
    const run = ++this.#run;
    this.#matches = [];
    this.#current = -1;
    this.#color([]);
    this.#results.replaceChildren();
    const pattern = queryPattern(this.#input.value);
    const isActive = pattern !== null;
    this.#results.hidden = !isActive;
    this.#outline.hidden = isActive;
    this.#count.textContent = isActive ? 'Searching \u2026' : '';
    document.documentElement.dataset.searching = String(isActive);
    if (isActive) this.#search(pattern, run).catch(reportError);
  }

  async #search(pattern: RegExp, run: number): Promise<void> {
    let places = 0;
    let began = performance.now();
    // Segments stand in the order of their chunks.
    let segment = 0;
    for (let chunk = 0; chunk < this.#store.chunkCount; chunk++) {
      for (const entries of this.#store.chunk(chunk)) {
        entries.forEach((entry, index) => {
          const match = findInEntry(entry, pattern, { segment, entry: index });
          if (match === null) return;
          places += match.count;
          this.#matches.push(match);
          if (this.#matches.length <= MAX_LISTED) this.#list(match, this.#matches.length - 1);
        });
        segment++;
      }
      if (performance.now() - began < SLICE_MS) continue;
      this.#count.textContent = `${places.toLocaleString('en')} \u2026`;
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (run !== this.#run) return;
      began = performance.now();
    }
    this.#finish(places);
  }

  #finish(places: number): void {
    const entries = this.#matches.length;
    this.#count.textContent =
      places === 0 ? 'Nothing found' : places === 1 ? '1 match' : `${groupDigits(places)} matches`;
    this.#count.title = `${places} places in ${entries} entries`;
    if (entries > MAX_LISTED) {
      this.#results.append(element('li', 'note', `${(entries - MAX_LISTED).toLocaleString('en')} more, not listed`));
    }
  }

  #list(match: Match, index: number): void {
    const turn = this.#store.segments[match.segment]?.outline.turn ?? 0;
    const head = element('span', 'hit-head', `Turn ${turn} \u00b7 `, textNodes(match.label));
    if (match.count > 1) head.append(element('span', 'hit-count', String(match.count)));
    const line = (text: string) => textNodes(text.replace(/\s+/g, ' '));
    const text = element(
      'span',
      'hit-text',
      line(match.before),
      element('mark', '', line(match.found)),
      line(match.after),
    );
    const button = element('button', 'hit', head, text);
    button.type = 'button';
    button.dir = 'auto';
    button.addEventListener('click', () => this.#goTo(index));
    this.#results.append(element('li', '', button));
  }

  #goTo(index: number): void {
    const match = this.#matches[index];
    const pattern = queryPattern(this.#input.value);
    if (match === undefined || pattern === null) return;
    this.#current = index;
    this.#count.textContent = `${groupDigits(index + 1)} of ${groupDigits(this.#matches.length)}`;
    this.#results.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = this.#results.children[index]?.firstElementChild;
    item?.setAttribute('aria-current', 'true');
    item?.scrollIntoView({ block: 'nearest' });
    const entry = this.#view.showEntry(match.segment, match.entry);
    if (entry === null) return;
    let ranges = findRanges(entry, pattern);
    for (let click = 0; click < MAX_CLICKS && ranges.every(isInSummary); click++) {
      const buttons = entry.querySelectorAll<HTMLButtonElement>('button.more');
      if (buttons.length === 0) break;
      for (const more of buttons) more.click();
      ranges = findRanges(entry, pattern);
    }
    this.#color(ranges);
    const target = ranges.find((range) => !isInSummary(range)) ?? ranges[0];
    scrollToPlace(target ?? entry);
    entry.classList.remove('flash');
    if (target === undefined) entry.classList.add('flash');
    // Once more when what is above has been shown and has its real height.
    setTimeout(() => scrollToPlace(target ?? entry), 60);
  }

  #color(ranges: readonly Range[]): void {
    if (!('highlights' in CSS)) return;
    CSS.highlights.delete('found');
    if (ranges.length > 0) CSS.highlights.set('found', new Highlight(...ranges));
  }
}

/** Whether a place is in the line that a card has when it is closed, which holds only the beginning of a text. */
function isInSummary(range: Range): boolean {
  return range.startContainer.parentElement?.closest('summary') !== null;
}

/** The places of a pattern in what an element shows, across its elements. */
function findRanges(root: HTMLElement, pattern: RegExp): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push(node as Text);
    starts.push(text.length);
    text += (node as Text).data;
  }
  const ranges: Range[] = [];
  let at = 0;
  const locate = (offset: number) => {
    while (at + 1 < nodes.length && (starts[at + 1] as number) <= offset) at++;
    return [nodes[at] as Text, offset - (starts[at] as number)] as const;
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const range = document.createRange();
    range.setStart(...locate(index));
    const [last, offset] = locate(index + found.length - 1);
    range.setEnd(last, offset + 1);
    ranges.push(range);
    if (ranges.length >= MAX_COLORED) break;
  }
  return ranges;
}

function scrollToPlace(place: Range | HTMLElement): void {
  const rectangle = place.getBoundingClientRect();
  const holder = place instanceof Range ? place.startContainer.parentElement : place;
  holder?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { top } =
    rectangle.height === 0 ? (holder ?? document.body).getBoundingClientRect() : place.getBoundingClientRect();
  window.scrollBy({ top: top - window.innerHeight / 3 });
}
