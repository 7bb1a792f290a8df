import type { Int64 } from '@fxlog/format';

/**
 * What a column holds. `int64` and `uint64` are exact: a number while it is safe, else a bigint. `real` is a double, `text` is Unicode.
 */
export type ColumnType = 'text' | 'int64' | 'uint64' | 'real' | 'boolean';

/** One column of a table. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether it can be null, which always means: unknown, or there is none. */
  readonly nullable: boolean;
  /** What it says, in one sentence of Markdown. */
  readonly description: string;
}

/** One table. */
export interface Table {
  readonly description: string;
  /** Columns that together tell a row from all others, `session` first. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

/** What a cell can hold. */
export type Cell = string | Int64 | boolean | null;

interface Types {
  readonly text: string;
  readonly int64: Int64;
  readonly uint64: Int64;
  readonly real: number;
  readonly boolean: boolean;
}

/** The row that belongs to a list of columns. */
export type RowOfColumns<Columns extends readonly Column[]> = {
  readonly [C in Columns[number] as C['name']]: Types[C['type']] | (C['nullable'] extends true ? null : never);
};
