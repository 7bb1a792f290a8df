/** Which parts of a conversation are searched. */
export const SEARCH_KINDS = ['user', 'assistant', 'call', 'output', 'path'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What is searched for, and where. Plain data: it goes to workers. */
export interface SearchOptions {
  readonly pattern: string;
  /**
   * `text`: the pattern as it stands. `regex`: in the syntax of RE2, which takes time in proportion to the text whatever the pattern. `fuzzy`: the
   * pattern with at most a quarter of its characters wrong, missing or too many; case never counts.
   */
  readonly mode: 'text' | 'regex' | 'fuzzy';
  readonly ignoreCase: boolean;
  readonly kinds: readonly SearchKind[];
  /** Lines before and after. */
  readonly context: number;
}

/** One line in which something was found. */
export interface SearchHit {
  readonly kind: SearchKind;
  /** Number of the turn, from 1, as `fxlog show` counts. */
  readonly turn: number;
  /** When the turn was committed, in milliseconds since 1970, UTC; null where the log does not say. */
  readonly timeMs: number | bigint | null;
  /** Whether the turn was still running. */
  readonly isRunning: boolean;
  /** Number of the step, from 1; null for what belongs to no step. */
  readonly step: number | null;
  /** The tool, for calls and outputs. */
  readonly tool: string | null;
  /** The frame that holds it: its seq, first byte and length in the log. */
  readonly source: { readonly seq: number | bigint; readonly offset: number; readonly length: number };
  /** Line of the text, from 1. */
  readonly line: number;
  /** The line; of a long one, the part around the first match. */
  readonly text: string;
  readonly isClipped: boolean;
  /** Where the matches are in `text`, in UTF-16 units. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What comes out of `searchTask`. */
export type SearchRow =
  /** Comes before the first hit of a session. */
  | { readonly type: 'session'; readonly title: string | null }
  | { readonly type: 'hit'; readonly hit: SearchHit }
  /** So many more hits were found than are reported of one session. */
  | { readonly type: 'more'; readonly hits: number };
