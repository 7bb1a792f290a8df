import { distance } from 'fastest-levenshtein';

/** "Did you mean …?" for a mistyped name, or undefined when nothing is near. */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(typed.slice(0, MAX_NAME), name);
    if (edits < bestDistance) {
      best = name;
      bestDistance = edits;
    }
  }
  return best === undefined ? undefined : `Did you mean ${best}?`;
}

/** What is typed is not bounded by anyone else. */
const MAX_NAME = 128;
