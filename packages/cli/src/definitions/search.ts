import { InvalidArgumentError } from 'commander';
import { addBatchOptions } from '../batch/batch-options.js';
import { type CommandDefiner, EXIT_CODES, rootOption, SESSIONS_HELP } from './definer.js';

/** `fxlog search`. */
export function defineSearch({ context, define, done }: CommandDefiner): void {
  const search = define(
    'search PATTERN [INPUT...]',
    'find what was said, called or returned',
    'Searches the history of sessions. Each hit names the session, the turn and the byte of the frame that holds it, and the command that shows it. Outputs are searched as the log has them; whole outputs in side files are not.',
    `${SESSIONS_HELP}
Examples:
  $ fxlog search 'crate' -i
  $ fxlog search --regex 'ENOENT|EACCES' --in output -C 2 backup.tar.zst
  $ fxlog search --fuzzy 'tide tabel'                  one letter in four may be wrong
  $ fxlog search src/basket.ts --in path,call --json | jq -r 'select(.show).show'
${EXIT_CODES}Finding nothing is not an error.
`,
  )
    .addOption(rootOption())
    .option('-i, --ignore-case', 'take upper and lower case for the same')
    .option('--regex', 'PATTERN is a regular expression (RE2: no back references, and no pattern takes forever)')
    .option('--fuzzy', 'also find what is nearly PATTERN')
    .option('--in <kinds>', 'search only these, with commas between: user, assistant, call, output, path')
    .option('-C, --context <n>', 'show so many lines before and after', lines)
    .action(async (pattern, inputs, options) =>
      done(await (await import('../commands/search.js')).search(context, [pattern, inputs], options)),
    );
  addBatchOptions(search);
}

function lines(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 0 to 999.');
  return Number(text);
}
