import { UsageError } from '../exit-code.js';

/** Which turns of a conversation are meant. Turns are numbered from 1, as `show` prints them. */
export type TurnRange =
  | { kind: 'all' }
  /** `#7`, `#5-12`; both ends belong to it. */
  | { kind: 'span'; first: number; last: number }
  /** `#-10`: the last ten. */
  | { kind: 'last'; count: number };

const RANGE = /^(?:(\d{1,15})(?:-(\d{1,15}))?|-(\d{1,15}))$/;

/**
 * Reads the part after `#`: `7`, `5-12` or `-10`.
 * @throws UsageError when it is none of these, counts from 0 or runs backwards
 */
export function parseTurnRange(text: string): TurnRange {
  const match = RANGE.exec(text);
  if (match === null) {
    throw new UsageError(`"#${text}" is not a range of turns`, 'Ranges look like #7, #5-12 or #-10 (the last ten).');
  }
  const [, first, last, tail] = match;
  if (tail !== undefined) return { kind: 'last', count: positive(tail, text) };
  const from = positive(first ?? '', text);
  const to = last === undefined ? from : positive(last, text);
  if (to < from) throw new UsageError(`the range "#${text}" runs backwards`, `Did you mean #${to}-${from}?`);
  return { kind: 'span', first: from, last: to };
}

function positive(digits: string, text: string): number {
  const value = Number(digits);
  if (value === 0) throw new UsageError(`"#${text}": turns are numbered from 1`);
  return value;
}

/** Splits `INPUT#RANGE`. Only a suffix that looks like a range counts, so that a path may contain `#`. */
export function splitTurnRange(argument: string): { input: string; range: TurnRange } {
  const hash = argument.lastIndexOf('#');
  if (hash < 0) return { input: argument, range: { kind: 'all' } };
  const suffix = argument.slice(hash + 1);
  if (!/^[-\d]*$/.test(suffix)) return { input: argument, range: { kind: 'all' } };
  return { input: argument.slice(0, hash), range: parseTurnRange(suffix) };
}

/** The first and last turn number (from 1) that a range selects out of `total`; null when it selects none. */
export function resolveTurnRange(range: TurnRange, total: number): { first: number; last: number } | null {
  if (total === 0) return null;
  if (range.kind === 'all') return { first: 1, last: total };
  if (range.kind === 'last') return { first: Math.max(1, total - range.count + 1), last: total };
  return range.first > total ? null : { first: range.first, last: Math.min(range.last, total) };
}
