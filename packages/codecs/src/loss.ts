import { type Finding, ruleById, type Uint64 } from '@fxlog/format';

/** The kinds of loss (common-model §C10): ids of the rule catalogue without their `codec/`. */
export type LossCode =
  | 'dropped-git-branch'
  | 'dropped-cli-version'
  | 'dropped-stop-reason'
  | 'dropped-usage'
  | 'dropped-usage-cache'
  | 'dropped-replace-all'
  | 'dropped-bash-option'
  | 'dropped-image'
  | 'dropped-artifact'
  | 'dropped-thinking'
  | 'dropped-block'
  | 'dropped-lineage'
  | 'dropped-model'
  | 'dropped-time'
  | 'dropped-extra'
  | 'dropped-record'
  | 'dropped-message'
  | 'moved-text'
  | 'moved-thinking'
  | 'moved-output'
  | 'unsure-output'
  | 'untold'
  | 'image-hash-mismatch'
  | 'flattened-output'
  | 'partial-output'
  | 'cut-output'
  | 'missing-artifact'
  | 'orphan-result'
  | 'open-call'
  | 'non-utf8-text'
  | 'malformed-arguments'
  | 'changed-arguments'
  | 'unmapped-tool'
  | 'title-dropped'
  | 'compaction-applied'
  | 'skipped-entry'
  | 'usage-reset'
  | 'broken-chain'
  | 'injected-context'
  | 'missing-history'
  | 'missing-time'
  | 'other-session'
  | 'unknown-key'
  | 'renamed-id'
  | 'default-value'
  | 'redacted'
  | 'bad-line';

/** Where something was lost. All of it is optional; the more the better. */
export interface LossPlace {
  /** Index of the message in the conversation, from 0. */
  readonly message?: number | undefined;
  /** Index of the block in the message, from 0. */
  readonly block?: number | undefined;
  /** JSON Pointer, into the message or into the line, record or document of the source. */
  readonly path?: string | undefined;
  readonly file?: string | undefined;
  /** Bytes from the start of the source. */
  readonly offset?: number | undefined;
  /** Line of the source, from 1. */
  readonly line?: number | undefined;
  readonly seq?: Uint64 | undefined;
  /** Index of the turn in an fx log, from 0. */
  readonly turn?: number | undefined;
}

/** Something that a conversion could not carry over, or carried over changed. */
export interface Loss {
  readonly code: LossCode;
  readonly where: LossPlace;
  /** What exactly, in one sentence. */
  readonly detail: string;
  /** How many things this one report stands for; default 1. */
  readonly count?: number | undefined;
}

/** How codecs and stages tell what they lose. */
export type ReportLoss = (loss: Loss) => void;

/** All of one kind: the count is exact, the samples are the first ones. */
export interface LossKind {
  readonly code: LossCode;
  readonly count: number;
  readonly samples: readonly Loss[];
}

/** How many losses of a kind are kept as samples by default. */
const DEFAULT_SAMPLES = 100;

/**
 * Collects losses: exact counts, and of each kind no more samples than asked for, so that its size does not grow with the transcript.
 *
 * @example
 * const losses = new LossReport();
 * for await (const piece of convert(source, { to: 'pi', onLoss: losses.add })) write(piece);
 * for (const { code, count } of losses.kinds()) console.log(code, count);
 */
export class LossReport {
  readonly #kinds = new Map<LossCode, { count: number; samples: Loss[] }>();
  readonly #maxSamples: number;

  constructor(options: { /** Losses kept per kind; default 100. */ readonly maxSamples?: number | undefined } = {}) {
    this.#maxSamples = options.maxSamples ?? DEFAULT_SAMPLES;
  }

  /** Takes a loss; can be passed around without its report. */
  readonly add: ReportLoss = (loss) => {
    let kind = this.#kinds.get(loss.code);
    if (kind === undefined) {
      kind = { count: 0, samples: [] };
      this.#kinds.set(loss.code, kind);
    }
    kind.count += loss.count ?? 1;
    if (kind.samples.length < this.#maxSamples) kind.samples.push(loss);
  };

  /** How many things were lost in all. */
  get total(): number {
    let total = 0;
    for (const { count } of this.#kinds.values()) total += count;
    return total;
  }

  /** Whether the result says all that the source says; what a program keeps without telling its model is not lost. */
  get isLossless(): boolean {
    return ![...this.#kinds.keys()].some((code) => isLossRule(`codec/${code}`));
  }

  /** How many of one kind. */
  count(code: LossCode): number {
    return this.#kinds.get(code)?.count ?? 0;
  }

  /** The kinds that occurred, in the order in which they first did. */
  kinds(): readonly LossKind[] {
    return [...this.#kinds].map(([code, { count, samples }]) => ({ code, count, samples }));
  }

  /** The samples as findings, with a last one per kind for those of which none was kept. */
  toFindings(): Finding[] {
    return this.kinds().flatMap(({ code, count, samples }) => {
      const findings = samples.map(lossToFinding);
      const shown = samples.reduce((sum, sample) => sum + (sample.count ?? 1), 0);
      if (shown === count) return findings;
      const { id, severity, title } = ruleById(`codec/${code}`);
      return [...findings, { rule: id, severity, message: `${title}: ${count - shown} more times.` }];
    });
  }
}

/** Whether a finding of a conversion says that something is not in the result any more, or changed there. */
export function isLossRule(rule: string): boolean {
  return rule !== ('codec/untold' satisfies `codec/${LossCode}`);
}

/** A loss as a finding. */
export function lossToFinding({ code, where, detail, count }: Loss): Finding {
  const { id, severity } = ruleById(`codec/${code}`);
  const { file, offset, line, seq } = where;
  const place = describePlace(where);
  return {
    rule: id,
    severity,
    message: `${place === '' ? '' : `${place}: `}${detail}${count === undefined || count === 1 ? '' : ` (${count} times)`}`,
    ...(file === undefined ? {} : { file }),
    ...(offset === undefined ? {} : { offset }),
    ...(line === undefined ? {} : { line }),
    ...(seq === undefined ? {} : { seq }),
    ...(where.path === undefined ? {} : { path: where.path }),
  };
}

function describePlace({ message, block, turn }: LossPlace): string {
  const parts = [];
  if (turn !== undefined) parts.push(`turn ${turn}`);
  if (message !== undefined) parts.push(`message ${message}`);
  if (block !== undefined) parts.push(`block ${block}`);
  return parts.join(', ');
}
