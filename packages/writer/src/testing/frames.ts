import type { LogEvent } from '@fxlog/format';
import { decodeFrame } from '@fxlog/format';

/** The lines of a log, each with its LF. */
export function linesOf(log: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0, end = log.indexOf(0x0a); end >= 0; start = end + 1, end = log.indexOf(0x0a, start)) {
    lines.push(log.subarray(start, end + 1));
  }
  return lines;
}

/** The events of a log. */
export function eventsOf(log: Uint8Array): LogEvent[] {
  return linesOf(log).map((line) => decodeFrame(line));
}
