import { randomBytes } from 'node:crypto';
import {
  anonymize,
  dropTools,
  lastTurns,
  Redactor,
  range,
  readItems,
  redact,
  type Stage,
  type TranscriptOptions,
  textOnly,
  truncateOutputs,
} from '@fxlog/codecs';
import { learnItems } from '@fxlog/codecs/internal';
import { UsageError } from '../exit-code.js';
import { parseTurnRange } from '../input/turn-range.js';

/** Names of stages with what they take, for the help. */
const STAGE_HELP = [
  'range:7, range:5-12        only these turns, counted from 1; range:-3 the last three',
  'redact                     placeholders for secrets, names of users, addresses of people',
  'anonymize                  other words of the same form (--seed makes them the same again)',
  'drop-tools[:NAME,NAME…]    no calls and results, of all tools or of these',
  'truncate-outputs:N         no output longer than N characters',
  'text-only                  what was said, and nothing else',
] as const;

/** The stages that a command line names. */
export interface StagePlan {
  readonly stages: readonly Stage[];
  /** Reads the source once before it is converted, where a stage must know all of it. */
  readonly prepare: (source: string | Uint8Array, options: TranscriptOptions) => Promise<void>;
}

/** Reads `NAME[:ARGS]` of each `--stage`. @throws UsageError */
export function planStages(texts: readonly string[], seed: string | undefined): StagePlan {
  const redactor = new Redactor();
  const stages = texts.map((text) => parseStage(text, redactor, seed));
  const isLearning = texts.includes('redact');
  return {
    stages,
    async prepare(source, options) {
      if (!isLearning) return;
      for await (const items of readItems(source, options)) learnItems(items, redactor);
    },
  };
}

function parseStage(text: string, redactor: Redactor, seed: string | undefined): Stage {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const args = colon < 0 ? null : text.slice(colon + 1);
  const none = (stage: () => Stage): Stage => {
    if (args !== null) throw new UsageError(`the stage ${name} takes nothing after a colon`);
    return stage();
  };
  switch (name) {
    case 'range':
      return parseRange(args);
    case 'redact':
      return none(() => redact({ redactor }));
    case 'anonymize':
      return none(() => anonymize({ seed: seed ?? randomSeed() }));
    case 'drop-tools':
      return args === null ? dropTools() : dropTools({ names: args.split(',').filter((tool) => tool !== '') });
    case 'truncate-outputs':
      if (args === null || !/^\d{1,9}$/.test(args))
        throw new UsageError('truncate-outputs needs a length, as in truncate-outputs:2000');
      return truncateOutputs({ maxLength: Number(args) });
    case 'text-only':
      return none(textOnly);
    default:
      throw new UsageError(`there is no stage "${name}"`, `There are:\n  ${STAGE_HELP.join('\n  ')}`);
  }
}

function parseRange(args: string | null): Stage {
  if (args === null) throw new UsageError('range needs turns, as in range:5-12');
  const turns = parseTurnRange(args);
  switch (turns.kind) {
    case 'last':
      return lastTurns(turns.count);
    case 'span':
      return range({ from: turns.first - 1, to: turns.last });
    case 'all':
      return range({});
  }
}

/** Nobody can guess it, so that nobody can find out what words were replaced. */
export function randomSeed(): string {
  return randomBytes(16).toString('hex');
}
