import type { Writable } from 'node:stream';

/** What the two output streams can show. Injected, so that every terminal behaviour can be tested without a terminal. */
export interface TerminalCapabilities {
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of the terminal on stdout; Infinity where there is none, so that nothing is cut in a pipe or a file. */
  readonly columns: number;
  /** May results be coloured? */
  readonly color: boolean;
  /** May messages on stderr be coloured? */
  readonly stderrColor: boolean;
}

const FALLBACK_COLUMNS = 80;
const MIN_COLUMNS = 40;

/**
 * Looks at the real streams. Colours need a terminal that is not `TERM=dumb`; `NO_COLOR` (any value but the empty one) and
 * `--no-color` switch them off.
 */
export function detectTerminal(
  stdout: Writable & { isTTY?: boolean; columns?: number },
  stderr: Writable & { isTTY?: boolean },
  env: NodeJS.ProcessEnv,
  wantsColor: boolean,
): TerminalCapabilities {
  const stdoutIsTerminal = stdout.isTTY === true;
  const stderrIsTerminal = stderr.isTTY === true;
  const color = wantsColor && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    stdoutIsTerminal,
    stderrIsTerminal,
    columns: stdoutIsTerminal ? Math.max(MIN_COLUMNS, stdout.columns || FALLBACK_COLUMNS) : Number.POSITIVE_INFINITY,
    color: color && stdoutIsTerminal,
    stderrColor: color && stderrIsTerminal,
  };
}
