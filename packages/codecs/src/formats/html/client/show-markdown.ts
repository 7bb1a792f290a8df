import { type MarkdownBlock, parseBlocks } from '../text/markdown-blocks.js';
import { type InlineNode, parseInline } from '../text/markdown-inline.js';
import { copyButton } from './copy-button.js';
import { element, textNodes } from './element.js';
import { showCode } from './show-code.js';

/** Longer texts are shown as they were written. */
const MAX_CHARACTERS = 300_000;

/** A text of a model. */
export function showMarkdown(text: string): HTMLElement {
  if (text.length > MAX_CHARACTERS) return element('div', 'plain', textNodes(text));
  return element('div', 'prose', ...parseBlocks(text).map(showBlock));
}

function showBlock(block: MarkdownBlock): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return withDirection(element('p', '', ...showInline(block.text)));
    case 'heading':
      // The page has headings of its own; those of a text are below them.
      return withDirection(
        element(block.level < 3 ? 'h3' : block.level === 3 ? 'h4' : 'h5', '', ...showInline(block.text)),
      );
    case 'code':
      return showCodeBlock(block.text, block.language);
    case 'list': {
      const items = block.items.map((blocks) => withDirection(element('li', '', ...blocks.map(showBlock))));
      if (block.start === null) return element('ul', '', ...items);
      const list = element('ol', '', ...items);
      list.start = block.start;
      return list;
    }
    case 'quote':
      return element('blockquote', '', ...block.blocks.map(showBlock));
    case 'table': {
      const [head = [], ...rows] = block.rows;
      const row = (cells: readonly string[], name: 'td' | 'th') =>
        element('tr', '', ...cells.map((cell) => element(name, '', ...showInline(cell))));
      const table = element(
        'table',
        '',
        element('thead', '', row(head, 'th')),
        element('tbody', '', ...rows.map((cells) => row(cells, 'td'))),
      );
      return element('div', 'table', table);
    }
    case 'rule':
      return element('hr');
  }
}

/** A block of code with its language and a button to copy it. */
function showCodeBlock(text: string, language: string): HTMLElement {
  const head = element(
    'div',
    'code-head',
    copyButton(() => text),
    element('span', '', textNodes(language)),
  );
  return element('div', 'code', head, element('pre', '', showCode(text, language.toLowerCase())));
}

function showInline(text: string): Node[] {
  return parseInline(text).map(showNode);
}

function showNode(node: InlineNode): Node {
  if (typeof node === 'string') return textNodes(node);
  switch (node.kind) {
    case 'code':
      return element('code', '', textNodes(node.text));
    case 'strong':
      return element('strong', '', ...node.children.map(showNode));
    case 'em':
      return element('em', '', ...node.children.map(showNode));
    case 'strike':
      return element('s', '', ...node.children.map(showNode));
    case 'link': {
      const link = element('a', '', ...node.children.map(showNode));
      link.href = node.href;
      link.title = node.href;
      link.rel = 'noopener noreferrer';
      link.target = '_blank';
      return link;
    }
  }
}

function withDirection<Kind extends HTMLElement>(made: Kind): Kind {
  made.dir = 'auto';
  return made;
}
