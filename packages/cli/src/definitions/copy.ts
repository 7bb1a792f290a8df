import { type CommandDefiner, EXIT_CODES, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog copy`. */
export function defineCopy({ context, define, done }: CommandDefiner): void {
  define(
    'copy SESSION DEST',
    'copy a session so that fx lists and resumes it there',
    'Copies a session into another profile or sessions root (then fx lists it there) or into any other folder, under its id. Locks, caches and bytes that were never committed stay behind. The source is only read, and may be in use.',
    `${SESSION_HELP}
Examples:
  $ fxlog copy 1796034455058 /backup/.fx
  $ fxlog copy 1796034455058 ./attachments     for a bug report: everything that belongs to it
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .action(async (session, destination, options) =>
      done(await (await import('../commands/copy.js')).copy(context, [session, destination], options)),
    );
}
