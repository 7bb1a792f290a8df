import { Option } from 'commander';
import { addBatchOptions } from '../batch/batch-options.js';
import { addZoneOptions } from '../batch/time-zone.js';
import { UsageError } from '../exit-code.js';
import { type CommandDefiner, EXIT_CODES, rootOption, SESSIONS_HELP } from './definer.js';

/** As `TABLE_FORMATS` of `@fxlog/batch`, which is not loaded for the help. */
const TABLES = ['sqlite', 'parquet', 'csv', 'tables-jsonl'];
/** As `export-transcript.ts` has them. */
const TRANSCRIPTS = ['md', 'html', 'jsonl', 'simple'];

/** `fxlog export`. */
export function defineExport({ context, define, done }: CommandDefiner): void {
  const exporting = define(
    'export [INPUT...]',
    'make one session a page to read, or many sessions tables',
    'Makes a page of one session: Markdown, HTML (one file that needs nothing else), JSON Lines of messages, or the simple document. Or makes tables of many: sessions, turns, messages, tool_calls, files, extensions, refusals, usage, findings (docs/tables.md). Exporting sessions to tables again replaces their rows and leaves those of others alone.',
    `${SESSIONS_HELP}For md, html, jsonl and simple INPUT is one session, of any program that fxlog codecs lists.

Examples:
  $ fxlog export 1796034455058 --to html -o session.html
  $ fxlog export 1796034455058 --to md | less
  $ fxlog export --to sqlite -o sessions.db
  $ fxlog export backup.tar.zst --to parquet -o tables --job export.job   killed, it goes on where it was
  $ fxlog export 'archive/*.zip' --to csv --safe -o tables               for a spreadsheet
  $ duckdb -c "select tool, count(*) from 'tables/tool_calls/**/*.parquet' group by 1"
${EXIT_CODES}`,
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
        const { exportTranscript } = await import('../commands/export-transcript.js');
        return done(await exportTranscript(context, [inputs], options));
      }
      if (options.output === undefined) throw new UsageError(`--to ${options.to} needs -o PATH`);
      done(await (await import('../commands/export.js')).exportSessions(context, [inputs], options));
    });
  addBatchOptions(exporting);
  addZoneOptions(exporting);
}
