import { Option } from 'commander';
import { addBatchOptions, MANY_INPUTS_HELP } from './batch/batch-options.js';
import type { CommandDefiner } from './change-commands.js';

const INPUT_HELP = `
INPUT is one of:
  a session id, or a beginning of one that only one session has
  a session directory, or an events.jsonl
  a transcript of another program: a session of Claude Code, a rollout of Codex, a session of Pi, Common JSON …
  -                          standard input
`;

const MANY_HELP = `or of many sessions, which go into a folder of their own, -o DIR, new or empty:
  several of these               each gets a name taken from its input
${MANY_INPUTS_HELP}`;

const STAGES = `
Stages, in the order given:
  range:7, range:5-12        only these turns, counted from 1; range:-3 the last three
  redact                     placeholders for secrets, names of users, addresses of people
  anonymize                  other words of the same form (--seed makes them the same again)
  drop-tools[:NAME,NAME…]    no calls and results, of all tools or of these
  truncate-outputs:N         no output longer than N characters
  text-only                  what was said, and nothing else
`;

/** The commands that make something else of a transcript. */
export function defineConvertCommands({ context, define, rootOption, done, exitCodes }: CommandDefiner): void {
  const convert = define(
    'convert [INPUT...]',
    'make a transcript of one program one of another',
    'Converts a session so that another program goes on with it, or into a document. What the target cannot hold is counted on stderr. Nothing is ever overwritten.',
    `${INPUT_HELP}${MANY_HELP}
CODEC is fx, common, simple, jsonl, claude-code, codex, pi, markdown or html; fxlog codecs says what each keeps.
${STAGES}
Examples:
  $ fxlog convert 1796034455058 --to claude-code --install
  $ fxlog convert ~/.claude/projects/-home-ann-shop/7b0c….jsonl --to fx --install
  $ fxlog convert 1796034455058 --to markdown --stage redact --stage truncate-outputs:2000 > session.md
  $ fxlog convert rollout.jsonl --to common -o session.json --report losses.json
  $ fxlog convert backup.tar.zst --to markdown -o pages --job pages.job    killed, it goes on where it was
${exitCodes}Losses that are reported leave it at 0; --strict-lossless makes them 1.
`,
  )
    .addOption(rootOption())
    .requiredOption('--to <codec>', 'the format to write')
    .option('--from <codec>', 'the format of INPUT (default: what it looks like)')
    .option('-o, --output <path>', 'a file, a folder, or - for standard output; fx is put into a folder under its id')
    .option('--install', 'put it where the program looks for its sessions')
    .addOption(codecModuleOption())
    .option('--stage <name>', 'do this on the way (may be repeated)', collect)
    .option('--report <file>', 'write each loss with its place, as JSON')
    .option('--strict-lossless', 'write nothing and end with 1 where anything would be lost')
    .option('--seed <text>', 'for anonymize: the same text gives the same words')
    .addOption(
      new Option(
        '--view <view>',
        'of a compacted or branched session: what the model would see, or all that was said (default: archive for html and markdown, else model)',
      ).choices(['model', 'archive'] as const),
    )
    .action(async (inputs, options) =>
      done(await (await import('./commands/convert.js')).convertTranscript(context, [inputs], options)),
    );
  addBatchOptions(convert);

  const redact = define(
    'redact [INPUT...]',
    'copy sessions without their secrets',
    'Copies a session with placeholders for keys, tokens, passwords, values of .env files, private keys, connection strings, names of users and addresses of people: [secret-1], user-1, [email-1]. The same one always gets the same. What fx checks stays valid. Images are kept as they are; look at them, and at what no rule knows, before you pass it on.',
    `${INPUT_HELP}${MANY_HELP}
Examples:
  $ fxlog redact 1796034455058 -o redacted    a session in redacted/<id>
  $ fxlog redact backup.tar.zst -o redacted --job redacted.job
${exitCodes}`,
  )
    .addOption(rootOption())
    .requiredOption('-o, --output <dir>', 'folder for the copy; a session of fx gets a directory in it')
    .option('--from <codec>', 'the format of INPUT (default: what it looks like)')
    .action(async (inputs, options) =>
      done(await (await import('./commands/redact.js')).redact(context, [inputs], options)),
    );
  addBatchOptions(redact);

  define(
    'fixture INPUT',
    'copy a session without a word of it, for a bug report',
    'Copies a session and replaces every word by another one of the same length: as many events, turns, calls, lines and characters, valid for fx, and nothing of what was said. Kept are the names of tools that come with the programs, models, languages, times, costs and small numbers. Images become one pixel.',
    `${INPUT_HELP}
Examples:
  $ fxlog fixture 1796034455058 -o fixture
  $ fxlog fixture session.jsonl -o fixture --seed a     the same words every time
${exitCodes}`,
  )
    .addOption(rootOption())
    .requiredOption('-o, --output <dir>', 'folder for the copy; a session of fx gets a directory in it')
    .option('--from <codec>', 'the format of INPUT (default: what it looks like)')
    .addOption(new Option('--seed <text>', 'the same text gives the same words (default: a random one)'))
    .action(async (input, options) =>
      done(await (await import('./commands/fixture.js')).fixture(context, [input], options)),
    );

  define(
    'codecs',
    'list the formats that can be read and written',
    'Lists the formats of convert: which can be read, which can be written, and what each of them does not keep.',
    `
Examples:
  $ fxlog codecs
  $ fxlog codecs --json | jq -r '.codecs[] | select(.loses | index("images")).name'
`,
  )
    .addOption(codecModuleOption())
    .action(async (options) => done(await (await import('./commands/codecs.js')).codecs(context, [], options)));
}

function codecModuleOption(): Option {
  return new Option(
    '--codec-module <file>',
    'a module with a codec of your own, which runs as part of fxlog (may be repeated)',
  ).argParser(collect);
}

function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
