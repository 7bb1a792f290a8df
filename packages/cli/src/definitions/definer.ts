import { type Command, InvalidArgumentError, Option } from 'commander';
import { MANY_INPUTS_HELP } from '../batch/batch-options.js';
import type { CommandContext } from '../command-context.js';
import type { ExitCode } from '../exit-code.js';

/** What a command is defined with. Only names and options are loaded for it; the code of a command is imported when it runs. */
export interface CommandDefiner {
  readonly context: CommandContext;
  /** Usage, summary, description, examples. */
  readonly define: (usage: string, summary: string, description: string, examples: string) => Command;
  /** Receives the exit code of the command that ran. */
  readonly done: (code: ExitCode) => void;
}

export const EXIT_CODES = `
Exit codes:
  0  all good
  1  the data has errors
  2  wrong usage
  3  something could not be read or written
`;

/** What the commands that read one log say of it. */
export const LOG_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory        judged as fx reads it: up to the committed length
  an events.jsonl            judged alone, to its last byte
  -                          standard input
Ids are looked up in --root DIR (a sessions root, or a profile such as ~/.fx), else in
$FX_HOME/sessions where that variable is set, else in ~/.fx/sessions.
`;

/** What the commands that print one log say of damage. */
export const DAMAGE_HELP = `
All that can be read of a log is printed. What cannot be read is said on stderr, and the exit code is 1;
what only a later fx reads is a warning.
`;

/** What the commands that look at many sessions say of them. */
export const SESSIONS_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory, or an events.jsonl
${MANY_INPUTS_HELP}Without INPUT it is every session in --root DIR, else in $FX_HOME/sessions, else in ~/.fx/sessions.
`;

/** What the commands that convert say of their input. */
export const TRANSCRIPT_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory, or an events.jsonl
  a transcript of another program: a session of Claude Code, a rollout of Codex, a session of Pi, Common JSON …
  -                          standard input
`;

/** The same for those that convert many. */
export const TRANSCRIPTS_HELP = `or of many sessions, which go into a folder of their own, -o DIR, new or empty:
  several of these               each gets a name taken from its input
${MANY_INPUTS_HELP}`;

/** What the commands that change a session say of it. */
export const SESSION_HELP = `
SESSION is a session id, a beginning of one that only one session has, or a session directory.
`;

export function rootOption(): Option {
  return new Option('--root <dir>', 'where sessions are looked up: a sessions root, or a profile that contains one');
}

export function codecModuleOption(): Option {
  return new Option(
    '--codec-module <file>',
    'a module with a codec of your own, which runs as part of fxlog (may be repeated)',
  ).argParser(collect);
}

export function positiveInteger(text: string): number {
  const value = nonNegativeInteger(text);
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.');
  return value;
}

export function nonNegativeInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
