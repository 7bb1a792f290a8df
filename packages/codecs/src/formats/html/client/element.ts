import { INVISIBLE, nameInvisible } from '../../../rendering/visible-text.js';

/** Beyond as many characters that have to be named, a text is one node without marks. */
const MAX_MARKS = 1000;

/** An element with children; strings become text nodes. The one way in which this page makes elements. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** Text of the transcript as text nodes; what would be invisible, or turn the direction of others, is named and marked. */
export function textNodes(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const lines = text.replaceAll('\r\n', '\n');
  let start = 0;
  let marks = 0;
  for (const match of lines.matchAll(INVISIBLE)) {
    if (++marks > MAX_MARKS) break;
    if (match.index > start) fragment.append(lines.slice(start, match.index));
    fragment.append(element('span', 'invisible', nameInvisible(match[0])));
    start = match.index + 1;
  }
  fragment.append(marks > MAX_MARKS ? toCaretText(lines.slice(start)) : lines.slice(start));
  return fragment;
}

/** Controls as `^[`, in letters of every font: pictures of controls in great numbers are slow to lay out. */
function toCaretText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : nameInvisible(character);
  });
}

/** The element of the page with this id. @throws when there is none, which would be a fault of the page. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
  return found;
}
