import { resolve } from 'node:path';
import type { TranscriptView } from '@fxlog/codecs/internal';
import type { BatchOptions } from '../batch/batch-options.js';
import { namesMany } from '../batch/needs-batch.js';
import type { Command, RootOption } from '../command-context.js';
import { codecModulePaths, loadCodecModules } from '../convert/codec-module.js';
import { codecNamed } from '../convert/explain-failure.js';
import { planStages } from '../convert/parse-stage.js';
import { runConversion } from '../convert/run-conversion.js';

export interface ConvertCommandOptions extends RootOption, BatchOptions {
  readonly to: string;
  readonly from?: string;
  readonly output?: string;
  readonly stage?: readonly string[];
  readonly codecModule?: readonly string[];
  readonly report?: string;
  readonly strictLossless?: boolean;
  readonly install?: boolean;
  readonly seed?: string;
  readonly view?: TranscriptView;
  readonly dialect?: string;
}

/** `fxlog convert INPUT… --to CODEC`: transcripts of one program for another, with everything reported that it cannot hold. */
export const convertTranscript: Command<[inputs: readonly string[]], ConvertCommandOptions> = async (
  context,
  [inputs],
  options,
) => {
  await loadCodecModules(codecModulePaths(context.cwd, options.codecModule));
  const [argument] = inputs;
  if (argument === undefined || (await namesMany(context, inputs, options))) {
    const { convertMany } = await import('./convert-many.js');
    return convertMany(context, inputs, options);
  }
  return runConversion(context, argument, {
    ...options,
    to: codecNamed(options.to),
    plan: planStages(options.stage ?? [], options.seed),
    output: options.output,
    install: options.install === true,
    strictLossless: options.strictLossless === true,
    report: options.report === undefined ? null : resolve(context.cwd, options.report),
  });
};
