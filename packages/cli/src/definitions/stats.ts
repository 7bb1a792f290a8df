import { InvalidArgumentError } from 'commander';
import { addBatchOptions } from '../batch/batch-options.js';
import { addZoneOptions } from '../batch/time-zone.js';
import { type CommandDefiner, EXIT_CODES, rootOption, SESSIONS_HELP } from './definer.js';

/** `fxlog stats`. */
export function defineStats({ context, define, done }: CommandDefiner): void {
  const stats = define(
    'stats [INPUT...]',
    'sessions, turns, tools, tokens and cost in numbers',
    'Adds sessions up: turns, interruptions, tools with their success rate and output sizes, tokens and cost by model, day and workspace, the biggest sessions and outputs, languages. Running totals are not summed, children count once, and what fx did not record is unknown, not zero. Damaged sessions count as far as they can be read, and are named.',
    `${SESSIONS_HELP}
Examples:
  $ fxlog stats
  $ fxlog stats backup.tar.zst --html stats.html       a page to look at
  $ fxlog stats --json | jq '.models[] | {model, cost}'
  $ fxlog stats 'archive/*.tar.gz' --csv > stats.csv
  $ fxlog stats --timezone America/New_York           days begin at midnight there
${EXIT_CODES}Damaged sessions alone leave it at 0; it is 1 when nothing of any session could be read.
`,
  )
    .addOption(rootOption())
    .option('--csv', 'print CSV: a row for the whole, and for each model, day, workspace, tool and language')
    .option('--html <file>', 'write one page with charts', file)
    .action(async (inputs, options) =>
      done(await (await import('../commands/stats.js')).stats(context, [inputs], options)),
    );
  addBatchOptions(stats);
  addZoneOptions(stats);
}

/** Commander takes whatever follows for the value, also an option that was meant to come next. */
function file(text: string): string {
  if (text.startsWith('-')) throw new InvalidArgumentError('Name a file; ./ before a name that begins with a dash.');
  return text;
}
