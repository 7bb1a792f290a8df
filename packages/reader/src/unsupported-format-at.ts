import { detectFormat } from '@fxlog/format';
import { LF } from './frame.js';
import type { LogErrorInit } from './log-error.js';
import { UnsupportedFormatError } from './unsupported-format-error.js';

/**
 * The better error for a fault in the first line, when that line belongs to a format that is not read; null when it does not.
 *
 * @internal
 */
export function unsupportedFormatAt(fault: LogErrorInit, line: Uint8Array): UnsupportedFormatError | null {
  if ((fault.frameOffset ?? fault.offset) !== 0) return null;
  const lf = line.indexOf(LF);
  const format = detectFormat(lf === -1 ? line : line.subarray(0, lf + 1), fault.file);
  const isOther = format.dialect === 'unknown' ? format.age === 'newer' : !format.readable;
  return isOther ? new UnsupportedFormatError(fault, format) : null;
}
