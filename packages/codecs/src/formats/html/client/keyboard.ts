import { byId } from './element.js';
import type { SearchView } from './search-view.js';

export interface KeyboardActions {
  readonly search: SearchView;
  readonly toggleCards: () => void;
  readonly toTurn: (step: 1 | -1) => void;
}

/** Single keys: `/` search, `j` and `k` next and previous turn, `e` all calls, `?` what the keys do. */
export function startKeyboard({ search, toggleCards, toTurn }: KeyboardActions): void {
  const keys = byId('keys', HTMLDialogElement);
  byId('keys-button', HTMLButtonElement).addEventListener('click', () => keys.showModal());
  document.addEventListener('keydown', (event) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'f';
    if (isFind && !search.hasFocus) {
      // The browser's own search does not see what is not shown yet; pressed once more it comes.
      event.preventDefault();
      search.focus();
      return;
    }
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || keys.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') search.focus();
    else if (event.key === 'j') toTurn(1);
    else if (event.key === 'k') toTurn(-1);
    else if (event.key === 'e') toggleCards();
    else if (event.key === '?') keys.showModal();
    else return;
    event.preventDefault();
  });
}
