import type { Corpus } from './corpus.js';
import { buildDamaged, type Damage } from './damage.js';
import type { Row } from './row.js';
import { inSessionsRoot, type Judgement, judge } from './session-directory.js';
import { compare } from './verdict.js';

/** A damaged copy of a session directory: read, listed, recovered and resumed by fx. */
export const dirs: Corpus = {
  name: 'dirs',
  check: (row) =>
    inSessionsRoot(async (root) => {
      const id = buildDamaged(root, row.string('base'), row.value('damage') as readonly Damage[]);
      const judgement = await judge(root, id);
      return [
        ...checkReading(row, judgement),
        ...checkListing(row, judgement),
        ...checkResuming(row, judgement),
        ...checkRecovering(row, judgement),
      ];
    }),
};

/** Some errors are printed bare, as `fx: FileNotFound`. */
const bare = (name: unknown): string | undefined => (typeof name === 'string' ? name.replace(/^fx: /, '') : undefined);

function checkReading(row: Row, { verdict: { readable } }: Judgement): string[] {
  return [
    ...compare('readable', row.integer('fx_exit') === 0, readable.ok),
    ...compare('error on reading', bare(row.value('fx_error')), readable.error),
    ...compare('turns', row.integer('turns'), readable.turns),
  ];
}

function checkListing(row: Row, { verdict, listed, title, historyLen }: Judgement): string[] {
  return [
    ...compare('listed', row.boolean('sessions_listed'), listed),
    ...compare('listed, by the verdict', row.boolean('sessions_listed'), verdict.listed.ok),
    ...compare('list_title', row.value('list_title'), title),
    ...compare('list_history_len', row.integer('list_history_len'), historyLen),
  ];
}

function checkResuming(row: Row, { verdict: { resumable } }: Judgement): string[] {
  const fx = row.value('resume') as { exit: number; error?: string; turns_after?: number } | undefined;
  if (fx === undefined) return [];
  return [
    ...compare('resumable', fx.exit === 0, resumable.ok),
    ...compare('error on resuming', bare(fx.error), resumable.error),
    // A successful resume added one turn.
    ...(fx.exit === 0 ? compare('turns on resuming', fx.turns_after, (resumable.turns ?? Number.NaN) + 1) : []),
  ];
}

function checkRecovering(row: Row, { verdict: { recoverable } }: Judgement): string[] {
  const fx = row.value('recover') as { exit: number; error?: string; turns?: number } | undefined;
  if (fx === undefined) return [];
  return [
    ...compare('recoverable', fx.exit === 0, recoverable.ok),
    ...compare('error on recovering', bare(fx.error), recoverable.error),
    ...(fx.turns === undefined ? [] : compare('turns recovered', fx.turns, recoverable.turns)),
  ];
}
