import { decodeConversationManifest, encodeConversationManifest } from '@fxlog/format/internal';
import type { Corpus } from './corpus.js';
import { MalformedRowError } from './row.js';
import { attempt, checkRejection, compareBytes } from './verdict.js';

/** One `session.json` of a conversation log alone: verdict, error, and the bytes that fx writes for it. */
export const conversationManifests: Corpus = {
  name: 'conversation-manifests',
  async check(row) {
    const bytes = row.bytes('manifest_b64');
    const decoded = await attempt(() => decodeConversationManifest(bytes));
    switch (row.string('verdict')) {
      case 'accept': {
        if (!('accepted' in decoded)) return [`rejected with ${decoded.rejected}, fx accepts it`];
        const encoded = await attempt(() => encodeConversationManifest(decoded.accepted));
        if (!('accepted' in encoded)) return [`encoding: refused with ${encoded.rejected}`];
        return compareBytes(
          'encoding',
          row.has('rewritten_b64') ? row.bytes('rewritten_b64') : bytes,
          encoded.accepted,
        );
      }
      case 'reject':
        return checkRejection(row, decoded);
      default:
        throw new MalformedRowError('"verdict" is neither accept nor reject');
    }
  },
};
