import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeJsonForTerminal, terminalText } from './terminal-text.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('terminalText', () => {
  test('spells out escape sequences instead of sending them', () => {
    expect(terminalText('\x1b[2J\x1b]0;owned\x07')).toBe('\\x1b[2J\\x1b]0;owned\\x07');
  });

  test('spells out C1 controls, DEL and NUL', () => {
    expect(terminalText('a\x9b31mb\x7fc\0d')).toBe('a\\x9b31mb\\x7fc\\x00d');
  });

  test('makes bidirectional overrides, isolates and marks visible', () => {
    expect(terminalText('access\u202eresu\u2066x\u2069\u200f\u061c')).toBe(
      'access\\u202eresu\\u2066x\\u2069\\u200f\\u061c',
    );
  });

  test('makes zero-width spaces, line separators, byte order marks and language tags visible', () => {
    expect(terminalText('a\u200bb\u2028c\ufeff\u{e0041}')).toBe('a\\u200bb\\u2028c\\ufeff\\u{e0041}');
  });

  test('leaves letters of every script, emoji and their joiners alone', () => {
    const text = 'naïve 日本語 עברית 👩‍👩‍👧 é';
    expect(terminalText(text)).toBe(text);
  });

  test('spells out lone surrogates but keeps pairs', () => {
    expect(terminalText('a\ud800b😀')).toBe('a\\ud800b😀');
  });

  test('is a single line unless asked', () => {
    expect(terminalText('a\nb\r\nc\td')).toBe('a\\nb\\r\\nc\\td');
  });

  test('multiline keeps line breaks, reads CR LF as one, shows a lone CR and expands tabs', () => {
    expect(terminalText('a\nb\r\nc\rd\n1\tx\n12345678\ty', { multiline: true })).toBe(
      'a\nb\nc\\rd\n1       x\n12345678        y',
    );
  });

  test('shows bytes that are not UTF-8 as hex and the rest as text', () => {
    expect(terminalText(bytes(0x61, 0xff, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x1b))).toBe('a\\xffé\\xed\\xa0\\x80\\x1b');
  });

  test('shows overlong forms and cut sequences as bytes', () => {
    expect(terminalText(bytes(0xc0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0xe2, 0x82))).toBe(
      '\\xc0\\x80\\xf4\\x90\\x80\\x80\\xe2\\x82',
    );
  });

  test('never lets a control or format-changing character through, whatever the input', () => {
    const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/;
    const hostile = fc.string({
      unit: fc.constantFrom('\x1b', '[', '\r', '\n', '\t', '\x9b', 'a', '\u202e', '\ud800', '😀'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostile), (text) => {
        expect(terminalText(text)).not.toMatch(unsafe);
        expect(terminalText(text)).not.toContain('\n');
        expect(terminalText(text, { multiline: true })).not.toMatch(unsafe);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (input) => {
        expect(terminalText(input)).not.toMatch(unsafe);
      }),
    );
  });

  test('agrees with the platform about which bytes are UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (input) => {
        let valid = true;
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(input);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          valid = false;
        }
        expect(/\\x[89a-f]/.test(terminalText(input))).toBe(!valid || hasC1(input));
      }),
    );
  });
});

test('JSON on a terminal keeps its value but carries nothing that the terminal would act on', () => {
  const value = { '\u009b31m': 'a\u202eb\u007f\u{e0041}\x1b' };
  const text = escapeJsonForTerminal(JSON.stringify(value));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[\x20-\x7e]*$/);
});

/** C1 controls are valid UTF-8 and are spelled out in the same way as stray bytes. */
function hasC1(input: Uint8Array): boolean {
  return [...new TextDecoder().decode(input)].some((c) => c >= '\x80' && c <= '\x9f');
}
