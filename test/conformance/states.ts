import { encodeState, type HistoryTurn, StateDocumentReader } from '@fxlog/format';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row, sha256 } from './row.js';
import { attempt, checkRejection, compare, type Outcome } from './verdict.js';

/** One state document alone: verdict and error; on acceptance the number of turns, and the digest of what fx writes for it. */
export const states: Corpus = {
  name: 'states',
  async check(row) {
    const history: HistoryTurn[] = [];
    const outcome = await attempt(() => {
      const reader = new StateDocumentReader(({ turn }) => history.push(turn));
      reader.push(row.bytes('document_b64'));
      return { ...reader.end(), history };
    });
    switch (row.string('verdict')) {
      case 'reject':
        return checkRejection(row, outcome);
      case 'accept': {
        if (!('accepted' in outcome)) return [`rejected with ${outcome.rejected}, fx accepts it`];
        const encoded = await attempt(() => encodeState(outcome.accepted));
        return [...compare('turns', row.integer('turns'), history.length), ...checkDigest(row, encoded)];
      }
      default:
        throw new MalformedRowError('"verdict" is neither accept nor reject');
    }
  },
};

/** No digest: fx reads the document, but cannot encode the state. */
function checkDigest(row: Row, encoded: Outcome<Uint8Array>): string[] {
  const expected = row.has('state_sha256') ? row.string('state_sha256') : undefined;
  return compare('state_sha256', expected, 'accepted' in encoded ? sha256(encoded.accepted) : undefined);
}
