import { type Node, Parser } from 'commonmark';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { escapeLine, escapeProse } from './escape-prose.js';

/** Kinds of nodes that a text must never become. */
const FORBIDDEN = new Set(['heading', 'thematic_break', 'html_block', 'html_inline', 'link', 'image']);

function nodesOf(markdown: string): Node[] {
  const walker = new Parser().parse(markdown).walker();
  const nodes: Node[] = [];
  for (let step = walker.next(); step !== null; step = walker.next()) if (step.entering) nodes.push(step.node);
  return nodes;
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# h',
        '#',
        '===',
        '---',
        '- - -',
        '***',
        '<script>alert(1)</script>',
        '<!--',
        '-->',
        '</details>',
        '[a](javascript:alert(1))',
        '![a](http://x/y.png)',
        '[a]: http://x',
        '[a]',
        '<http://x>',
        '&lt;',
        '```',
        '````',
        '~~~',
        '``` x ```',
        '`',
        '``',
        '\\',
        '\\`',
        '> ',
        '- ',
        '1. ',
        '    ',
        '\t',
        ' ',
        '\n',
        '\n\n',
        'word',
        '*',
        '_',
        '|',
        '\r',
        '\u2028',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

describe('escapeProse', () => {
  it('makes no heading, rule, HTML, link or image of anything', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const found = nodesOf(escapeProse(text)).filter(({ type }) => FORBIDDEN.has(type));
        expect(found.map(({ type }) => type)).toEqual([]);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('makes a rule of nothing that stands in a quote or a list', () => {
    expect(escapeLine('> - - -\t')).toBe('> \\- - -\t');
    expect(escapeLine('1. * * *')).toBe('1. \\* * *');
    expect(escapeLine('- > ===')).toBe('- > \\===');
    expect(escapeLine('> - - a')).toBe('> - - a');
  });

  it('lets what follows stand where it would stand alone', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const document = new Parser().parse(`${escapeProse(text)}\n\n## Next\n\n<details>\n\n- end\n`);
        const kinds: string[] = [];
        for (let node = document.firstChild; node !== null; node = node.next) kinds.push(node.type);
        expect(kinds.slice(-3)).toEqual(['heading', 'html_block', 'list']);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('leaves emphasis, lists, quotes and code as they are', () => {
    const text = '**Bold** and `a < b`:\n\n1. one\n2. two\n   - nested\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(escapeProse(text)).toBe(text);
  });

  it('fences code blocks anew, longer than anything in them', () => {
    expect(escapeProse('~~~js\nlet a = "````";\n~~~\nafter')).toBe('`````js\nlet a = "````";\n`````\n\nafter');
    expect(escapeProse('- item\n  ```\n  <b>\n  ```')).toBe('- item\n\n```\n<b>\n```');
  });

  it('ends a code block that the text leaves open', () => {
    expect(escapeProse('```\n# no heading')).toBe('```\n# no heading\n```');
  });

  it('does not take code for code where a table would cut it', () => {
    expect(escapeProse('`a | <b>`')).toBe('\\`a | \\<b>\\`');
  });

  it('names controls and marks of direction', () => {
    expect(escapeProse('a\x1b[31m\u202eb\u2028c\rd\r\ne')).toBe(
      'a\u241b\\[31m\u27e6U+202E\u27e7b\u27e6U+2028\u27e7c\u240dd\ne',
    );
  });
});
