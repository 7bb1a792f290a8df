import type { Row } from './row.js';

/** What came of trying a case: a value, or the name of the error that fx has for it. */
export type Outcome<T> = { readonly accepted: T } | { readonly rejected: string; readonly error: object };

/** Tries a case. An error that is not a verdict about the input is a bug and counts as a disagreement of its own. */
export async function attempt<T>(action: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { accepted: await action() };
  } catch (error) {
    if (error instanceof Error && 'fxError' in error && typeof error.fxError === 'string') {
      return { rejected: error.fxError, error };
    }
    return { rejected: `the program error ${String(error)}`, error: Object(error) };
  }
}

/** Compares a rejection with the `error` of the case. */
export function checkRejection(row: Row, outcome: Outcome<unknown>): string[] {
  const expected = row.string('error');
  if ('accepted' in outcome) return [`accepted, fx rejects it with ${expected}`];
  return compare('error', expected, outcome.rejected);
}

/** A sentence when two values differ; integers agree whether they are number or bigint. */
export function compare(what: string, expected: unknown, found: unknown): string[] {
  const [wanted, got] = [String(expected ?? 'none'), String(found ?? 'none')];
  return wanted === got ? [] : [`${what}: fx says ${wanted}, we say ${got}`];
}

/** A sentence that shows the first place where two byte strings differ. */
export function compareBytes(what: string, expected: Uint8Array, found: Uint8Array): string[] {
  const [wanted, got] = [Buffer.from(expected), Buffer.from(found)];
  if (wanted.equals(got)) return [];
  let at = 0;
  while (at < wanted.length && wanted[at] === got[at]) at += 1;
  const excerpt = (bytes: Buffer) => JSON.stringify(bytes.subarray(Math.max(0, at - 20), at + 40).toString());
  return [`${what}: differs from byte ${at} on; fx writes ${excerpt(wanted)}, we write ${excerpt(got)}`];
}
