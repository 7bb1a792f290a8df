import type { Cell, Column } from '../rows/column.js';

/** How the rows of a table are written as text. */
export interface TextFormat {
  /** Of the files. */
  readonly extension: string;
  /** What stands before the rows; with its newline, or empty. */
  header(columns: readonly Column[]): string;
  /** A row, with its newline. */
  encode(columns: readonly Column[], cells: readonly Cell[]): string;
  /** The first cell of a row, as it is spelled there. */
  firstCell(record: string): string;
  /** How the first cell of a row is spelled. */
  spell(key: string): string;
  /** Whether cells can stand in double quotes, between which a newline ends no row. */
  readonly hasQuotes: boolean;
}
