import { Anonymizer, anonymize } from '@fxlog/codecs';
import type { Command } from '../command-context.js';
import { randomSeed } from '../convert/parse-stage.js';
import { type RewriteInputOptions, rewriteInput } from '../convert/rewrite-input.js';

export interface FixtureOptions extends RewriteInputOptions {
  readonly seed?: string;
}

/** `fxlog fixture INPUT -o DIR`: a copy of the same form without a word of the original, for a bug report. */
export const fixture: Command<[input: string], FixtureOptions> = async (context, [argument], options) => {
  const seed = options.seed ?? randomSeed();
  return rewriteInput(context, argument, options, {
    kind: 'fixture',
    rewriter: new Anonymizer(seed),
    stage: anonymize({ seed }),
    seed: `fixture ${seed}`,
  });
};
