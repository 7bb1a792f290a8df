import { prettyJson } from '../../../rendering/pretty-json.js';
import { sliceWhole } from '../../../rendering/visible-text.js';
import type { PageImage, PageOutput } from '../page-data.js';
import { parseAnsi } from '../text/ansi.js';
import { element, textNodes } from './element.js';
import { moreButton } from './show-diff.js';

/** What is shown of a long text before a click shows the rest. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 40_000;

/** Text of a tool or for one, long ones in two steps; the colours of a terminal are kept. */
export function showLong(text: string, isAll = false): HTMLElement {
  const pre = element('pre', 'output');
  // Focusable, so that it can be scrolled with the keyboard.
  pre.tabIndex = 0;
  const end = isAll ? text.length : endOfHead(text);
  pre.append(showColors(text.slice(0, end)));
  if (end === text.length) return pre;
  const rest = text.slice(end);
  const lines = rest.split('\n').length;
  const label =
    lines > 1
      ? `Show ${lines.toLocaleString('en')} more lines`
      : `Show ${rest.length.toLocaleString('en')} more characters`;
  const more = moreButton(label, () => {
    more.remove();
    pre.append(showColors(rest));
  });
  more.dataset.more = '';
  return element('div', 'long', pre, more);
}

export function showOutput(output: PageOutput): HTMLElement {
  switch (output.kind) {
    case 'text':
      return showLong(output.text);
    case 'json':
      return showLong(prettyJson(output.json));
    case 'image':
      return showImage(output.image);
  }
}

export function showImage(image: PageImage): HTMLElement {
  if ('note' in image) return element('p', 'note', textNodes(image.note));
  const shown = element('img', 'image');
  shown.alt = 'Image from the session';
  shown.decoding = 'async';
  shown.src = `data:${image.type};base64,${image.data}`;
  return shown;
}

function endOfHead(text: string): number {
  let end = -1;
  for (let line = 0; line < MAX_LINES; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) break;
  }
  // A few lines more are not worth a click.
  const isNearlyAll = end === -1 || text.slice(end, end + 4000).split('\n').length < 20;
  const cut = isNearlyAll && text.length - Math.max(end, 0) < 4000 ? text.length : end === -1 ? text.length : end;
  return cut <= MAX_CHARACTERS ? cut : sliceWhole(text, MAX_CHARACTERS).length;
}

function showColors(text: string): DocumentFragment {
  if (!text.includes('\x1b[')) return textNodes(text);
  const fragment = document.createDocumentFragment();
  for (const { text: run, color, flags } of parseAnsi(text)) {
    const classes = [...(color === null ? [] : [`c${color}`]), ...flags.map((flag) => `f-${flag}`)].join(' ');
    fragment.append(classes === '' ? textNodes(run) : element('span', classes, textNodes(run)));
  }
  return fragment;
}
