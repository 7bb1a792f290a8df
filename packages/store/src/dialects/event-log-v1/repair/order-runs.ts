import { lastSeqOf, type Run } from './survey-log.js';

/** Part of a run: its events from index `from` up to, not including, `to`. */
export interface Segment {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
}

/** A part of a run that does not become part of the log, and why. */
export interface Rejected extends Segment {
  readonly why: 'duplicate' | 'conflict' | 'out-of-order';
}

/** Compares two events byte for byte. */
export type SameFrame = (left: Run, leftIndex: number, right: Run, rightIndex: number) => boolean;

function firstOf({ run, from }: Segment): number {
  return run.firstSeq + from;
}

function lastOf({ run, to }: Segment): number {
  return run.firstSeq + to - 1;
}

/**
 * Puts runs of one generation, given in file order, into the order of their numbers. The backbone is the series of runs, in file order and
 * with rising numbers, that has the most events. What remains, by its numbers, is added where it is a repetition with something new behind it, or where it
 * fits a gap (lines that changed places); the rest is turned away: repetitions, other versions of numbers that are taken, strays.
 */
export function orderRuns(
  runs: readonly Run[],
  isSame: SameFrame,
  start: Run | null = null,
): { segments: Segment[]; rejected: Rejected[] } {
  const numbered = withPlainNumbers(runs, start);
  const chain = heaviestChain(numbered);
  const segments: Segment[] = numbered
    .filter((run) => chain.has(run))
    .map((run) => ({ run, from: 0, to: run.offsets.length }));
  const rejected: Rejected[] = [];
  // By their numbers, so that of lines that changed places each finds the one before it in its place already.
  const strays = numbered.filter((run) => !chain.has(run)).sort((a, b) => a.firstSeq - b.firstSeq);
  for (const run of strays) place(run, segments, rejected, isSame);
  return { segments, rejected };
}

/**
 * A single event between two neighbours that have the numbers around a missing one is that one, unless the number that it states is missing elsewhere,
 * too: then that is its place.
 */
function withPlainNumbers(runs: readonly Run[], start: Run | null): readonly Run[] {
  const taken = new TakenNumbers(runs);
  return runs.map((run, index) => {
    const before = [runs[index - 1], start].find((other) => other?.end === run.offsets[0]);
    const after = runs[index + 1];
    if (before === undefined || before === null || run.offsets.length > 1 || run.end !== after?.offsets[0]) return run;
    const seq = lastSeqOf(before) + 1;
    if (run.firstSeq === seq || after.firstSeq !== seq + 1 || taken.count(seq) > 0) return run;
    const hasOtherPlace = run.firstSeq >= 2 && run.firstSeq < taken.greatest && taken.count(run.firstSeq) === 1;
    return hasOtherPlace ? run : { ...run, firstSeq: seq, statedSeq: run.firstSeq };
  });
}

/** How many events of a log state a number. */
class TakenNumbers {
  readonly #firsts: readonly number[];
  readonly #lasts: readonly number[];
  /** The greatest number that a run of several events, which vouch for each other, has. */
  readonly greatest: number;

  constructor(runs: readonly Run[]) {
    this.#firsts = runs.map(({ firstSeq }) => firstSeq).sort((a, b) => a - b);
    this.#lasts = runs.map(lastSeqOf).sort((a, b) => a - b);
    this.greatest = runs.reduce((most, run) => (run.offsets.length > 1 ? Math.max(most, lastSeqOf(run)) : most), 0);
  }

  count(seq: number): number {
    return countBelow(this.#firsts, seq + 1) - countBelow(this.#lasts, seq);
  }
}

/** How many of the sorted numbers are smaller. */
function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function place(run: Run, segments: Segment[], rejected: Rejected[], isSame: SameFrame): void {
  const whole: Segment = { run, from: 0, to: run.offsets.length };
  // The first segment that does not end before the run begins
  const at = lowerBound(segments, run.firstSeq);
  const fresh: Segment[] = [];
  const repeated: Segment[] = [];
  let index = 0;
  for (let next = at; index < whole.to; next++) {
    const other = segments[next];
    const gapEnd = other === undefined ? whole.to : Math.min(whole.to, firstOf(other) - run.firstSeq);
    if (gapEnd > index) fresh.push({ run, from: index, to: gapEnd });
    if (other === undefined || gapEnd >= whole.to) break;
    index = Math.max(index, gapEnd);
    const overlapEnd = Math.min(whole.to, lastOf(other) - run.firstSeq + 1);
    for (let own = index; own < overlapEnd; own++) {
      if (isSame(run, own, other.run, run.firstSeq + own - other.run.firstSeq)) continue;
      rejected.push({ ...whole, why: 'conflict' });
      return;
    }
    repeated.push({ run, from: index, to: overlapEnd });
    index = overlapEnd;
  }
  if (repeated.length === 0 && !fits(whole, segments, at)) {
    rejected.push({ ...whole, why: 'out-of-order' });
    return;
  }
  for (const segment of repeated) rejected.push({ ...segment, why: 'duplicate' });
  for (const segment of fresh) segments.splice(lowerBound(segments, firstOf(segment)), 0, segment);
}

/** Whether a run that overlaps nothing lies between two neighbours, or right behind the last one. Number 1 is the session's start. */
function fits(segment: Segment, segments: readonly Segment[], at: number): boolean {
  if (firstOf(segment) < 2) return false;
  if (segments[at] !== undefined) return true;
  const last = segments.at(-1);
  return last === undefined || lastOf(last) + 1 === firstOf(segment);
}

function lowerBound(segments: readonly Segment[], seq: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lastOf(segments[middle] as Segment) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The series of runs with rising, disjoint numbers that has the most events; O(n log n). */
function heaviestChain(runs: readonly Run[]): ReadonlySet<Run> {
  const ends = [...new Set(runs.map(lastSeqOf))].sort((a, b) => a - b);
  const rankBelow = (seq: number): number => countBelow(ends, seq);
  // A Fenwick tree of the best chain that ends at or below a rank
  const best: { weight: number; run: number }[] = Array.from({ length: ends.length + 1 }, () => ({
    weight: 0,
    run: -1,
  }));
  const before: number[] = [];
  let winner = { weight: 0, run: -1 };
  for (const [index, run] of runs.entries()) {
    let prior = { weight: 0, run: -1 };
    for (let at = rankBelow(run.firstSeq); at > 0; at -= at & -at) {
      const found = best[at] as { weight: number; run: number };
      if (found.weight > prior.weight) prior = found;
    }
    before.push(prior.run);
    const own = { weight: prior.weight + run.offsets.length, run: index };
    if (own.weight > winner.weight) winner = own;
    for (let at = rankBelow(lastSeqOf(run)) + 1; at <= ends.length; at += at & -at) {
      if (own.weight > (best[at] as { weight: number }).weight) best[at] = own;
    }
  }
  const chain = new Set<Run>();
  for (let at = winner.run; at >= 0; at = before[at] as number) chain.add(runs[at] as Run);
  return chain;
}
