/** The script of the page. */
import { groupDigits } from '../../../rendering/number-text.js';
import { byId, element, textNodes } from './element.js';
import { startKeyboard } from './keyboard.js';
import { OutlineView } from './outline-view.js';
import { PageStore } from './page-store.js';
import { ReadingPlace } from './reading-place.js';
import { SearchView } from './search-view.js';
import { showTime } from './show-time.js';
import { startTheme } from './theme.js';
import { TranscriptView } from './transcript-view.js';

/** Pages with fewer segments are shown whole, so that the browser's own search and print find everything. */
const SHOW_ALL_SEGMENTS = 400;

startTheme(byId('theme-button', HTMLButtonElement));
startSide(byId('outline-button', HTMLButtonElement));

const started = document.querySelector<HTMLTimeElement>('.facts time');
started?.replaceWith(showTime(started.dateTime, 'full'));

// The data follows the script, so that the first turns are shown while the last ones arrive.
new MutationObserver((_, observer) => {
  const root = document.getElementById('data');
  if (root === null) return;
  observer.disconnect();
  start(root);
}).observe(document.body, { childList: true });

function start(root: HTMLElement): void {
  const store = new PageStore(root);
  const view = new TranscriptView(store, byId('turns', HTMLElement));
  const outline = new OutlineView(byId('outline', HTMLElement));
  const place = new ReadingPlace(view, outline);
  const search = new SearchView(store, view);
  const expand = byId('expand-button', HTMLButtonElement);
  const toggleCards = () => {
    const areOpen = expand.getAttribute('aria-pressed') !== 'true';
    expand.setAttribute('aria-pressed', String(areOpen));
    expand.textContent = areOpen ? 'Collapse all' : 'Expand all';
    view.setCardsOpen(areOpen);
  };
  expand.addEventListener('click', toggleCards);

  let isAtTarget = location.hash === '';
  const take = (isComplete: boolean) => {
    const segments = store.take(isComplete);
    view.add(segments);
    outline.add(segments);
    place.look();
    if (!isAtTarget) isAtTarget = goToHash(place);
  };
  const observer = new MutationObserver(() => take(false));
  observer.observe(root, { childList: true });
  const finish = () => {
    observer.disconnect();
    take(true);
    byId('loading', HTMLElement).remove();
    const totals = byId('totals', HTMLElement);
    for (const [label, value] of store.totals?.facts ?? []) {
      totals.append(element('div', '', element('dt', '', textNodes(label)), element('dd', '', textNodes(value))));
    }
    byId('outline-button', HTMLButtonElement).textContent = `Turns (${groupDigits(view.turnCount)})`;
    if (store.segments.length <= SHOW_ALL_SEGMENTS) view.showAllWhenIdle();
    document.documentElement.dataset.ready = 'true';
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', finish, { once: true });
  else finish();

  window.addEventListener('hashchange', () => goToHash(place));
  window.addEventListener('beforeprint', () => view.showAll());
  startKeyboard({ search, toggleCards, toTurn: (step) => place.step(step) });
}

/** Goes where the address says; false when that turn is not there (yet). */
function goToHash(place: ReadingPlace): boolean {
  const number = /^#turn-(\d{1,9})$/.exec(location.hash)?.[1];
  if (number === undefined) return true;
  document.documentElement.dataset.side = 'closed';
  return place.goTo(Number(number));
}

/** On narrow screens the side is behind a button. */
function startSide(button: HTMLButtonElement): void {
  const page = document.documentElement;
  const set = (isOpen: boolean) => {
    page.dataset.side = isOpen ? 'open' : 'closed';
    button.setAttribute('aria-expanded', String(isOpen));
  };
  set(false);
  button.addEventListener('click', () => set(page.dataset.side !== 'open'));
  byId('side', HTMLElement).addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a, button') !== null) set(false);
  });
  byId('search', HTMLInputElement).addEventListener('keydown', (event) => {
    if (event.key === 'Enter') set(false);
  });
}
