import type { Cell } from '../rows/column.js';
import type { TextFormat } from './text-format.js';

/** One JSON object a line, under the names of the columns; integers with all their digits. */
export const JSONL_FORMAT: TextFormat = {
  extension: 'jsonl',
  header: () => '',
  encode: (columns, cells) =>
    `{${columns.map(({ name }, i) => `${JSON.stringify(name)}:${spell(cells[i] ?? null)}`).join(',')}}\n`,
  firstCell: (record) => /^\{"session":("(?:[^"\\]|\\.)*")/.exec(record)?.[1] ?? '',
  spell,
  hasQuotes: false,
};

function spell(cell: Cell): string {
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}
