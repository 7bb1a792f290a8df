import type { Row } from './row.js';

/** One corpus: a file of cases, one JSON object a line, and how a case is tried. */
export interface Corpus {
  /** Name in the report; the cases are in `<name>.jsonl`. */
  readonly name: string;
  /**
   * Tries one case.
   *
   * @returns what differs from what fx said, a sentence each; nothing when all agrees.
   * @throws MalformedRowError when the case itself cannot be understood.
   */
  check(row: Row): string[] | Promise<string[]>;
}
