import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog changes`. */
export function defineChanges({ context, define, done }: CommandDefiner): void {
  define(
    'changes SESSION',
    'say what a session did to files',
    'Lists the files that a session wrote, edited, deleted, renamed and copied with its tools, in order, and makes patches of what it recorded. What commands did to files no session records.',
    `${SESSION_HELP}
A patch is made where the session tells the whole text before and after; where it does not, it is said why. Operations on one file in a row
make one patch, as long as nothing else changed the file in between.

NOW compares the file in the workspace with what the newest operation on it left: same, changed, gone, or back where it was deleted and is
there again. It is empty where that is not known; files outside the workspace are not opened.

Examples:
  $ fxlog changes 1796034455058
  $ fxlog changes 1796034455058 --path src/basket.ts
  $ fxlog changes 1796034455058 --patch > session.patch
`,
  )
    .addOption(rootOption())
    .option('--path <path>', 'only operations on this file')
    .option('--workspace <dir>', 'where the workspace lies now; default: where the session says')
    .option('--patch', 'print patches that git apply takes')
    .action(async (session, options) =>
      done(await (await import('../commands/changes.js')).changes(context, [session], options)),
    );
}
