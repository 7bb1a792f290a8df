import type { Task } from '@fxlog/batch';
import type { TranscriptView } from '@fxlog/codecs/internal';
import { loadCodecModules } from '../convert/codec-module.js';
import type { ConversionResult } from '../convert/conversion-result.js';
import { codecNamed } from '../convert/explain-failure.js';
import { planStages } from '../convert/parse-stage.js';
import { convertSource } from '../convert/run-conversion.js';
import { type MadeRow, type MakeOptions, makeOutput } from './make-output.js';

/** What is the same for every session. */
export type ConvertSettings = {
  /** Names of codecs. */
  readonly to: string;
  readonly from: string | null;
  /** Absolute paths of modules with codecs of one's own. */
  readonly codecModules: readonly string[];
  readonly stages: readonly string[];
  readonly seed: string | null;
  readonly strictLossless: boolean;
  readonly view: TranscriptView | null;
  /** Which format of fx to write; null for the default. */
  readonly dialect: string | null;
};

/** What came of converting one session; losses by their rule. */
export type ConvertRow = MadeRow<ConversionResult & { readonly losses: Readonly<Record<string, number>> }>;

/** Converts one session, like `fxlog convert`. */
export const convertTask: Task<ConvertSettings & MakeOptions, ConvertRow> = {
  name: 'convert',
  run(input, { to, from, codecModules, stages, seed, strictLossless, view, dialect, ...options }, { signal }) {
    return makeOutput(input, options, signal, async ({ context, source, folder, documentName }) => {
      await loadCodecModules(codecModules);
      const { result, losses } = await convertSource(context, source, {
        to: codecNamed(to),
        from: from ?? undefined,
        plan: planStages(stages, seed ?? undefined),
        output: folder,
        documentName,
        install: false,
        strictLossless,
        view: view ?? undefined,
        dialect: dialect ?? undefined,
        report: null,
      });
      const damage = losses.damageOf(result.from);
      const findings = damage === null ? result.findings : [...result.findings, damage];
      return { ...result, findings, losses: losses.counts() };
    });
  },
};
