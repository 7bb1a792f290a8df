import type { Readable, Writable } from 'node:stream';
import { CommanderError } from 'commander';
import { ExitCode, isCommandError, OutputClosed } from './exit-code.js';
import type { Interrupt } from './output/interrupt.js';
import { Output } from './output/output.js';
import { reasonOf } from './output/system-error.js';
import { detectTerminal, type TerminalCapabilities } from './output/terminal-capabilities.js';
import { buildProgram } from './program.js';

/** The world as the command line sees it; `main.ts` passes the real one, tests their own. */
export interface Surroundings {
  readonly stdin: () => Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly now: () => number;
  readonly interrupt: Interrupt;
  /** Overrides what the streams say about themselves. */
  readonly terminal?: TerminalCapabilities;
}

/**
 * Runs one command line and returns the exit code. Prints every failure itself; never throws, never ends the process.
 * @param argv the arguments after the program's name
 */
export async function runCommandLine(argv: readonly string[], world: Surroundings): Promise<ExitCode> {
  const wantsColor = !argv.includes('--no-color');
  const terminal = world.terminal ?? detectTerminal(world.stdout, world.stderr, world.env, wantsColor);
  const output = new Output(
    world.stdout,
    world.stderr,
    wantsColor ? terminal : { ...terminal, color: false, stderrColor: false },
  );
  try {
    let exitCode: ExitCode = ExitCode.ok;
    const program = buildProgram({ ...world, output }, (code) => {
      exitCode = code;
    });
    await program.parseAsync(protectRangesOfStdin(argv), { from: 'user' });
    await output.flush();
    return world.interrupt.signal.aborted ? ExitCode.interrupted : exitCode;
  } catch (error) {
    output.release();
    return explain(error, output, world.interrupt.signal);
  }
}

/** `-#7` is a range of standard input, but looks like an option: it goes behind a `--`. */
function protectRangesOfStdin(argv: readonly string[]): string[] {
  const isRange = (argument: string) => argument.startsWith('-#');
  if (argv.includes('--') || !argv.some(isRange)) return [...argv];
  return [...argv.filter((argument) => !isRange(argument)), '--', ...argv.filter(isRange)];
}

function explain(error: unknown, output: Output, signal: AbortSignal): ExitCode {
  if (error instanceof OutputClosed) return ExitCode.ok;
  if (signal.aborted) return ExitCode.interrupted;
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  if (isCommandError(error)) {
    output.failure(error);
    return error.exitCode;
  }
  output.problem(reasonOf(error));
  return ExitCode.io;
}
