import { decodeFrame, encodeFrame } from '@fxlog/format';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row } from './row.js';
import { attempt, checkRejection, compare, compareBytes } from './verdict.js';

/** One frame alone: verdict, error, kind, and the bytes that fx's encoder writes for it. */
export const frames: Corpus = {
  name: 'frames',
  async check(row) {
    const bytes = row.has('gen') ? row.generatedBytes('gen') : row.bytes('frame_b64');
    switch (row.string('verdict')) {
      case 'accept':
        return checkFrame(row.string('kind'), bytes, rewritten(row, bytes));
      case 'reject':
        return checkRejection(row, await attempt(() => decodeFrame(bytes)));
      default:
        throw new MalformedRowError('"verdict" is neither accept nor reject');
    }
  },
};

/** Checks a frame that fx accepts, against its kind (where known) and its canonical bytes. */
export async function checkFrame(
  kind: string | undefined,
  bytes: Uint8Array,
  canonical: Uint8Array,
): Promise<string[]> {
  const decoded = await attempt(() => decodeFrame(bytes));
  if (!('accepted' in decoded)) return [`rejected with ${decoded.rejected}, fx accepts it`];
  const encoded = await attempt(() => encodeFrame(decoded.accepted));
  return [
    ...compare('kind', kind ?? decoded.accepted.kind, decoded.accepted.kind),
    ...('accepted' in encoded
      ? compareBytes('encoding', canonical, encoded.accepted)
      : [`encoding: refused with ${encoded.rejected}`]),
  ];
}

function rewritten(row: Row, bytes: Uint8Array): Uint8Array {
  return row.has('rewritten_b64') ? row.bytes('rewritten_b64') : bytes;
}
