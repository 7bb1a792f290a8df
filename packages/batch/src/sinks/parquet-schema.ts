import type { SchemaElement } from 'hyparquet';
import type { Column, ColumnType } from '../rows/column.js';
import { columnsOf, type TableName } from '../rows/tables.js';

const TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int64: { type: 'INT64' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  real: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

/** The schema of one table, root first. */
export function parquetSchema(table: TableName): SchemaElement[] {
  const columns = columnsOf(table);
  return [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)];
}

function elementOf({ name, type, nullable }: Column): SchemaElement {
  return {
    name,
    ...TYPES[type],
    repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
  };
}
