import { type ReduceResult, reduceLog } from '@fxlog/assembler';
import { encodeState } from '@fxlog/format';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row, sha256 } from './row.js';
import { attempt, checkRejection, compare, compareBytes } from './verdict.js';

/** One whole log: verdict, error and its place; on acceptance where the log ends, and the state that it folds to. */
export const logs: Corpus = {
  name: 'logs',
  async check(row) {
    const outcome = await attempt(() => reduceLog(row.bytes('log_b64')));
    switch (row.string('verdict')) {
      case 'reject':
        return [
          ...checkRejection(row, outcome),
          ...('error' in outcome
            ? compare('frame_offset', row.integer('frame_offset'), Reflect.get(outcome.error, 'frameOffset'))
            : []),
        ];
      case 'accept':
        if (!('accepted' in outcome)) return [`rejected with ${outcome.rejected}, fx accepts it`];
        return [...checkBoundary(row, outcome.accepted), ...(await checkState(row, outcome.accepted))];
      default:
        throw new MalformedRowError('"verdict" is neither accept nor reject');
    }
  },
};

function checkBoundary(row: Row, result: ReduceResult): string[] {
  return [
    ...compare('turns', row.integer('turns'), result.turns),
    ...compare('bytes_consumed', row.integer('bytes_consumed'), result.bytesConsumed),
    ...compare('through_seq', row.integer('through_seq'), result.boundary.seq),
    ...compare('through_offset', row.integer('through_offset'), result.boundary.offset),
    ...compare('through_event_id', row.string('through_event_id'), result.boundary.eventId),
    ...compare('log_generation', row.string('log_generation'), result.boundary.generation),
    ...compare('truncate_from', row.integer('truncate_from'), result.truncateFrom),
  ];
}

async function checkState(row: Row, result: ReduceResult): Promise<string[]> {
  const encoded = await attempt(() => encodeState(result.state));
  if (row.has('state_error')) {
    const found = 'accepted' in encoded ? undefined : encoded.rejected;
    return compare('state_error', row.string('state_error'), found);
  }
  if (!('accepted' in encoded)) return [`state: refused with ${encoded.rejected}`];
  const differences = compare('state_sha256', row.string('state_sha256'), sha256(encoded.accepted));
  if (differences.length === 0 || !row.has('state_json')) return differences;
  return [...differences, ...compareBytes('state_json', Buffer.from(row.string('state_json')), encoded.accepted)];
}
