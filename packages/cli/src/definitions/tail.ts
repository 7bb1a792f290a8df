import { type CommandDefiner, DAMAGE_HELP, LOG_HELP, nonNegativeInteger, rootOption } from './definer.js';

/** `fxlog tail`. */
export function defineTail({ context, define, done }: CommandDefiner): void {
  define(
    'tail INPUT',
    'print the last turns, and follow',
    'Prints the last turns of a conversation. With --follow it stays and prints every turn as fx commits it, and the one that is under way as far as fx has saved it.',
    `${LOG_HELP}
Examples:
  $ fxlog tail 1796034455058 -n 3
  $ fxlog tail -f 1796034455058
${DAMAGE_HELP}`,
  )
    .addOption(rootOption())
    .option('-f, --follow', 'wait for more turns until Ctrl-C')
    .option('-n, --turns <n>', 'how many turns to begin with (default: 3)', nonNegativeInteger)
    .option('--full', 'print long outputs whole')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (input, options) =>
      done(await (await import('../commands/tail.js')).tail(context, [input], options)),
    );
}
