import { InvalidArgumentError, Option } from 'commander';
import { addBatchOptions, MANY_INPUTS_HELP } from './batch/batch-options.js';
import type { CommandDefiner } from './change-commands.js';
import { UsageError } from './exit-code.js';

const INPUT_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory, or an events.jsonl
${MANY_INPUTS_HELP}Without INPUT it is every session in --root DIR, else in $FX_HOME/sessions, else in ~/.fx/sessions.
`;

/** As `TABLE_FORMATS` of `@fxlog/batch`, which is not loaded for the help. */
const TABLES = ['sqlite', 'parquet', 'csv', 'tables-jsonl'];
/** As `export-transcript.ts` has them. */
const TRANSCRIPTS = ['md', 'html', 'jsonl', 'simple'];

/** The commands that look at many sessions at once: numbers, search, tables. */
export function defineAnalysisCommands({ context, define, rootOption, done, exitCodes }: CommandDefiner): void {
  const stats = define(
    'stats [INPUT...]',
    'sessions, turns, tools, tokens and cost in numbers',
    'Adds sessions up: turns, interruptions, tools with their success rate and output sizes, tokens and cost by model, day and workspace, the biggest sessions and outputs, languages. Running totals are not summed, children count once, and what fx did not record is unknown, not zero. Damaged sessions are left out and counted.',
    `${INPUT_HELP}
Examples:
  $ fxlog stats
  $ fxlog stats backup.tar.zst --html stats.html       a page to look at
  $ fxlog stats --json | jq '.models[] | {model, cost}'
  $ fxlog stats 'archive/*.tar.gz' --csv > stats.csv
${exitCodes}Damaged sessions alone leave it at 0; it is 1 when no session could be read.
`,
  )
    .addOption(rootOption())
    .option('--csv', 'print CSV: a row for the whole, and for each model, day, workspace, tool and language')
    .option('--html <file>', 'write one page with charts', file)
    .action(async (inputs, options) =>
      done(await (await import('./commands/stats.js')).stats(context, [inputs], options)),
    );
  addBatchOptions(stats);

  const search = define(
    'search PATTERN [INPUT...]',
    'find what was said, called or returned',
    'Searches the history of sessions. Each hit names the session, the turn and the byte of the frame that holds it, and the command that shows it. Outputs are searched as the log has them; whole outputs in side files are not.',
    `${INPUT_HELP}
Examples:
  $ fxlog search 'crate' -i
  $ fxlog search --regex 'ENOENT|EACCES' --in output -C 2 backup.tar.zst
  $ fxlog search --fuzzy 'tide tabel'                  one letter in four may be wrong
  $ fxlog search src/main.ts --in path,call --json | jq -r .show
${exitCodes}To find nothing is no error.
`,
  )
    .addOption(rootOption())
    .option('-i, --ignore-case', 'take upper and lower case for the same')
    .option('--regex', 'PATTERN is a regular expression (RE2: no back references, and no pattern takes forever)')
    .option('--fuzzy', 'also find what is nearly PATTERN')
    .option('--in <kinds>', 'search only these, with commas between: user, assistant, call, output, path')
    .option('-C, --context <n>', 'show so many lines before and after', lines)
    .action(async (pattern, inputs, options) =>
      done(await (await import('./commands/search.js')).search(context, [pattern, inputs], options)),
    );
  addBatchOptions(search);

  const exporting = define(
    'export [INPUT...]',
    'make one session a page to read, or many sessions tables',
    'Makes a page of one session: Markdown, HTML (one file that needs nothing else), JSON Lines of messages, or the simple document. Or makes tables of many: sessions, turns, messages, tool_calls, usage, findings (docs/tables.md). Exporting sessions to tables again replaces their rows and leaves those of others alone.',
    `${INPUT_HELP}For md, html, jsonl and simple INPUT is one session, of any program that fxlog codecs lists.

Examples:
  $ fxlog export 1796034455058 --to html -o session.html
  $ fxlog export 1796034455058 --to md | less
  $ fxlog export --to sqlite -o sessions.db
  $ fxlog export backup.tar.zst --to parquet -o tables --job export.job   killed, it goes on where it was
  $ fxlog export 'archive/*.zip' --to csv --safe -o tables               for a spreadsheet
  $ duckdb -c "select tool, count(*) from 'tables/tool_calls/**/*.parquet' group by 1"
${exitCodes}`,
  )
    .addOption(rootOption())
    .addOption(new Option('--to <format>', 'what to make').choices([...TRANSCRIPTS, ...TABLES]).makeOptionMandatory())
    .option(
      '-o, --output <path>',
      'the database, the directory of the tables, or the file of the page (default for a page: standard output)',
    )
    .addOption(
      new Option('--partition <by>', 'how Parquet is laid out (default: month)').choices([
        'month',
        'workspace',
        'none',
      ]),
    )
    .option('--safe', 'CSV: put an apostrophe before text that a spreadsheet would take for a formula')
    .action(async (inputs, options) => {
      if (TRANSCRIPTS.includes(options.to)) {
        const { exportTranscript } = await import('./commands/export-transcript.js');
        return done(await exportTranscript(context, [inputs], options));
      }
      if (options.output === undefined) throw new UsageError(`--to ${options.to} needs -o PATH`);
      done(await (await import('./commands/export.js')).exportSessions(context, [inputs], options));
    });
  addBatchOptions(exporting);
}

function lines(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 0 to 999.');
  return Number(text);
}

/** Commander takes whatever follows for the value, also an option that was meant to come next. */
function file(text: string): string {
  if (text.startsWith('-')) throw new InvalidArgumentError('Name a file; ./ before a name that begins with a dash.');
  return text;
}
