import { closeSync, openSync, writeSync } from 'node:fs';
import { type Loss, LossReport } from '@fxlog/codecs';
import { lossToFinding, type ReportLoss } from '@fxlog/codecs/internal';
import type { Finding } from '@fxlog/format';
import { findRule } from '@fxlog/format/internal';
import { type JsonObject, stringifyJson } from '@fxlog/json';
import type { CommandContext } from '../command-context.js';
import { CommandError, ExitCode } from '../exit-code.js';
import { countOf, formatCount } from '../output/measures.js';
import { reasonOf } from '../output/system-error.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';

const BATCH_CHARACTERS = 65_536;

/** Losses of a conversion: counted, and each written to the report file, if there is one, as it comes. */
export class LossOutput {
  readonly losses = new LossReport({ maxSamples: 3 });
  readonly #file: ReportFile | null;

  constructor(path: string | null) {
    this.#file = path === null ? null : new ReportFile(path);
  }

  readonly add: ReportLoss = (loss) => {
    this.losses.add(loss);
    this.#file?.add(loss);
  };

  /** Ends the report file. */
  finish(facts: JsonObject): void {
    this.#file?.finish({ ...facts, total: this.losses.total, counts: this.counts() });
  }

  /** Why not all of a log of fx could be read; null where it could. */
  damageOf(codec: string): Finding | null {
    if (codec !== 'fx') return null;
    const found = this.losses.toFindings().find(({ rule }) => rule === 'codec/bad-line');
    return found === undefined ? null : { ...found, severity: 'error' };
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.losses.kinds().map(({ code, count }) => [`codec/${code}`, count]));
  }

  /** Says on stderr what was lost. */
  summarize({ output }: CommandContext, reportPath: string | null): void {
    if (this.losses.total === 0) return;
    for (const line of lossLines(new Map(Object.entries(this.counts())))) output.note(terminalText(line));
    output.note(
      reportPath === null
        ? 'fxlog rules codec/… explains them; --report FILE lists each of them.'
        : `Each of them is in ${terminalText(reportPath)}.`,
    );
  }
}

/** How many losses there are, and of which kinds: a line for each that matters, one for all the others; nothing where there are none. */
export function lossLines(counts: ReadonlyMap<string, number>): string[] {
  const kinds = [...counts].map(([rule, count]) => {
    const { title = '', severity = 'warning' } = findRule(rule) ?? {};
    return { name: rule.replace('codec/', ''), count, title, isSmall: severity === 'info' };
  });
  const total = sumOf(kinds);
  if (total === 0) return [];
  const small = kinds.filter(({ isSmall }) => isSmall).sort((left, right) => right.count - left.count);
  const shown = small.length === 1 ? kinds : kinds.filter(({ isSmall }) => !isSmall);
  const lines = shown.map(({ name, count, title }) => lineOf(count, name, title));
  if (small.length > 1) {
    const named = small.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ');
    lines.push(lineOf(sumOf(small), 'bookkeeping, form', named));
  }
  return [`${countOf(total, 'loss', 'losses')}:`, ...lines];
}

function lineOf(count: number, name: string, text: string): string {
  return `  ${formatCount(count).padStart(9)}  ${name.padEnd(20)}  ${text}`;
}

function sumOf(kinds: readonly { readonly count: number }[]): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** One JSON document, written as it grows, so that its length is no matter. */
class ReportFile {
  readonly #path: string;
  readonly #fd: number;
  #pending = '{"kind":"conversion-report","losses":[';
  #isFirst = true;

  constructor(path: string) {
    this.#path = path;
    this.#fd = this.#explained(() => openSync(path, 'w', 0o600));
  }

  add(loss: Loss): void {
    this.#pending += `${this.#isFirst ? '' : ','}\n${stringifyJson(lossToJson(loss))}`;
    this.#isFirst = false;
    if (this.#pending.length >= BATCH_CHARACTERS) this.#flush();
  }

  finish(facts: JsonObject): void {
    this.#pending += `\n],${stringifyJson(facts).slice(1)}\n`;
    this.#flush();
    this.#explained(() => closeSync(this.#fd));
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    this.#explained(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    });
  }

  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new CommandError(ExitCode.io, `${this.#path}: ${reasonOf(error)}`);
    }
  }
}

function lossToJson(loss: Loss): JsonObject {
  const { message, block, turn } = loss.where;
  return {
    ...(findingToJson(lossToFinding(loss)) as JsonObject),
    count: loss.count ?? 1,
    ...(message === undefined ? {} : { messageIndex: message }),
    ...(block === undefined ? {} : { block }),
    ...(turn === undefined ? {} : { turn }),
  };
}
