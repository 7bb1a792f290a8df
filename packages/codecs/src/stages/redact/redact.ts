import { rewriteMessage, rewriteMeta } from '../../formats/fx/event-log-v1/rewrite/rewrite-message.js';
import type { TranscriptItem } from '../../model/transcript.js';
import type { Stage } from '../../stage.js';
import { Redactor } from './redactor.js';

export interface RedactOptions {
  /**
   * What replaces, with what it knows. Default: one that knows nothing yet, so that a secret that only its name gives away (`PASSWORD=…`) is
   * found from there on. Where a transcript can be read twice, let one see it first: {@link learnItems}.
   */
  readonly redactor?: Redactor | undefined;
}

/**
 * Replaces secrets, names of users and addresses of people in everything that is text: prompts, answers, reasoning, arguments, outputs, paths.
 * Arguments stay well-formed. Images and what a provider sealed stay as they are; a signature goes when its text changes.
 */
export function redact({ redactor = new Redactor() }: RedactOptions = {}): Stage {
  return async function* (items, { report }) {
    let index = 0;
    for await (const batch of items) {
      const redacted: TranscriptItem[] = [];
      for (const item of batch) {
        const before = redactor.replaced;
        if (item.type === 'meta') {
          redacted.push({ ...item, meta: rewriteMeta(item.meta, redactor) });
          const count = redactor.replaced - before;
          if (count > 0)
            report({ code: 'redacted', where: {}, detail: 'A name or secret in what is known of the session.', count });
          continue;
        }
        const where = { message: index++ };
        const { message, changed, unsigned } = rewriteMessage(item.message, redactor);
        const count = redactor.replaced - before;
        if (count > 0)
          report({
            code: 'redacted',
            where: { ...where, block: changed[0] },
            detail: 'A secret, name or address was replaced.',
            count,
          });
        for (const block of unsigned) {
          const detail = 'The signature of reasoning that was changed, which it no longer fits.';
          report({ code: 'dropped-thinking', where: { ...where, block }, detail });
        }
        redacted.push(changed.length === 0 ? item : { ...item, message });
      }
      yield redacted;
    }
  };
}

/** Lets a redactor see items, so that it knows their secrets from the first message on. */
export function learnItems(items: readonly TranscriptItem[], redactor: Redactor): void {
  for (const item of items) {
    if (item.type === 'meta') rewriteMeta(item.meta, redactor);
    else rewriteMessage(item.message, redactor);
  }
}
