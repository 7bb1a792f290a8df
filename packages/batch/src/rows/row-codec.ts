import type { RowCodec } from '../job/job-rows.js';
import type { Cell } from './column.js';
import { columnsOf, TABLE_NAMES, type TableName, type TableRow } from './tables.js';

/** A row as cells in the order of the columns. */
export interface CellRow {
  readonly table: TableName;
  readonly cells: readonly Cell[];
}

/** The cells of a row. */
export function cellsOf({ table, row }: TableRow): CellRow {
  return { table, cells: columnsOf(table).map(({ name }) => (Reflect.get(row, name) as Cell | undefined) ?? null) };
}

/** Rows as lines in the file of a job: an array with the number of the table and the cells. Integers that JSON.parse would round are text. */
export const CELL_ROWS: RowCodec<CellRow> = {
  encode({ table, cells }) {
    return JSON.stringify([TABLE_NAMES.indexOf(table), ...cells.map((c) => (typeof c === 'bigint' ? String(c) : c))]);
  },
  decode(line) {
    const [index, ...cells]: [number, ...Cell[]] = JSON.parse(line);
    const table = TABLE_NAMES[index];
    if (table === undefined) throw new RangeError(`there is no table ${index}`);
    const columns = columnsOf(table);
    return {
      table,
      cells: cells.map((value, i) => {
        const isInteger = columns[i]?.type === 'int64' || columns[i]?.type === 'uint64';
        return isInteger && typeof value === 'string' ? BigInt(value) : value;
      }),
    };
  },
};
