import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnsi, stripColors } from './ansi.js';

const esc = '\x1b[';

describe('parseAnsi', () => {
  it('gives colours and styles to what they apply to', () => {
    expect(parseAnsi(`a${esc}31;1mb${esc}0mc${esc}94md${esc}39me`)).toEqual([
      { text: 'a', color: null, flags: [] },
      { text: 'b', color: 1, flags: ['bold'] },
      { text: 'c', color: null, flags: [] },
      { text: 'd', color: 12, flags: [] },
      { text: 'e', color: null, flags: [] },
    ]);
  });

  it('takes one of 16 colours for any other', () => {
    const colorOf = (codes: string) => parseAnsi(`${esc}${codes}mx`)[0]?.color;
    expect(colorOf('38;2;255;0;0')).toBe(9);
    expect(colorOf('38;5;22')).toBe(2);
    expect(colorOf('38;5;250')).toBe(7);
    expect(colorOf('48;2;1;2;3;32')).toBe(2);
    // Grey below a difference of 32 between the channels, and a hue from there on.
    expect(colorOf('38;2;131;100;100')).toBe(8);
    expect(colorOf('38;2;132;100;100')).toBe(1);
  });

  it('leaves all other sequences in the text', () => {
    expect(parseAnsi(`${esc}2J\x1b]0;title\x07x`).map(({ text }) => text)).toEqual([`${esc}2J\x1b]0;title\x07x`]);
  });

  it('makes no more than some thousand runs of a bomb, and loses none of its text', () => {
    const bomb = Array.from({ length: 50_000 }, (_, index) => `${esc}3${index % 8}mx`).join('');
    const runs = parseAnsi(bomb);
    expect(runs.length).toBeLessThan(5000);
    expect(stripColors(runs.map(({ text }) => text).join(''))).toBe('x'.repeat(50_000));
  });

  it('keeps every character that is not of a colour', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(`${esc}1m`, esc, 'm', ';', '\x1b', '3'), fc.string()));
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const kept = parseAnsi(text)
          .map((run) => run.text)
          .join('');
        expect(kept).toBe(stripColors(text));
      }),
    );
  });
});
