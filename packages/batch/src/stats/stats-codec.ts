import type { RowCodec } from '../job/row-file.js';
import type { SessionStats } from './session-stats.js';

/** Mark of an integer that JSON.parse would round. */
const BIG = '$int';

/** Numbers of sessions as lines in the file of a job. */
export const STATS_ROWS: RowCodec<SessionStats> = {
  encode: (stats) =>
    JSON.stringify(stats, (_, value: unknown) => (typeof value === 'bigint' ? { [BIG]: String(value) } : value)),
  decode: (line) =>
    JSON.parse(line, (_, value: unknown) =>
      typeof value === 'object' && value !== null && BIG in value ? BigInt(String(value[BIG])) : value,
    ),
};
