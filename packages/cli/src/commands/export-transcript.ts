import type { Command, RootOption } from '../command-context.js';
import { codecNamed } from '../convert/explain-failure.js';
import { planStages } from '../convert/parse-stage.js';
import { runConversion } from '../convert/run-conversion.js';
import { UsageError } from '../exit-code.js';

/** The targets of `export` that are a transcript to read, by their codec. */
const CODECS = { md: 'markdown', html: 'html', jsonl: 'jsonl', simple: 'simple' } as const;

export type TranscriptTarget = keyof typeof CODECS;

export interface ExportTranscriptOptions extends RootOption {
  readonly to: TranscriptTarget;
  readonly output?: string;
}

/** `fxlog export INPUT --to md|html|jsonl|simple`: one session for reading. */
export const exportTranscript: Command<[inputs: readonly string[]], ExportTranscriptOptions> = async (
  context,
  [inputs],
  options,
) => {
  const [argument, ...others] = inputs;
  if (argument === undefined || others.length > 0) {
    throw new UsageError(`--to ${options.to} takes one session`, 'Name it: fxlog list shows what there is.');
  }
  return runConversion(context, argument, {
    ...options,
    to: codecNamed(CODECS[options.to]),
    plan: planStages([], undefined),
    output: options.output,
    install: false,
    strictLossless: false,
    report: null,
  });
};
