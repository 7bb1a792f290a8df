import type { Command as Commander, Option } from 'commander';
import type { CommandContext } from './command-context.js';
import type { ExitCode } from './exit-code.js';

/** What `program.ts` gives to those who define commands. */
export interface CommandDefiner {
  readonly context: CommandContext;
  /** Usage, summary, description, examples. */
  readonly define: (usage: string, summary: string, description: string, examples: string) => Commander;
  readonly rootOption: () => Option;
  readonly done: (code: ExitCode) => void;
  readonly exitCodes: string;
}

const SESSION_HELP = `
SESSION is a session id, a beginning of one that only one session has, or a session directory.
`;

/** The commands that change, copy or remove sessions, and the one that shows how they belong together. */
export function defineChangeCommands({ context, define, rootOption, done, exitCodes }: CommandDefiner): void {
  define(
    'rewrite SESSION',
    'compact a log, drop old checkpoints, or move a session to another workspace',
    "Writes the log of a session anew from its events, with a new generation. Without -o it takes the place of the old log by\nfx's own protocol, under fx's locks, and a copy of the session as it was goes to the trash beside the root.",
    `${SESSION_HELP}
Examples:
  $ fxlog rewrite 1796034455058 --compact             one event and the state, as fx compacts
  $ fxlog rewrite 1796034455058 --drop-checkpoints -o smaller
  $ fxlog rewrite 1796034455058 --rebind ~/new/place  fx lists it there from now on
${exitCodes}`,
  )
    .addOption(rootOption())
    .option('--compact', 'keep the state, not the events that led to it')
    .option('--drop-checkpoints', 'leave out recovery checkpoints that later events supersede')
    .option('--rebind <path>', 'move the session to this workspace')
    .option('-o, --output <dir>', 'leave the session alone, and put the rewritten one into this folder, under its id')
    .option('--seed <text>', 'derive new identifiers from this text, so that the same input gives the same bytes')
    .action(async (input, options) =>
      done(await (await import('./commands/rewrite.js')).rewrite(context, [input], options)),
    );

  define(
    'copy SESSION DEST',
    'copy a session so that fx lists and resumes it there',
    'Copies a session into another profile or sessions root (then fx lists it there) or into any other folder, under its id. Locks, caches and bytes that were never committed stay behind. The source is only read, and may be in use.',
    `${SESSION_HELP}
Examples:
  $ fxlog copy 1796034455058 /backup/.fx
  $ fxlog copy 1796034455058 ./attachments     for a bug report: everything that belongs to it
${exitCodes}`,
  )
    .addOption(rootOption())
    .action(async (session, destination, options) =>
      done(await (await import('./commands/copy.js')).copy(context, [session, destination], options)),
    );

  define(
    'tree',
    'show sessions with their child sessions',
    'Lists sessions with the child sessions that they started beneath them.',
    `
Examples:
  $ fxlog tree
  $ fxlog tree --root ~/backup/.fx --json | jq '.sessions[] | select(.depth > 0)'
`,
  )
    .addOption(rootOption())
    .action(async (options) => done(await (await import('./commands/tree.js')).tree(context, [], options)));

  define(
    'rm SESSION...',
    'move sessions to the trash',
    'Moves sessions out of their root into fxlog+trash beside it; moving them back brings them back. Refuses a session that fx has open or that is in the midst of a commit, and anything that is not a real directory directly below a root.',
    `${SESSION_HELP}
Examples:
  $ fxlog rm 1796034455058
  $ mv ~/.fx/fxlog+trash/1796034455058-… ~/.fx/sessions/    brings it back
${exitCodes}`,
  )
    .addOption(rootOption())
    .action(async (sessions, options) =>
      done(await (await import('./commands/rm.js')).rm(context, [sessions], options)),
    );
}
