import { Redactor, redact as redactStage } from '@fxlog/codecs';
import type { Command } from '../command-context.js';
import { type RewriteInputOptions, rewriteInput } from '../convert/rewrite-input.js';

/** `fxlog redact INPUT -o DIR`: a copy with placeholders for secrets, names of users and addresses of people. */
export const redact: Command<[input: string], RewriteInputOptions> = async (context, [argument], options) => {
  const redactor = new Redactor();
  return rewriteInput(context, argument, options, {
    kind: 'redact',
    rewriter: redactor,
    stage: redactStage({ redactor }),
    // The same session redacted twice is the same.
    seed: 'redact',
  });
};
