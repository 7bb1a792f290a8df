/**
 * How much the tests try. `npm test` runs every law and every fuzz test at a size for every day, `npm run test:full` and CI at its full size:
 * `FXLOG_RUNS=full`.
 */
const lane = process.env.FXLOG_RUNS ?? 'quick';
if (lane !== 'quick' && lane !== 'full') throw new Error(`FXLOG_RUNS is "quick" or "full", not "${lane}".`);

export const isFull = lane === 'full';

const QUICK_SHARE = 20;
/** Fewer runs of a law than this find next to nothing. */
const FEWEST_RUNS = 25;

/** How often something is to be tried that a full run tries `full` times. */
export function runs(full: number, fewest = FEWEST_RUNS): number {
  return isFull ? full : Math.min(full, Math.max(fewest, Math.round(full / QUICK_SHARE)));
}

/** Those of many cases that are tried: all of them in a full run, else the first, the last, and some that are evenly spread between. */
export function sample<T>(cases: readonly T[], fewest = FEWEST_RUNS): readonly T[] {
  const count = runs(cases.length, fewest);
  const step = (cases.length - 1) / (count - 1);
  return count >= cases.length ? cases : Array.from({ length: count }, (_, i) => cases[Math.round(i * step)] as T);
}
