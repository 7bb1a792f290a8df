import { defineRules } from './rule.js';

const SYNTAX_REMEDY =
  'Nothing can be read from such a line. If it was cut or overwritten, salvage the lines around it.';

/** Rules about the bytes of one frame and its grammar (event-log §1). */
export const FRAME_RULES = defineRules([
  {
    id: 'frame/too-large',
    title: 'The line is longer than a frame may be',
    severity: 'error',
    fxError: 'EventFrameTooLarge',
    spec: 'event-log §1.1',
    explain: 'A frame, its LF included, has at most 8,388,608 bytes. Later versions of fx write up to 64 MiB.',
    remedy:
      'If a later fx wrote the file, that fx reads it; lenient reading keeps lines of up to 64 MiB. Otherwise a line end was lost here.',
  },
  {
    id: 'frame/no-newline',
    title: 'The frame does not end with a line feed',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.1',
    explain: 'A frame is the bytes up to and including one LF (0x0A).',
    remedy: 'Pass exactly one line with its LF.',
  },
  {
    id: 'frame/inner-newline',
    title: 'A line feed stands inside the frame',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.1',
    explain: 'LF ends a frame, so it cannot occur within one; JSON text must not be pretty-printed.',
    remedy: 'Pass exactly one line.',
  },
  {
    id: 'frame/blank',
    title: 'The line is blank',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.1',
    explain: 'A log has no blank lines and no comments, not even at its end.',
    remedy: 'Remove the line; nothing is lost with it.',
  },
  {
    id: 'frame/syntax',
    title: 'The line is not JSON',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain:
      'Every line is one JSON value by RFC 8259 to the letter: no comments, trailing commas, NaN, leading zeros or byte-order mark.',
    remedy: SYNTAX_REMEDY,
  },
  {
    id: 'frame/unexpected-end',
    title: 'The line ends in the middle of its JSON',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain: 'The line feed comes before the JSON value is complete.',
    remedy: SYNTAX_REMEDY,
  },
  {
    id: 'frame/control-character',
    title: 'A control character stands unescaped in a string',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain:
      'Bytes 0x00 to 0x1F must be escaped inside strings; a NUL here usually means that a block of the file was never written.',
    remedy: SYNTAX_REMEDY,
  },
  {
    id: 'frame/invalid-escape',
    title: 'A string holds an escape sequence that JSON does not have',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain: 'The escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits.',
    remedy: SYNTAX_REMEDY,
  },
  {
    id: 'frame/lone-surrogate',
    title: 'Half of a surrogate pair stands alone',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain: 'A high surrogate escape must be followed at once by a low one; UTF-8 has no form for half a character.',
    remedy: 'The text was cut inside a character by the program that wrote it; write U+FFFD instead, as a repair does.',
  },
  {
    id: 'frame/invalid-utf8',
    title: 'The bytes are not valid UTF-8',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain:
      'Strict UTF-8: no overlong forms, no encoded surrogates, nothing above U+10FFFF. Other bytes belong in the base64 form.',
    remedy: 'Repair the session: the event is kept with U+FFFD for such bytes, as lenient reading shows it.',
  },
  {
    id: 'frame/duplicate-key',
    title: 'A key occurs twice in one object',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain:
      'Duplicate keys are refused in every object at every depth, after escapes are resolved, even when the values are equal.',
    remedy: 'Decide which of the two values is meant and remove the other.',
  },
  {
    id: 'frame/trailing-data',
    title: 'Something follows the JSON value on the line',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain: 'One line holds one value; two records on one line mean that a line feed was lost.',
    remedy: 'Put the line feed back between the records.',
  },
  {
    id: 'frame/not-an-object',
    title: 'The line is JSON, but not an object',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain: 'The root of every frame is an object.',
    remedy: 'This line is not an event; remove it.',
  },
]);
