import type { CellRow } from '../rows/row-codec.js';

/** What tables are made as. */
export const TABLE_FORMATS = ['sqlite', 'parquet', 'csv', 'tables-jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Where tables go, and how. Plain data: a job keeps it. */
export type TableTarget =
  /** One database file. */
  | { readonly format: 'sqlite'; readonly path: string }
  /** A directory with a directory for each table, and in it one file for each month or workspace. */
  | { readonly format: 'parquet'; readonly path: string; readonly partition: 'month' | 'workspace' | 'none' }
  /**
   * A directory with a file for each table. With `safe`, text that a spreadsheet would take for a formula has an apostrophe put before it; the
   * cells then are no longer exact.
   */
  | { readonly format: 'csv'; readonly path: string; readonly safe: boolean }
  /** A directory with a file for each table, one JSON object a line. */
  | { readonly format: 'tables-jsonl'; readonly path: string };

/** Makes tables of rows. What the target holds of the sessions that come is replaced; what it holds of others stays. */
export interface TableWriter {
  /** @param sessions keys of all sessions that will come */
  open(sessions: ReadonlySet<string>): Promise<void>;
  /** Rows of one session follow; `partition` is the value that {@link partitionOf} gives for it. */
  begin(session: string, partition: string): Promise<void>;
  write(rows: readonly CellRow[]): Promise<void>;
  /** Everything has come. Until then readers see what was there before. */
  finish(): Promise<void>;
  /** Gives up. Nothing changes. */
  abort(): Promise<void>;
}
