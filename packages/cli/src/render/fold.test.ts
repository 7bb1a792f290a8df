import { describe, expect, test } from 'vitest';
import { foldText, UNFOLDED } from './fold.js';

const limits = { lines: 3, lineLength: 20 };

describe('foldText', () => {
  test('shows a short text whole, without the blank lines at its end', () => {
    expect(foldText('a\n\nb\n\n\n', limits)).toEqual({ lines: ['a', '', 'b'], hidden: null });
    expect(foldText('', limits)).toEqual({ lines: [], hidden: null });
    expect(foldText('\n', limits)).toEqual({ lines: [], hidden: null });
  });

  test('counts the lines and bytes that it leaves out', () => {
    expect(foldText('1\n2\n3\n4\né\n', limits)).toEqual({ lines: ['1', '2', '3'], hidden: '2 more lines, 4 B' });
  });

  test('cuts long lines and says so', () => {
    const { lines, hidden } = foldText('x'.repeat(30), limits);
    expect(lines).toEqual([`${'x'.repeat(20)}…`]);
    expect(hidden).toBe('10 more characters in long lines');
  });

  test('spells out what a terminal would act on', () => {
    expect(foldText('\x1b[2Ja\r\n\tb', limits).lines).toEqual(['\\x1b[2Ja', '        b']);
    expect(foldText(Uint8Array.from([0xff, 0x0a, 0x61]), limits).lines).toEqual(['\\xff', 'a']);
  });

  test('shows everything when unfolded', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');
    expect(foldText(text, UNFOLDED)).toEqual({ lines: text.split('\n'), hidden: null });
  });
});
