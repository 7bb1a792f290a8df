import type { LossCode, LossPlace, ReportLoss } from '../../loss.js';

/** What the program notes in lines that are not part of the conversation. */
export const RECORDS = 'Records of the program for itself were left out';

/** Wherever the session goes on, the program there says the like in its own words. */
export const INJECTED = 'What the program itself told its model was left out';

/** How many kinds of thing a report names. */
const MAX_NAMED = 12;

/** As many names are told apart; they come from untrusted data. */
const MAX_KINDS = 1000;

interface Tally {
  readonly code: LossCode;
  readonly sentence: string;
  readonly where: LossPlace;
  readonly kinds: Map<string, number>;
  count: number;
}

/**
 * Counts what a session has many of and nobody wants to read one by one: each sentence becomes one loss with its count, the kinds of things that
 * it stands for, and the place of the first.
 */
export class LossTally {
  readonly #tallies = new Map<string, Tally>();

  /** @param kind what exactly, in a word; none when the sentence says all. */
  add(code: LossCode, sentence: string, where: LossPlace, kind = '', count = 1): void {
    const id = `${code} ${sentence}`;
    let tally = this.#tallies.get(id);
    if (tally === undefined) {
      tally = { code, sentence, where, kinds: new Map(), count: 0 };
      this.#tallies.set(id, tally);
    }
    tally.count += count;
    const known = kind === '' || tally.kinds.has(kind) || tally.kinds.size < MAX_KINDS ? kind : 'others';
    if (known !== '') tally.kinds.set(known, (tally.kinds.get(known) ?? 0) + count);
  }

  /** Reports what was counted. */
  flush(report: ReportLoss): void {
    for (const { code, sentence, where, kinds, count } of this.#tallies.values()) {
      report({ code, where, detail: `${sentence}${listOf(kinds)}.`, count });
    }
    this.#tallies.clear();
  }
}

function listOf(kinds: ReadonlyMap<string, number>): string {
  if (kinds.size === 0) return '';
  const sorted = [...kinds].sort(([, left], [, right]) => right - left);
  const named = sorted.slice(0, MAX_NAMED).map(([kind, count]) => (count === 1 ? kind : `${kind} (${count})`));
  const rest = sorted.length - named.length;
  return `: ${named.join(', ')}${rest > 0 ? ` and ${rest} other kinds` : ''}`;
}
