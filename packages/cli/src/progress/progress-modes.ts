/** How progress is shown: drawn on a terminal, as plain lines, as JSON lines, or not at all. All of it on stderr. */
export type ProgressMode = 'terminal' | 'plain' | 'json' | 'none';

/** Modes that can be asked for by name; `auto` is a terminal where there is one, else plain lines. */
export const PROGRESS_MODES = ['auto', 'plain', 'json', 'none'] as const;
