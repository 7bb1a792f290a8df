import { countLines, countOf } from '../../../rendering/number-text.js';
import { prettyJson } from '../../../rendering/pretty-json.js';
import { sliceWhole } from '../../../rendering/visible-text.js';
import type { PageImage, PageOutput } from '../page-data.js';
import { parseAnsi } from '../text/ansi.js';
import { element, textNodes } from './element.js';
import { showCode } from './show-code.js';
import { moreButton } from './show-diff.js';

/** What is shown of a long text before a click shows the rest. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 40_000;
/** What a click shows of the rest: no more than a browser lays out at once. */
const STEP_CHARACTERS = 250_000;
/** Texts with longer lines are wrapped. */
const MAX_LINE = 2000;

/** Text of a tool or for one, long ones step by step; the colours of a terminal are kept, code of a known language has colours. */
export function showLong(text: string, language = ''): HTMLElement {
  const pre = element('pre', 'output');
  // Focusable, so that it can be scrolled with the keyboard.
  pre.tabIndex = 0;
  if (hasLongLine(text)) pre.classList.add('wrapped');
  let shown = endOfHead(text);
  pre.append(showColors(text.slice(0, shown), language));
  if (shown === text.length) return pre;
  const more = moreButton(restLabel(text, shown), () => {
    const end = endOfStep(text, shown);
    pre.append(showColors(text.slice(shown, end), language));
    shown = end;
    if (shown === text.length) more.remove();
    else more.textContent = restLabel(text, shown);
  });
  return element('div', 'long', pre, more);
}

function restLabel(text: string, from: number): string {
  const lines = countLines(text.slice(from));
  return `Show ${lines > 1 ? countOf(lines, 'more line') : countOf(text.length - from, 'more character')}`;
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

/** Whether a line is so long that nobody would scroll along it. */
function hasLongLine(text: string): boolean {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > MAX_LINE) return true;
    start = end + 1;
  }
  return text.length - start > MAX_LINE;
}

/** Where the next step ends: at the end of a line, if there is one. */
function endOfStep(text: string, start: number): number {
  if (text.length - start <= STEP_CHARACTERS) return text.length;
  const line = text.lastIndexOf('\n', start + STEP_CHARACTERS) + 1;
  return line > start ? line : start + sliceWhole(text.slice(start), STEP_CHARACTERS).length;
}

function endOfHead(text: string): number {
  let end = 0;
  for (let line = 0; line < MAX_LINES && end < text.length; line++) {
    const next = text.indexOf('\n', end);
    end = next === -1 ? text.length : next + 1;
  }
  // A few lines more are not worth a click.
  const isNearlyAll = text.length - end < 2000 && countLines(text.slice(end)) < 20;
  if (isNearlyAll) end = text.length;
  return end <= MAX_CHARACTERS ? end : sliceWhole(text, MAX_CHARACTERS).length;
}

function showColors(text: string, language: string): DocumentFragment {
  if (!text.includes('\x1b[')) return showCode(text, language);
  const fragment = document.createDocumentFragment();
  for (const { text: run, color, flags } of parseAnsi(text)) {
    const classes = [...(color === null ? [] : [`c${color}`]), ...flags.map((flag) => `f-${flag}`)].join(' ');
    fragment.append(classes === '' ? textNodes(run) : element('span', classes, textNodes(run)));
  }
  return fragment;
}
