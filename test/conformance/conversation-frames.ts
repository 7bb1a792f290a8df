import { decodeConversationFrame, encodeConversationFrame } from '@fxlog/format';
import { conversationTag } from '@fxlog/format/internal';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row, sha256 } from './row.js';
import { attempt, compare, compareBytes, type Outcome } from './verdict.js';

/** One line of a conversation log alone: verdict, the name of the broken rule, tag and version, and the bytes that fx writes for it. */
export const conversationFrames: Corpus = {
  name: 'conversation-frames',
  async check(row) {
    const bytes = row.has('gen') ? row.generatedBytes('gen') : row.bytes('frame_b64');
    const decoded = await attempt(() => decodeConversationFrame(bytes));
    switch (row.string('verdict')) {
      case 'accept': {
        if (!('accepted' in decoded)) return [`rejected with ${decoded.rejected}, fx accepts it`];
        const frame = decoded.accepted;
        const encoded = await attempt(() => encodeConversationFrame(frame));
        if (!('accepted' in encoded)) return [`encoding: refused with ${encoded.rejected}`];
        return [
          ...compare('tag', row.string('tag'), conversationTag(frame.event)),
          ...compare('frame_version', row.integer('frame_version'), frame.schema_version),
          ...checkRewritten(row, bytes, encoded.accepted),
        ];
      }
      case 'reject':
        return checkBrokenRule(row, decoded);
      default:
        throw new MalformedRowError('"verdict" is neither accept nor reject');
    }
  },
};

/** Compares a rejection with `error` and, where fx has a name for the broken rule, with `rule`. */
export function checkBrokenRule(row: Row, outcome: Outcome<unknown>): string[] {
  if ('accepted' in outcome) return [`accepted, fx rejects it with ${row.string('error')}`];
  const rule = String(Reflect.get(outcome.error, 'rule')).replace(/^conversation\//, '');
  return [
    ...compare('error', row.string('error'), outcome.rejected),
    ...(row.has('rule') ? compare('rule', row.string('rule'), rule) : []),
  ];
}

function checkRewritten(row: Row, input: Uint8Array, found: Uint8Array): string[] {
  if (row.has('rewritten_sha256')) return compare('rewritten_sha256', row.string('rewritten_sha256'), sha256(found));
  return compareBytes('encoding', row.has('rewritten_b64') ? row.bytes('rewritten_b64') : input, found);
}
