import { Option } from 'commander';
import { type CommandDefiner, EXIT_CODES, rootOption, TRANSCRIPT_HELP } from './definer.js';

/** `fxlog fixture`. */
export function defineFixture({ context, define, done }: CommandDefiner): void {
  define(
    'fixture INPUT',
    'copy a session without a word of it, for a bug report',
    'Copies a session and replaces every word by another one of the same length: as many events, turns, calls, lines and characters, valid for fx, and nothing of what was said. Kept are the names of tools that come with the programs, models, languages, times, costs and small numbers. Images become one pixel.',
    `${TRANSCRIPT_HELP}
Examples:
  $ fxlog fixture 1796034455058 -o fixture
  $ fxlog fixture session.jsonl -o fixture --seed a     the same words every time
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .requiredOption('-o, --output <dir>', 'folder for the copy; a session of fx gets a directory in it')
    .option('--from <codec>', 'the format of INPUT (default: what it looks like)')
    .addOption(new Option('--seed <text>', 'the same text gives the same words (default: a random one)'))
    .action(async (input, options) =>
      done(await (await import('../commands/fixture.js')).fixture(context, [input], options)),
    );
}
