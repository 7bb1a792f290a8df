import { type CommandDefiner, EXIT_CODES, rootOption } from './definer.js';

/** `fxlog repair`. */
export function defineRepair({ context, define, done }: CommandDefiner): void {
  define(
    'repair INPUT',
    'salvage a damaged session into a new one',
    'Writes a new session that fx lists, opens and resumes, from all that can be salvaged of a damaged one. Every byte that is not carried over lies in its quarantine/, with an index. Without -o or --in-place it says what it would do.',
    `
INPUT is a session directory, a session id, or a beginning of one that only one session has.

Examples:
  $ fxlog repair 1796034455058                what would be kept, and what is lost
  $ fxlog repair 1796034455058 -o repaired    write it to repaired/<id>
  $ fxlog repair 1796034455058 --in-place     put it where it was; the old one stays beside it
  $ fxlog repair session-dir --json | jq .log.cuts
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('-o, --output <dir>', 'write the repaired session into this directory, under its id')
    .option('--in-place', 'let it take the place of the damaged one, which is kept whole as <id>+damaged')
    .option('--dry-run', 'only say what would be done')
    .option('--seed <text>', 'derive new identifiers from this text, so that the same damage gives the same repair')
    .action(async (input, options) =>
      done(await (await import('../commands/repair.js')).repair(context, [input], options)),
    );
}
