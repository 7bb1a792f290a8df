import type { Task } from '@fxlog/batch';
import { redaction } from '../convert/redaction.js';
import { type Rewritten, rewriteSource } from '../convert/rewrite-input.js';
import { type MadeRow, type MakeOptions, makeOutput } from './make-output.js';

/** What is the same for every session. */
export type RedactSettings = {
  readonly from: string | null;
};

/** What came of redacting one session. */
export type RedactRow = MadeRow<Rewritten>;

/** Redacts one session, like `fxlog redact`. Placeholders count from 1 in each. */
export const redactTask: Task<RedactSettings & MakeOptions, RedactRow> = {
  name: 'redact',
  run(input, { from, ...options }, { signal }) {
    return makeOutput(input, options, signal, ({ context, source, folder, documentName }) =>
      rewriteSource(context, source, { output: folder, from: from ?? undefined, documentName }, redaction()),
    );
  },
};
