import { type CommandDefiner, rootOption } from './definer.js';

/** `fxlog blame`. */
export function defineBlame({ context, define, done }: CommandDefiner): void {
  define(
    'blame FILE',
    'say which turn of which session wrote each line of a file',
    'Says for each line of a file as it is now (of some: FILE:A-B) which turn of which session wrote it, from the texts that sessions recorded and the history of the file in git: through renames, moves, rebases and what people changed in between. A line is of a turn only where there is proof; where there is none, it is said why.',
    `
Looked at are the sessions under --root (else $FX_HOME/sessions, else ~/.fx/sessions) that worked in the repository, in any of its working
trees, or in a folder above the file. Outside a repository the logs are compared with the file alone. Only the file itself is opened, and git
runs nothing that a repository names.

CALL is the turn and the call in it. A line without one is of none of the recorded operations; ? is a line of which this cannot be proved.
What commands did to files no session records.

Examples:
  $ fxlog blame src/basket.ts
  $ fxlog blame src/basket.ts:1-3 --json
  $ fxlog blame src/basket.ts --moved-from /home/dev/project
`,
  )
    .addOption(rootOption())
    .option('--moved-from <dir>', 'where the current directory lay when the sessions worked in it')
    .action(async (file, options) =>
      done(await (await import('../commands/blame.js')).blame(context, [file], options)),
    );
}
