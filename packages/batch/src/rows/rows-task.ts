import type { Task } from '../model/task.js';
import { type DeriveOptions, deriveRows } from './derive-rows.js';
import type { TableRow } from './tables.js';

/** Derives the rows of every session; for {@link TableSink}. */
export const rowsTask: Task<DeriveOptions, TableRow> = { name: 'rows', run: deriveRows };
