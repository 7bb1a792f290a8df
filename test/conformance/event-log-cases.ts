import { reduceLog } from '@fxlog/assembler';
import { decodeFrame, encodeState } from '@fxlog/format';
import type { Corpus } from './corpus.js';
import { checkFrame } from './frames.js';
import { MalformedRowError, type Row, sha256 } from './row.js';
import { attempt, checkRejection, compare } from './verdict.js';

/** The cases of the format's description: single frames and short logs, each about one rule. */
export const eventLogCases: Corpus = {
  name: 'event-log-cases',
  async check(row) {
    const bytes = row.bytes('input_base64');
    switch (row.string('scope')) {
      case 'frame':
        if (row.boolean('accept')) return checkFrame(undefined, bytes, row.bytes('canonical_base64'));
        return checkRejection(row, await attempt(() => decodeFrame(bytes)));
      case 'log':
        if (row.boolean('accept')) return checkLog(row, bytes);
        return checkRejection(row, await attempt(() => reduceLog(bytes)));
      default:
        throw new MalformedRowError('"scope" is neither frame nor log');
    }
  },
};

async function checkLog(row: Row, bytes: Uint8Array): Promise<string[]> {
  const outcome = await attempt(() => reduceLog(bytes));
  if (!('accepted' in outcome)) return [`rejected with ${outcome.rejected}, fx accepts it`];
  const { accepted: result } = outcome;
  const state = await attempt(() => encodeState(result.state));
  return [
    ...compare('through_seq', row.integer('through_seq'), result.boundary.seq),
    ...compare('bytes_consumed', row.integer('bytes_consumed'), result.bytesConsumed),
    ...compare('truncate_from', row.integer('truncate_from'), result.truncateFrom),
    // No digest: fx folds the log, but cannot encode the state.
    ...compare(
      'final_state_sha256',
      row.has('final_state_sha256') ? row.string('final_state_sha256') : undefined,
      'accepted' in state ? sha256(state.accepted) : undefined,
    ),
  ];
}
