import { diffLines } from '../../../rendering/line-diff.js';
import { countLines, countOf } from '../../../rendering/number-text.js';
import { prettyJson, splitObject } from '../../../rendering/pretty-json.js';
import type { CallEntry, Detail, PageInput, PageResult, ResultEntry } from '../page-data.js';
import { copyButton } from './copy-button.js';
import { element, textNodes } from './element.js';
import { languageOf } from './show-code.js';
import { countChanges, showDiff } from './show-diff.js';
import { showLong, showOutput } from './show-output.js';
import { showTime } from './show-time.js';

/** A call that can be opened; what is inside is made when it is. */
export function showCall(entry: CallEntry): HTMLDetailsElement {
  const { title, summary, input, result } = entry;
  const marks = statusOf(result, input.edits === undefined);
  const box = card(title, summary, [...changesOf(input), ...marks]);
  if (typeof result !== 'string' && result.isError) box.classList.add('failed');
  if (result === 'none') box.classList.add('open-end');
  box.dataset.tool = title;
  fillWhenOpened(box, () => [showInput(input), showResult(result, entry.time)]);
  return box;
}

/** A result that stands apart from its call. */
export function showLateResult({ call, result }: ResultEntry): HTMLDetailsElement {
  const box = card(
    'Result',
    call === null ? 'of an unknown call' : `of ${call.title} in turn ${call.turn}: ${call.summary}`,
    statusOf(result),
  );
  if (result.isError) box.classList.add('failed');
  fillWhenOpened(box, () => [showResult(result, '')]);
  return box;
}

/** Something that is closed at first. */
export function card(title: string, summary: string, marks: readonly Node[]): HTMLDetailsElement {
  const line = element(
    'summary',
    '',
    element('span', 'tool-name', textNodes(title)),
    element('span', 'tool-summary', textNodes(summary)),
    element('span', 'marks', ...marks),
  );
  return element('details', 'card', line);
}

/** Makes the inside of a card when it is opened for the first time; `fillNow` in its data makes it at once. */
export function fillWhenOpened(box: HTMLDetailsElement, make: () => readonly Node[]): void {
  let isFilled = false;
  const fill = () => {
    if (isFilled) return;
    isFilled = true;
    box.append(element('div', 'card-body', ...make()));
  };
  box.addEventListener('toggle', () => {
    if (box.open) fill();
  });
  fillers.set(box, fill);
}

const fillers = new WeakMap<HTMLDetailsElement, () => void>();

/** Opens a card, its inside made when this returns. */
export function openCard(box: HTMLDetailsElement): void {
  fillers.get(box)?.();
  box.open = true;
}

function changesOf({ edits }: PageInput): Node[] {
  if (edits === undefined) return [];
  const counts = edits.map(({ before, after }) => countChanges(diffLines(before, after)));
  const sum = (key: 'added' | 'removed') => counts.reduce((total, count) => total + count[key], 0);
  return [element('span', 'added', `+${sum('added')}`), element('span', 'removed', `\u2212${sum('removed')}`)];
}

function statusOf(result: PageResult | 'none' | 'later', isCounted = true): Node[] {
  if (result === 'none') return [element('span', 'badge warn', 'no result')];
  if (result === 'later') return [element('span', 'badge', 'result below')];
  const lines = result.lines === 0 || !isCounted ? [] : [element('span', 'count', countOf(result.lines, 'line'))];
  if (!result.isError) return lines;
  if (result.refusal === undefined) return [...lines, element('span', 'badge bad', 'failed')];
  return [element('span', 'badge bad', textNodes(`refused: ${REFUSALS.get(result.refusal) ?? result.refusal}`))];
}

/** What the reasons of fx mean. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['user_denied', 'by a person'],
  ['policy_denied', 'by a rule'],
  ['auto_denied', 'in auto mode'],
  ['permission_required', 'nobody to ask'],
]);

function showInput({ command, content, edits, json, details }: PageInput): HTMLElement {
  const box = element('div', 'input');
  if (command !== undefined) {
    box.append(
      element(
        'div',
        'with-copy',
        element('pre', 'command', textNodes(command)),
        copyButton(() => command),
      ),
    );
  }
  if (json === undefined) box.append(showDetails(details));
  else box.append(showJson(json));
  for (const { before, after } of edits ?? []) box.append(showDiff(before, after));
  if (content !== undefined) {
    box.append(
      label(`Content, ${countOf(countLines(content), 'line')}`),
      showLong(content, languageOf(fileOf(details))),
    );
  }
  return box;
}

/** The file that a call is about, as its details name it. */
function fileOf(details: readonly Detail[]): string {
  return details.find(([name]) => name === 'File')?.[1] ?? '';
}

/** Arguments one below the other, texts as texts. */
function showJson(json: string): HTMLElement {
  const members = splitObject(json);
  if (members === null) return showLong(prettyJson(json));
  return showDetails(
    members.map(({ key, json: value }) => [key, value.startsWith('"') ? String(JSON.parse(value)) : prettyJson(value)]),
  );
}

function showDetails(details: readonly Detail[]): HTMLElement {
  const list = element('dl', 'details');
  for (const [name, value] of details) {
    list.append(element('dt', '', textNodes(name)));
    list.append(element('dd', '', value.includes('\n') || value.length > 200 ? showLong(value) : textNodes(value)));
  }
  return list;
}

function showResult(result: PageResult | 'none' | 'later', callTime: string): HTMLElement {
  if (result === 'none') return element('p', 'note', 'No result was recorded.');
  if (result === 'later') return element('p', 'note', 'The result came later; it stands further down.');
  const { outputs, isError, time, lines } = result;
  const texts = outputs.flatMap((output) => (output.kind === 'text' ? [output.text] : []));
  const name = isError ? 'Failed' : 'Result';
  const head = element(
    'div',
    'result-head',
    label(lines === 0 ? name : `${name}, ${countOf(lines, 'line')}`),
    time === callTime ? null : showTime(time, 'clock'),
    texts.length === 0 ? null : copyButton(() => texts.join('\n')),
  );
  const body = outputs.length === 0 ? [element('p', 'note', 'Empty.')] : outputs.map(showOutput);
  return element('div', isError ? 'result failed' : 'result', head, ...body);
}

function label(text: string): HTMLElement {
  return element('span', 'label', text);
}
