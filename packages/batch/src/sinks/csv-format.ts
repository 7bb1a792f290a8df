import type { Cell } from '../rows/column.js';
import type { TextFormat } from './text-format.js';

/** CSV by RFC 4180: CRLF, quotes where they are needed. Null is nothing at all, an empty text is `""`. */
export function csvFormat(safe: boolean): TextFormat {
  const spell = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell !== 'string') return String(cell);
    const text = safe && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return {
    extension: 'csv',
    header: (columns) => `${columns.map(({ name }) => name).join(',')}\r\n`,
    encode: (_, cells) => `${cells.map(spell).join(',')}\r\n`,
    firstCell: (record) => /^(?:"(?:[^"]|"")*"|[^,\r\n]*)/.exec(record)?.[0] ?? '',
    spell,
    hasQuotes: true,
  };
}
