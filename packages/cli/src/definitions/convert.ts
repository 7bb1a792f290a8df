import { Option } from 'commander';
import { addBatchOptions } from '../batch/batch-options.js';
import {
  type CommandDefiner,
  codecModuleOption,
  collect,
  EXIT_CODES,
  rootOption,
  TRANSCRIPT_HELP,
  TRANSCRIPTS_HELP,
} from './definer.js';
import { DIALECTS, DIALECTS_HELP } from './dialects.js';

const STAGES = `
Stages, in the order given:
  range:7, range:5-12        only these turns, counted from 1; range:-3 the last three
  redact                     placeholders for secrets, names of users, addresses of people
  anonymize                  other words of the same form (--seed makes them the same again)
  drop-tools[:NAME,NAME…]    no calls and results, of all tools or of these
  truncate-outputs:N         no output longer than N characters
  text-only                  what was said, and nothing else
`;

/** `fxlog convert`. */
export function defineConvert({ context, define, done }: CommandDefiner): void {
  const convert = define(
    'convert [INPUT...]',
    'make a transcript of one program one of another',
    'Converts a session so that another program goes on with it, or into a document. What the target cannot hold is counted on stderr. Nothing is ever overwritten.',
    `${TRANSCRIPT_HELP}${TRANSCRIPTS_HELP}
CODEC is fx, common, simple, jsonl, claude-code, codex, pi, markdown or html; fxlog codecs says what each keeps.

Formats of fx, for --dialect:
${DIALECTS_HELP}
A session of one of them becomes one of another by the rules by which fx itself converts; what has no place there is counted.
${STAGES}
Examples:
  $ fxlog convert 1796034455058 --to claude-code --install
  $ fxlog convert ~/.claude/projects/-home-ann-shop/7b0c….jsonl --to fx --install
  $ fxlog convert 1796034455058 --to fx --dialect conversation-log -o newer
  $ fxlog convert 1796034455058 --to markdown --stage redact --stage truncate-outputs:2000 > session.md
  $ fxlog convert rollout.jsonl --to common -o session.json --report losses.json
  $ fxlog convert backup.tar.zst --to markdown -o pages --job pages.job    killed, it goes on where it was
${EXIT_CODES}Losses that are reported leave it at 0; --strict-lossless makes them 1.
`,
  )
    .addOption(rootOption())
    .requiredOption('--to <codec>', 'the format to write')
    .addOption(
      new Option('--dialect <name>', 'for --to fx: which of its formats (default: the first of these)').choices(
        Object.keys(DIALECTS),
      ),
    )
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
      done(await (await import('../commands/convert.js')).convertTranscript(context, [inputs], options)),
    );
  addBatchOptions(convert);
}
