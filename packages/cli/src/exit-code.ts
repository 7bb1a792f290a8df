/** What the process says to a script. When several inputs are judged, the highest code wins. */
export const ExitCode = {
  /** All good. */
  ok: 0,
  /** The data has findings of severity error. */
  badData: 1,
  /** The command line itself is wrong: unknown option, missing argument, bad range. */
  usage: 2,
  /** Something could not be read or written. */
  io: 3,
  /** Ended by Ctrl-C, as a shell expects it (128 + SIGINT). */
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Marks the class: commands are bundled apart from what starts them, each with a copy of this module, so `instanceof` fails between them. */
const COMMAND_ERROR = Symbol.for('fxlog.CommandError');

/** A failure with a message meant for a person: printed on stderr as `fxlog: message`, never with a stack. */
export class CommandError extends Error {
  /** What to do next, printed on a line of its own. */
  readonly hint: string | undefined;

  readonly [COMMAND_ERROR] = true;

  constructor(
    readonly exitCode: ExitCode,
    message: string,
    hint?: string,
  ) {
    super(message);
    this.name = 'CommandError';
    this.hint = hint;
  }
}

/** Whether an error is a {@link CommandError} of any copy of this module. */
export function isCommandError(error: unknown): error is CommandError {
  return error instanceof Error && COMMAND_ERROR in error;
}

/** The person asked for something that the command line does not offer. */
export class UsageError extends CommandError {
  constructor(message: string, hint?: string) {
    super(ExitCode.usage, message, hint);
    this.name = 'UsageError';
  }
}

/** Something that was asked for cannot be read: missing, no permission, not a file, an I/O error. */
export class UnreadableError extends CommandError {
  constructor(
    /** The path or name as the person gave it. */
    readonly input: string,
    /** Why, as a short phrase: "no such file or directory". */
    readonly reason: string,
    hint?: string,
  ) {
    super(ExitCode.io, `${input}: ${reason}`, hint);
    this.name = 'UnreadableError';
  }
}

/** The reader of our output went away (`fxlog events … | head`). Ends the command without a word. */
export class OutputClosed extends Error {
  constructor() {
    super('the output was closed');
    this.name = 'OutputClosed';
  }
}
