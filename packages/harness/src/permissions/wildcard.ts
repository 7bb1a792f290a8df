const STAR = 0x2a;
const QUESTION = 0x3f;
const QUOTE = 0x27;

/** Steps that the comparisons of one decision may take together; fx has no such limit, and a rule made for it would hold it up for minutes. */
const MAX_STEPS = 200_000_000;

/** Thrown where the rules of a profile are made so that deciding about a call would take minutes. */
export class PatternTooCostly extends Error {
  override name = 'PatternTooCostly';

  constructor() {
    super('The patterns of these rules take too long to compare with this call.');
  }
}

/** Counts what comparisons cost, so that hostile rules end in a finding and not in a hang. */
export class MatchBudget {
  #left = MAX_STEPS;

  /** @throws PatternTooCostly when it is used up. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PatternTooCostly();
  }
}

/**
 * Whether the whole target matches a pattern as fx compares them, byte by byte (profile-and-tools §4.4): `*` is any run of bytes, `/` among them, `?` exactly
 * one byte. A star of the pattern that meets a star of the target is a literal there, and no longer a star.
 *
 * @throws PatternTooCostly
 */
export function wildcardMatches(pattern: Uint8Array, target: Uint8Array, budget: MatchBudget): boolean {
  let i = 0;
  let star = -1;
  let starAt = 0;
  for (let j = 0; j < target.length; ) {
    budget.spend(1);
    if (i < pattern.length && (pattern[i] === QUESTION || pattern[i] === target[j])) {
      i++;
      j++;
    } else if (pattern[i] === STAR) {
      star = i++;
      starAt = j;
    } else if (star >= 0) {
      i = star + 1;
      j = ++starAt;
    } else return false;
  }
  while (pattern[i] === STAR) i++;
  return i === pattern.length;
}

/**
 * Whether a command matches the pattern of a rule that allows it: a star is always a star, and what stands in single quotes in the pattern stands for itself.
 *
 * @throws PatternTooCostly
 */
export function commandMatches(pattern: Uint8Array, command: Uint8Array, budget: MatchBudget): boolean {
  let i = 0;
  let isQuoted = false;
  let star = -1;
  let starAt = 0;
  for (let j = 0; j < command.length; ) {
    budget.spend(1);
    if (!isQuoted && pattern[i] === STAR) {
      star = i++;
      starAt = j;
    } else if (i < pattern.length && ((!isQuoted && pattern[i] === QUESTION) || pattern[i] === command[j])) {
      if (pattern[i] === QUOTE) isQuoted = !isQuoted;
      i++;
      j++;
    } else if (star >= 0) {
      i = star + 1;
      j = ++starAt;
      isQuoted = false;
    } else return false;
  }
  while (pattern[i] === STAR) i++;
  return i === pattern.length;
}
