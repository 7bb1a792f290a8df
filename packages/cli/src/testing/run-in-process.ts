import { PassThrough, Readable } from 'node:stream';
import { Interrupt } from '../output/interrupt.js';
import type { TerminalCapabilities } from '../output/terminal-capabilities.js';
import { runCommandLine } from '../run-command-line.js';

/** Neither stream is a terminal. */
export const NO_TERMINAL: TerminalCapabilities = {
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: Number.POSITIVE_INFINITY,
  color: false,
  stderrColor: false,
};

/** A terminal of so many columns. */
export function terminalOf(columns: number, color = false): TerminalCapabilities {
  return { stdoutIsTerminal: true, stderrIsTerminal: true, columns, color, stderrColor: color };
}

export interface InProcessOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly terminal?: TerminalCapabilities;
  readonly interrupt?: Interrupt;
  /** Milliseconds since the epoch; default a fixed moment. */
  readonly now?: number;
  /** Called with all that stdout holds so far whenever it grows. */
  readonly onStdout?: (text: string) => void;
}

/** Runs a command line within this process. */
export async function runInProcess(argv: readonly string[], options: InProcessOptions = {}) {
  const output = { stdout: '', stderr: '' };
  const stdout = new PassThrough().on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
    options.onStdout?.(output.stdout);
  });
  const stderr = new PassThrough().on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const code = await runCommandLine(argv, {
    stdin: () => Readable.from([Buffer.from(options.stdin ?? '')]),
    stdout,
    stderr,
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    now: () => options.now ?? Date.UTC(2026, 11, 1),
    interrupt: options.interrupt ?? new Interrupt(),
    terminal: options.terminal ?? NO_TERMINAL,
  });
  return { code, ...output };
}
