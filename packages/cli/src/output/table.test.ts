import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { layOutTable, minimalTableWidth } from './table.js';
import { clip, clipMiddle, textWidth } from './text-width.js';

const columns = [
  { title: 'TITLE', shrink: { min: 8, cut: 'end' } },
  { title: 'N', align: 'right' },
  { title: 'PATH', shrink: { min: 7, cut: 'middle' } },
] as const;
const cell = (text: string) => ({ text });
const rows = [
  [cell('How many crates are there?'), cell('12'), cell('/home/dev/project')],
  [cell('日本語の題'), cell('3'), cell('/tmp')],
];

describe('tables', () => {
  test('align columns by display width, without spaces at the end', () => {
    expect(layOutTable(columns, rows, Number.POSITIVE_INFINITY)).toEqual([
      'TITLE                        N  PATH',
      'How many crates are there?  12  /home/dev/project',
      '日本語の題                   3  /tmp',
    ]);
  });

  test('shrink the widest flexible column until they fit', () => {
    const lines = layOutTable(columns, rows, 30);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(30);
    expect(lines[1]).toContain('12');
    expect(lines[1]).toContain('…');
  });

  test('stop shrinking at the minimum', () => {
    expect(minimalTableWidth(columns, rows)).toBe(8 + 2 + 2 + 2 + 7);
    expect(Math.max(...layOutTable(columns, rows, 5).map(textWidth))).toBe(21);
  });

  test('style a cell after it has its width', () => {
    const styled = layOutTable(
      [{ title: 'A' }, { title: 'B' }],
      [[{ text: 'x', style: (t) => `<${t}>` }, cell('y')]],
      80,
    );
    expect(styled[1]).toBe('<x>  y');
  });
});

describe('text width', () => {
  test('is that of a terminal for every character that takes the quick way', () => {
    const ranges = [
      [0x20, 0x7e],
      [0xa1, 0x52f],
      [0x2010, 0x205e],
      [0x2190, 0x25fe],
    ] as const;
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code += 1) {
        const text = `a${String.fromCharCode(code)}b`;
        expect(textWidth(text), code.toString(16)).toBe(stringWidth(text));
      }
    }
    expect(textWidth('日本')).toBe(4);
    expect(textWidth('👩‍👩‍👧')).toBe(2);
    expect(textWidth('e\u0301')).toBe(1);
  });
});

describe('clipping', () => {
  test('counts columns, not characters', () => {
    expect(clip('日本語', 5)).toBe('日本…');
    expect(clip('日本語', 6)).toBe('日本語');
    expect(clip('abc', 0)).toBe('');
  });

  test('keeps both ends of a path', () => {
    expect(clipMiddle('/home/dev/some/project', 12)).toBe('/ho…/project');
    expect(textWidth(clipMiddle('/日本語/日本語/日本語', 9))).toBeLessThanOrEqual(9);
  });

  test('cuts a text of a million characters without measuring all of it', () => {
    expect(clip('x'.repeat(1_000_000), 4)).toBe('xxx…');
  });
});
