import { type CommandDefiner, EXIT_CODES, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog rewrite`. */
export function defineRewrite({ context, define, done }: CommandDefiner): void {
  define(
    'rewrite SESSION',
    'compact a log, drop old checkpoints, or move a session to another workspace',
    "Writes the log of a session anew from its events, with a new generation. Without -o it takes the place of the old log by fx's own protocol, under fx's locks, and a copy of the session as it was goes to the trash beside the root. Sessions of the newer formats have no events to compact and no recovery checkpoints in their logs; --rebind moves them as fx does: a conversation log by its manifest, a session of the store v2/ by one more line.",
    `${SESSION_HELP}
Examples:
  $ fxlog rewrite 1796034455058 --compact             one event and the state, as fx compacts
  $ fxlog rewrite 1796034455058 --drop-checkpoints -o smaller
  $ fxlog rewrite 1796034455058 --rebind ~/new/place  fx lists it there from now on
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('--compact', 'keep the state, not the events that led to it')
    .option('--drop-checkpoints', 'leave out recovery checkpoints that later events supersede')
    .option('--rebind <path>', 'move the session to this workspace')
    .option('-o, --output <dir>', 'leave the session alone, and put the rewritten one into this folder, under its id')
    .option('--seed <text>', 'derive new identifiers from this text, so that the same input gives the same bytes')
    .action(async (input, options) =>
      done(await (await import('../commands/rewrite.js')).rewrite(context, [input], options)),
    );
}
