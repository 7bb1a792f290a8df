import { clip, clipMiddle, pad, textWidth } from './text-width.js';

/** One column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /**
   * How the column gives way when the table is wider than the terminal: down to `min` columns, at the `end` or in the
   * `middle` of the text. Without it the column keeps its width.
   */
  readonly shrink?: { readonly min: number; readonly cut: 'end' | 'middle' };
}

/** A cell: printable text, and the colours to put on it once it has its final width. */
export interface Cell {
  readonly text: string;
  readonly style?: (text: string) => string;
}

const GAP = '  ';

/** The smallest width that a table of these cells can have. */
export function minimalTableWidth(columns: readonly Column[], rows: readonly (readonly Cell[])[]): number {
  return naturalWidths(columns, rows).reduce(
    (sum, width, index) => sum + Math.min(width, columns[index]?.shrink?.min ?? width),
    GAP.length * (columns.length - 1),
  );
}

/**
 * Lays cells out in columns that fit into `width`; a table that cannot become narrow enough stays too wide. The last column is
 * not padded, so no line ends in spaces.
 * @returns the header and one line a row
 */
export function layOutTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  headerStyle: (text: string) => string = (text) => text,
): string[] {
  const widths = fitWidths(columns, naturalWidths(columns, rows), width - GAP.length * (columns.length - 1));
  const header = columns.map((column) => ({ text: column.title, style: headerStyle }));
  return [header, ...rows].map((row) =>
    columns
      .map((column, index) => {
        const cell = row[index] ?? { text: '' };
        const target = widths[index] ?? 0;
        const cut = column.shrink?.cut === 'middle' ? clipMiddle : clip;
        const text = textWidth(cell.text) > target ? cut(cell.text, target) : cell.text;
        const last = index === columns.length - 1 && column.align !== 'right';
        const padding = pad('', target - textWidth(text));
        const styled = cell.style === undefined || text === '' ? text : cell.style(text);
        if (last) return styled;
        return column.align === 'right' ? padding + styled : styled + padding;
      })
      .join(GAP)
      .trimEnd(),
  );
}

function naturalWidths(columns: readonly Column[], rows: readonly (readonly Cell[])[]): number[] {
  return columns.map((column, index) =>
    rows.reduce((width, row) => Math.max(width, textWidth(row[index]?.text ?? '')), textWidth(column.title)),
  );
}

/** Takes from the widest shrinkable column, one at a time, until the sum fits. */
function fitWidths(columns: readonly Column[], natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    let widest = -1;
    for (const [index, column] of columns.entries()) {
      const width = widths[index] ?? 0;
      if (column.shrink !== undefined && width > column.shrink.min && width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}
