import type { BatchOptions } from '../batch/batch-options.js';
import { namesMany } from '../batch/needs-batch.js';
import type { Command } from '../command-context.js';
import { redaction } from '../convert/redaction.js';
import { type RewriteInputOptions, rewriteInput } from '../convert/rewrite-input.js';

export type RedactCommandOptions = RewriteInputOptions & BatchOptions;

/** `fxlog redact INPUT… -o DIR`: copies with placeholders for secrets, names of users and addresses of people. */
export const redact: Command<[inputs: readonly string[]], RedactCommandOptions> = async (
  context,
  [inputs],
  options,
) => {
  const [argument] = inputs;
  if (argument === undefined || (await namesMany(context, inputs, options))) {
    const { redactMany } = await import('./redact-many.js');
    return redactMany(context, inputs, options);
  }
  return rewriteInput(context, argument, options, redaction());
};
