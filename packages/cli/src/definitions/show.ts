import { Option } from 'commander';
import { type CommandDefiner, DAMAGE_HELP, LOG_HELP, rootOption } from './definer.js';

/** `fxlog show`. */
export function defineShow({ context, define, done }: CommandDefiner): void {
  define(
    'show INPUT[#RANGE]',
    'print a conversation as text',
    'Prints the conversation: turns numbered from 1, what the user and the assistant said, tool calls with their results, failures and interruptions. A turn that has no end yet comes last and is marked. Control characters in logged text are spelled out.',
    `${LOG_HELP}
RANGE selects turns:  #7  the seventh,  #5-12  five to twelve,  #-10  the last ten.

Examples:
  $ fxlog show 1796034455058
  $ fxlog show session-dir#-3 --full
  $ fxlog show - --json < events.jsonl
  $ fxlog show 1796034455058 --view archive      also what a compaction replaced
${DAMAGE_HELP}`,
  )
    .addOption(rootOption())
    .option('--full', 'print long outputs whole')
    .addOption(
      new Option(
        '--view <view>',
        'model: what fx sends to its model, or, where its rules are not known, what the newest summary leaves; archive: everything that was said',
      ).choices(['model', 'archive']),
    )
    .option('--no-pager', 'do not page, even on a terminal (else: $PAGER, or less -R)')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (input, options) =>
      done(await (await import('../commands/show.js')).show(context, [input], options)),
    );
}
