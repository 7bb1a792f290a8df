import { type CommandDefiner, EXIT_CODES, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog rm`. */
export function defineRm({ context, define, done }: CommandDefiner): void {
  define(
    'rm SESSION...',
    'move sessions to the trash',
    'Moves sessions of any format out of their root into fxlog+trash beside it (those of the store v2/ into fxlog+trash/v2); moving them back brings them back. Refuses a session that fx has open or that is in the midst of a commit, and anything that is not a real directory directly below a root or its store v2/.',
    `${SESSION_HELP}
Examples:
  $ fxlog rm 1796034455058
  $ mv ~/.fx/fxlog+trash/1796034455058-… ~/.fx/sessions/    brings it back
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .action(async (sessions, options) =>
      done(await (await import('../commands/rm.js')).rm(context, [sessions], options)),
    );
}
