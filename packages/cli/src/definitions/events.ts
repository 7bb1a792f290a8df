import { type CommandDefiner, collect, DAMAGE_HELP, LOG_HELP, rootOption } from './definer.js';

/** `fxlog events`. */
export function defineEvents({ context, define, done }: CommandDefiner): void {
  define(
    'events INPUT',
    'print one JSON object per event',
    'Prints events as JSON Lines in the order of the file: offset, length and line in the file, then the event as fx understands it. 64-bit numbers are printed with all their digits.',
    `${LOG_HELP}
Examples:
  $ fxlog events 1796034455058
  $ fxlog events events.jsonl --kind history_turn_committed
  $ fxlog events events.jsonl --seq 5-9
${DAMAGE_HELP}`,
  )
    .addOption(rootOption())
    .option('--kind <kind>', 'only events of this kind (may be repeated)', collect)
    .option('--seq <range>', 'only events with this seq: 7, or 5-9')
    .action(async (input, options) =>
      done(await (await import('../commands/events.js')).events(context, [input], options)),
    );
}
