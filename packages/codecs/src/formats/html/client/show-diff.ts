import { type DiffLine, diffLines } from '../../../rendering/line-diff.js';
import { element, textNodes } from './element.js';

/** Runs of kept lines longer than this are folded to what stands near a change. */
const CONTEXT_LINES = 4;
/** Longer diffs are shown up to here, and the rest at a click. */
const MAX_LINES = 800;

/** How many lines a change takes out and puts in. */
export function countChanges(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (sign: DiffLine['sign']) => lines.filter((line) => line.sign === sign).length;
  return { added: count('+'), removed: count('-') };
}

/** An edit, line by line. */
export function showDiff(before: string, after: string): HTMLElement {
  const lines = diffLines(before, after);
  const box = element('div', 'diff');
  box.tabIndex = 0;
  const show = (from: number, to: number) => {
    const fragment = document.createDocumentFragment();
    for (let at = from; at < to; ) {
      const kept = countKept(lines, at, to);
      if (kept > CONTEXT_LINES * 2 + 1) {
        const head = at === 0 ? 0 : CONTEXT_LINES;
        const tail = at + kept === lines.length ? 0 : CONTEXT_LINES;
        fragment.append(...lines.slice(at, at + head).map((line) => showLine(line)));
        fragment.append(showFold(lines.slice(at + head, at + kept - tail)));
        fragment.append(...lines.slice(at + kept - tail, at + kept).map((line) => showLine(line)));
        at += kept;
      } else if (kept > 0) {
        fragment.append(...lines.slice(at, at + kept).map((line) => showLine(line)));
        at += kept;
      } else at = showChange(lines, at, to, fragment);
    }
    return fragment;
  };
  box.append(show(0, Math.min(lines.length, MAX_LINES)));
  if (lines.length > MAX_LINES) {
    const more = moreButton(`Show ${lines.length - MAX_LINES} more lines`, () =>
      more.replaceWith(show(MAX_LINES, lines.length)),
    );
    box.append(more);
  }
  return box;
}

/** A button that shows what was held back. */
export function moreButton(label: string, show: () => void): HTMLButtonElement {
  const button = element('button', 'more', label);
  button.type = 'button';
  button.addEventListener('click', show);
  return button;
}

function countKept(lines: readonly DiffLine[], from: number, to: number): number {
  let at = from;
  while (at < to && lines[at]?.sign === ' ') at++;
  return at - from;
}

function showFold(lines: readonly DiffLine[]): HTMLElement {
  const fold = moreButton(`${lines.length} unchanged lines`, () =>
    fold.replaceWith(...lines.map((line) => showLine(line))),
  );
  return fold;
}

/** Lines that went and those that came in their place; when they pair, what differs within them is marked. */
function showChange(lines: readonly DiffLine[], from: number, to: number, into: DocumentFragment): number {
  let middle = from;
  while (middle < to && lines[middle]?.sign === '-') middle++;
  let end = middle;
  while (end < to && lines[end]?.sign === '+') end++;
  const isPaired = middle - from === end - middle && middle - from <= 20;
  for (let at = from; at < end; at++) {
    const partner = isPaired ? lines[at < middle ? at + (middle - from) : at - (middle - from)] : undefined;
    into.append(showLine(lines[at] as DiffLine, partner?.text));
  }
  return end;
}

const CLASSES = { ' ': 'kept', '-': 'gone', '+': 'new' } as const;

function showLine({ sign, text }: DiffLine, partner?: string): HTMLElement {
  const line = element('div', CLASSES[sign], element('span', 'sign', sign));
  const body = element('span', 'line');
  const [head, tail] = partner === undefined ? [0, 0] : commonEnds(text, partner);
  if (head + tail < text.length && head + tail > 0) {
    body.append(textNodes(text.slice(0, head)));
    body.append(element('b', '', textNodes(text.slice(head, text.length - tail))));
    body.append(textNodes(text.slice(text.length - tail)));
  } else body.append(textNodes(text));
  line.append(body);
  return line;
}

function commonEnds(left: string, right: string): readonly [head: number, tail: number] {
  const length = Math.min(left.length, right.length);
  let head = 0;
  while (head < length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < length - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  // Lines that have little in common are better read whole; and no character is cut in half.
  const isAlike = (head + tail) * 3 >= Math.max(left.length, right.length);
  const isWhole = !/[\ud800-\udfff]/.test(left + right);
  return isAlike && isWhole ? [head, tail] : [0, 0];
}
