import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { type MarkdownBlock, parseBlocks } from './markdown-blocks.js';
import { type InlineNode, parseInline } from './markdown-inline.js';

const inlineText = (nodes: readonly InlineNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : node.kind === 'code' ? node.text : inlineText(node.children)))
    .join('');

describe('parseBlocks', () => {
  it('knows headings, lists, quotes, tables, code and rules', () => {
    const blocks = parseBlocks(
      '# Title\n\ntext\nmore\n\n- a\n  - b\n- c\n\n2. x\n3. y\n\n> q\n\n| h | i |\n|---|:-:|\n| 1 | `a\\|b` | and more |\n\n```ts\n# code\n```\n---',
    );
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list',
      'list',
      'quote',
      'table',
      'code',
      'rule',
    ]);
    expect(blocks[2]).toMatchObject({ start: null, items: [[{ text: 'a' }, { kind: 'list' }], [{ text: 'c' }]] });
    expect(blocks[3]).toMatchObject({ start: 2, items: { length: 2 } });
    expect(blocks[5]).toMatchObject({
      rows: [
        ['h', 'i'],
        ['1', '`a|b`', 'and more'],
      ],
    });
    expect(blocks[6]).toEqual({ kind: 'code', language: 'ts', text: '# code' });
  });

  it('keeps every word of any text', () => {
    const word = fc.stringMatching(/^[a-z]{1,4}$/);
    const piece = fc.constantFrom(
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '```\n',
      '    ',
      '| ',
      '|---|\n',
      ' ',
      '~~~\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, piece), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const words = (some: string) => (some.match(/[a-z]+/g) ?? []).join('');
        expect(words(flatten(parseBlocks(text)))).toBe(words(text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each([
    ['quotes', '> '.repeat(20_000)],
    ['lists', '- '.repeat(20_000)],
    ['nested lists', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')],
    ['fences', '```\n~~~\n'.repeat(20_000)],
    ['bars', `${'|'.repeat(50_000)}\n${'|-'.repeat(50_000)}`],
  ])('is done with many %s', (_, text) => {
    expect(parseBlocks(text).length).toBeGreaterThan(0);
  });
});

describe('parseInline', () => {
  it('knows emphasis, code and links to the web', () => {
    expect(parseInline('a **b _c_** `d*` [e](https://x/y_(z)) snake_case_name')).toEqual([
      'a ',
      { kind: 'strong', children: ['b ', { kind: 'em', children: ['c'] }] },
      ' ',
      { kind: 'code', text: 'd*' },
      ' ',
      { kind: 'link', href: 'https://x/y_(z)', children: ['e'] },
      ' snake_case_name',
    ]);
    expect(parseInline('see https://example.org/a_b, ok')).toEqual([
      'see ',
      { kind: 'link', href: 'https://example.org/a_b', children: ['https://example.org/a_b'] },
      ', ok',
    ]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '[x](//host)',
    '![x](file:///x)',
    'javascript:alert(1)',
  ])('makes no link of %s', (text) => {
    expect(inlineText(parseInline(text))).toBe(text);
    expect(parseInline(text).every((node) => typeof node === 'string')).toBe(true);
  });

  it('loses no character but marks, and makes links to http and https alone', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '``',
      '~~',
      '[',
      '](',
      ')',
      'https://x',
      'javascript:',
      '\\',
      ' ',
      'w',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const nodes = parseInline(parts.join(''));
        const letters = (text: string) => text.replace(/[^w]/g, '');
        // A link with words of its own has its address apart from them.
        const [written, told] = [letters(parts.join('')), letters(inlineText(nodes))];
        expect(told.length).toBeLessThanOrEqual(written.length);
        expect((told + letters(hrefsOf(nodes).join(''))).length).toBeGreaterThanOrEqual(written.length);
        for (const href of hrefsOf(nodes)) expect(href).toMatch(/^https?:\/\//);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each(['*a ', '**', '`a', '[', '[a](', '~~ ', '_', 'https://', '\\'])('is done with many of %s', (piece) => {
    expect(parseInline(piece.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

function hrefsOf(nodes: readonly InlineNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || node.kind === 'code') return [];
    return [...(node.kind === 'link' ? [node.href] : []), ...hrefsOf(node.children)];
  });
}

function flatten(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(flattenBlock).join(' ');
}

function flattenBlock(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.text;
    case 'code':
      return block.language + block.text;
    case 'list':
      return block.items.map(flatten).join('');
    case 'quote':
      return flatten(block.blocks);
    case 'table':
      return block.rows.flat().join('');
    case 'rule':
      return '';
  }
}
