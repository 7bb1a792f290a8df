import type { Task } from '../model/task.js';
import { type DerivedRow, type DeriveOptions, deriveRows } from './derive-rows.js';

/** Derives the rows of every session; for {@link TableStage}. */
export const rowsTask: Task<DeriveOptions, DerivedRow> = { name: 'rows', run: deriveRows };
