import type { Readable, Writable } from 'node:stream';
import type { ExitCode } from './exit-code.js';
import type { Interrupt } from './output/interrupt.js';
import type { Output } from './output/output.js';

/** What surrounds a command: everything it may take from the world, so that tests can stand in for it. */
export interface CommandContext {
  readonly output: Output;
  /** Standard input, which is only opened for those who ask. */
  readonly stdin: () => Readable;
  /** For what redraws itself; everything else goes through {@link output}. */
  readonly stderr: Writable;
  readonly env: NodeJS.ProcessEnv;
  /** Directory that relative paths are taken from. */
  readonly cwd: string;
  /** Milliseconds since the epoch; what "3 min ago" is measured from. */
  readonly now: () => number;
  readonly interrupt: Interrupt;
}

/** Options that every command has. */
export interface SharedOptions {
  readonly json?: boolean;
  /** False with `--no-color`. */
  readonly color?: boolean;
}

/** Options of every command that takes a session id. */
export interface RootOption {
  /** A sessions root, or a profile that contains one. */
  readonly root?: string;
}

/** A command: gets its arguments, prints through the context, and says how it went. */
export type Command<Args extends readonly unknown[], Options> = (
  context: CommandContext,
  args: Args,
  options: Options & SharedOptions,
) => Promise<ExitCode>;
