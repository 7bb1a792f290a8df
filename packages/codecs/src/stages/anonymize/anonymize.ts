import { rewriteMessage, rewriteMeta } from '../../formats/fx/event-log-v1/rewrite/rewrite-message.js';
import type { TranscriptItem } from '../../model/transcript.js';
import type { Stage } from '../../stage.js';
import { Anonymizer } from './anonymizer.js';

export interface AnonymizeOptions {
  /** The same seed gives the same transcript. Who knows it can find out whether a word he thinks of was there: for what is passed on take a random one. */
  readonly seed: string;
}

/**
 * Makes a transcript of the same form without a word of the original: as many messages, blocks, lines and characters, calls with their results,
 * models and times as they were. See {@link Anonymizer} for what is kept.
 */
export function anonymize({ seed }: AnonymizeOptions): Stage {
  const anonymizer = new Anonymizer(seed);
  return async function* (items, { report }) {
    let index = 0;
    for await (const batch of items) {
      yield batch.map((item): TranscriptItem => {
        if (item.type === 'meta') return { ...item, meta: rewriteMeta(item.meta, anonymizer) };
        const where = { message: index++ };
        const { message, changed, unsigned } = rewriteMessage(item.message, anonymizer);
        if (changed.length === 0) return item;
        report({
          code: 'redacted',
          where,
          detail: 'The text was replaced by other words, as asked.',
          count: changed.length,
        });
        for (const block of unsigned) {
          const detail = 'What the provider sealed was left out with the reasoning it belongs to.';
          report({ code: 'dropped-thinking', where: { ...where, block }, detail });
        }
        return { ...item, message };
      });
    }
  };
}
