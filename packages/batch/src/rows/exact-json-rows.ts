import type { RowCodec } from '../job/job-rows.js';

/** Mark of an integer that JSON.parse would round. */
const BIG = '$int';

/** Rows of any kind as lines in the file of a job: JSON, with exact integers. */
export function exactJsonRows<Row>(): RowCodec<Row> {
  return {
    encode: (row) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? { [BIG]: String(value) } : value)),
    decode: (line) =>
      JSON.parse(line, (_, value: unknown) =>
        typeof value === 'object' && value !== null && BIG in value ? BigInt(String(value[BIG])) : value,
      ),
  };
}
