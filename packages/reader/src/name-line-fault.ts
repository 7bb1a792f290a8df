import type { FrameError, RuleId } from '@fxlog/format';
import type { FormatDialect } from '@fxlog/format/internal';
import { splitLine } from './split-line.js';

/** What is physically wrong with a line, where that says more than "no JSON". @internal */
export interface LineFault {
  readonly rule: RuleId;
  readonly message: string;
  /** Position of the fault, from the first byte of the line. */
  readonly offset: number;
}

const UTF16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

/**
 * Finds the physical cause of a refusal: a byte-order mark, NUL bytes, records glued together. The verdict
 * and fx's name for it stay those of the frame check; only the rule and the words become more exact.
 *
 * @internal
 */
export function nameLineFault(
  line: Uint8Array,
  error: FrameError,
  { errors, recovery }: FormatDialect,
): LineFault | null {
  // A fault in a value or in its text has its own words already
  if (error.path !== '' || error.fxError !== errors.frame) return null;
  if (UTF16_MARKS.some(([first, second]) => line[0] === first && line[1] === second)) {
    return {
      rule: 'line/byte-order-mark',
      message: 'The line begins with a UTF-16 byte-order mark: the file was re-encoded',
      offset: 0,
    };
  }
  const pieces = splitLine(line, 0, line.length, recovery?.beginnings ?? []);
  const nul = pieces.find((piece) => piece.kind === 'nul');
  if (nul !== undefined) {
    return { rule: 'line/nul-block', message: `${nul.end - nul.start} NUL bytes in the line`, offset: nul.start };
  }
  if (pieces[0]?.kind === 'byte-order-mark') {
    return { rule: 'line/byte-order-mark', message: 'The line begins with a byte-order mark', offset: 0 };
  }
  const second = pieces[1];
  if (second !== undefined && line[second.start] === 0x7b) {
    return {
      rule: 'line/glued-records',
      message: 'A second record begins in this line: the newline between the two is missing',
      offset: second.start,
    };
  }
  return null;
}
