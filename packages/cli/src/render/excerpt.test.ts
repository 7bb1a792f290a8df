import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../output/text-width.js';
import { excerptAround } from './excerpt.js';

const encode = (text: string) => new TextEncoder().encode(text);
const around = (text: string, offset: number, width = 80) =>
  excerptAround({ bytes: encode(text), offset: 0 }, offset, width);

describe('excerptAround', () => {
  test('shows a short line whole, with the caret under the byte', () => {
    expect(around('{"a":1}\n{"b":1,"b":2}\n{"c":3}\n', 15)).toEqual({ text: '{"b":1,"b":2}', caret: 7 });
  });

  test('cuts a long line on both sides', () => {
    const text = `${'a'.repeat(200)}X${'b'.repeat(200)}`;
    const { text: shown, caret } = around(text, 200, 40);
    expect(shown[caret]).toBe('X');
    expect(shown.startsWith('…')).toBe(true);
    expect(shown.endsWith('…')).toBe(true);
    expect(textWidth(shown)).toBeLessThanOrEqual(41);
  });

  test('counts columns of what is shown: wide characters and spelled-out controls', () => {
    expect(around('日本X', 6)).toEqual({ text: '日本X', caret: 4 });
    expect(around('\x1b[31mX', 5)).toEqual({ text: '\\x1b[31mX', caret: 8 });
  });

  test('points behind the last byte of a line without LF', () => {
    expect(around('{"a":1', 6)).toEqual({ text: '{"a":1', caret: 6 });
  });

  test('shows the very byte where UTF-8 is broken', () => {
    const bytes = Uint8Array.from([0x61, 0xff, 0x62]);
    expect(excerptAround({ bytes, offset: 100 }, 101, 80)).toEqual({ text: '…a\\xffb', caret: 2 });
  });

  test('stays within the width and on the line for any bytes and any place', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(350),
        fc.integer({ min: 24, max: 100 }),
        (bytes, offset, width) => {
          const { text, caret } = excerptAround({ bytes, offset: 0 }, offset, width);
          expect(textWidth(text)).toBeLessThanOrEqual(width + 1);
          expect(caret).toBeLessThanOrEqual(textWidth(text));
          expect(text).not.toContain('\n');
        },
      ),
    );
  });
});
