import { element } from './element.js';

/** A button that copies a text. */
export function copyButton(textOf: () => string): HTMLButtonElement {
  const button = element('button', 'copy', 'Copy');
  button.type = 'button';
  // Missing where the page is neither a local file nor from a secure place.
  button.hidden = navigator.clipboard === undefined;
  button.addEventListener('click', (event) => {
    event.preventDefault();
    navigator.clipboard.writeText(textOf()).then(
      () => say(button, 'Copied'),
      () => say(button, 'Not allowed'),
    );
  });
  return button;
}

function say(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}
