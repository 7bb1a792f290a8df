import { Command as Commander, InvalidArgumentError, Option } from 'commander';
import { defineAnalysisCommands } from './analysis-commands.js';
import { addBatchOptions, MANY_INPUTS_HELP } from './batch/batch-options.js';
import { defineChangeCommands } from './change-commands.js';
import type { CommandContext } from './command-context.js';
import { defineConvertCommands } from './convert-commands.js';
import type { ExitCode } from './exit-code.js';
import { terminalText } from './output/terminal-text.js';
import { VERSION } from './version.js';

const EXIT_CODES = `
Exit codes:
  0  all good
  1  the data has errors
  2  wrong usage
  3  something could not be read or written
`;

const INPUT_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory        judged as fx reads it: up to the committed length
  an events.jsonl            judged alone, to its last byte
  -                          standard input
Ids are looked up in --root DIR (a sessions root, or a profile such as ~/.fx), else in
$FX_HOME/sessions where that variable is set, else in ~/.fx/sessions.
`;

/**
 * The whole surface of the command line. Only names and options are loaded here; the code of a command is imported when
 * it runs, which keeps `fxlog --help` fast.
 *
 * @param context what the commands work with
 * @param done receives the exit code of the command that ran
 */
export function buildProgram(context: CommandContext, done: (code: ExitCode) => void): Commander {
  const { output } = context;
  const program = new Commander('fxlog')
    .description('Reads, checks, repairs and converts the session logs of the coding agent fx.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command, with examples')
    .helpCommand('help [command]', 'explain a command, with examples')
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => output.note(text.replace(/\n$/, '')),
      // It quotes what was typed.
      outputError: (text, write) => write(terminalText(text.replace(/^error: /, 'fxlog: '), { multiline: true })),
      getOutHelpWidth: () => Math.min(output.columns, 100),
      getErrHelpWidth: () => Math.min(output.columns, 100),
      getOutHasColors: () => output.terminal.color,
      getErrHasColors: () => output.terminal.stderrColor,
    })
    .configureHelp({ styleTitle: output.paint.bold, styleCommandText: output.paint.cyan })
    .showHelpAfterError('(fxlog --help, or fxlog COMMAND --help, shows how it is used)')
    .option('--no-color', 'print no colours (the same as NO_COLOR=1)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  $ fxlog list                                all sessions, newest first
  $ fxlog verify                              check every session
  $ fxlog show 1796034455058#-3               the last three turns of one session
  $ fxlog events ./events.jsonl | jq .kind    one JSON object per event
  $ fxlog rules frame/duplicate-key           what a finding means
${EXIT_CODES}`,
    );

  const define = (usage: string, summary: string, description: string, examples: string) =>
    program
      .command(usage)
      .summary(summary)
      .description(description)
      .addHelpText('after', examples)
      .option('--json', 'print JSON for programs (the shape is documented and stable)')
      .option('--no-color', 'print no colours (the same as NO_COLOR=1)');

  define(
    'list',
    'list sessions, newest first',
    'Lists sessions with title, workspace, model, turns, size, last update, format and health. Reads only the small files of each session, never a whole log. What is half-made, unreadable or no session at all is shown as such.',
    `
Examples:
  $ fxlog list
  $ fxlog list --workspace .                  only sessions of this directory
  $ fxlog list --root ~/backup/.fx --all      every session of another profile
  $ fxlog list --json | jq -r '.sessions[].id'
`,
  )
    .addOption(rootOption())
    .option('--workspace <dir>', 'only sessions of this workspace')
    .option('--limit <n>', 'at most so many sessions (default: 100)', positiveInteger)
    .option('--all', 'no limit, and also the files that fx itself keeps beside the sessions')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (options) => done(await (await import('./commands/list.js')).list(context, [], options)));

  const verify = define(
    'verify [INPUT...]',
    'check logs and sessions as fx reads them',
    'Checks logs and sessions. Strict by default: it accepts and rejects exactly what fx 0.0.5 does and says where, by which rule, and what to do. Without INPUT every session is checked.',
    `${INPUT_HELP}  a sessions root or a profile   every session in it
${MANY_INPUTS_HELP}
Examples:
  $ fxlog verify
  $ fxlog verify backup.tar.zst --job backup.job      killed, it goes on where it was
  $ fxlog verify 1796034455058
  $ fxlog verify session-dir/events.jsonl --lenient   every fault, not just the first
  $ fxlog verify *.jsonl --json | jq -r 'select(.verdict == "errors").input'
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('--lenient', 'read on after a fault and report all of them')
    .option(
      '--max-findings <n>',
      'report at most so many findings per input; all are counted (default: 20)',
      positiveInteger,
    )
    .action(async (inputs, options) =>
      done(await (await import('./commands/verify.js')).verify(context, [inputs], options)),
    );
  addBatchOptions(verify);

  define(
    'merge JOB...',
    'join the shards of a run',
    'Makes one job out of the jobs of all shards (--shard 1/n to n/n with --job), and prints what one run over everything would have printed.',
    `
Examples:
  $ fxlog verify backup.tar.zst --shard 1/2 --job part-1     on one machine
  $ fxlog verify backup.tar.zst --shard 2/2 --job part-2     on another
  $ fxlog merge part-1 part-2 -o whole
${EXIT_CODES}`,
  )
    .requiredOption('-o, --output <dir>', 'directory of the job that the shards become; it must not hold one')
    .action(async (jobs, options) => done(await (await import('./commands/merge.js')).merge(context, [jobs], options)));

  define(
    'show INPUT[#RANGE]',
    'print a conversation as text',
    'Prints the conversation: turns numbered from 1, what the user and the assistant said, tool calls with their results, failures and interruptions. Control characters in logged text are spelled out.',
    `${INPUT_HELP}
RANGE selects turns:  #7  the seventh,  #5-12  five to twelve,  #-10  the last ten.

Examples:
  $ fxlog show 1796034455058
  $ fxlog show session-dir#-3 --full
  $ fxlog show - --json < events.jsonl
`,
  )
    .addOption(rootOption())
    .option('--full', 'print long outputs whole')
    .option('--no-pager', 'do not page, even on a terminal (else: $PAGER, or less -R)')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (input, options) => done(await (await import('./commands/show.js')).show(context, [input], options)));

  define(
    'events INPUT',
    'print one JSON object per event',
    'Prints events as JSON Lines in the order of the file: offset, length and line in the file, then the event as fx understands it. 64-bit numbers are printed with all their digits.',
    `${INPUT_HELP}
Examples:
  $ fxlog events 1796034455058
  $ fxlog events events.jsonl --kind history_turn_committed
  $ fxlog events events.jsonl --seq 5-9
`,
  )
    .addOption(rootOption())
    .option('--kind <kind>', 'only events of this kind (may be repeated)', collect)
    .option('--seq <range>', 'only events with this seq: 7, or 5-9')
    .action(async (input, options) =>
      done(await (await import('./commands/events.js')).events(context, [input], options)),
    );

  define(
    'tail INPUT',
    'print the last turns, and follow',
    'Prints the last turns of a conversation. With --follow it stays and prints every turn as fx commits it.',
    `${INPUT_HELP}
Examples:
  $ fxlog tail 1796034455058 -n 3
  $ fxlog tail -f 1796034455058
`,
  )
    .addOption(rootOption())
    .option('-f, --follow', 'wait for more turns until Ctrl-C')
    .option('-n, --turns <n>', 'how many turns to begin with (default: 3)', nonNegativeInteger)
    .option('--full', 'print long outputs whole')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (input, options) => done(await (await import('./commands/tail.js')).tail(context, [input], options)));

  define(
    'doctor',
    'the state of a whole profile, on one page',
    'Verifies every session and looks at the root itself: sessions by what can be done for them, what was found how often, stale caches, leftovers, strays, and what to run next. Changes nothing.',
    `
Examples:
  $ fxlog doctor
  $ fxlog doctor --root ~/backup/.fx
  $ fxlog doctor --json | jq -r '.sessions[] | select(.condition == "damaged").id'
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('--no-digests', 'do not check the digests of images and stored outputs, which is faster')
    .action(async (options) => done(await (await import('./commands/doctor.js')).doctor(context, [], options)));

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
      done(await (await import('./commands/repair.js')).repair(context, [input], options)),
    );

  const definer = { context, define, rootOption, done, exitCodes: EXIT_CODES };
  defineAnalysisCommands(definer);
  defineChangeCommands(definer);
  defineConvertCommands(definer);

  define(
    'schema [KIND]',
    'print the JSON Schema of an event, a file or a transcript',
    'Prints the JSON Schema (2020-12) of one event kind, one file of a session, or a common transcript. Without KIND it lists what there is.',
    `
Examples:
  $ fxlog schema
  $ fxlog schema history_turn_committed
  $ fxlog schema transcript
`,
  ).action(async (kind, options) =>
    done(await (await import('./commands/schema.js')).schema(context, [kind], options)),
  );

  define(
    'rules [ID]',
    'list or explain the rules that findings name',
    'Explains a rule: what it says, what fx does when it is broken, what to do. Without ID it lists all rules.',
    `
Examples:
  $ fxlog rules
  $ fxlog rules frame/duplicate-key
`,
  ).action(async (id, options) => done(await (await import('./commands/rules.js')).rules(context, [id], options)));

  return program;
}

function rootOption(): Option {
  return new Option('--root <dir>', 'where sessions are looked up: a sessions root, or a profile that contains one');
}

function positiveInteger(text: string): number {
  const value = nonNegativeInteger(text);
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.');
  return value;
}

function nonNegativeInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
