import type { Uint64 } from '@fxlog/format';

/** An integer with its thousands set apart: `1,234,567`. */
export function groupDigits(value: Uint64 | string): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count and what is counted: `1 line`, `2,000 lines`. */
export function countOf(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of bytes for people: `512 bytes`, `1.4 MiB`. */
export function byteCount(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = '';
  for (const next of units) {
    value /= 1024;
    unit = next;
    if (value < 1024) break;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

/** How many lines a text has; an empty one has none, and a line feed at the end begins no other. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
