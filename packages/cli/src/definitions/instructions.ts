import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog instructions`. */
export function defineInstructions({ context, define, done }: CommandDefiner): void {
  define(
    'instructions [SESSION]',
    'say which AGENTS.md files govern the calls of a session, or a file',
    'Says for every tool call of a session (of one turn: SESSION#N) which AGENTS.md files govern what it is about: the global one, those above the workspace, that of the workspace, and those from there down to the target; the narrowest wins. No session records them, so the files are read as they are now and, in a git repository, as the newest commit before the turn has them.',
    `${SESSION_HELP}
Links out of their directory, devices and files of more than 64 MiB are not read, and it is said. Directories that were
added to a workspace give no orders.

Examples:
  $ fxlog instructions 1796034455058
  $ fxlog instructions 1796034455058#2 --json
  $ fxlog instructions --path src/main.ts --workspace /home/dev/project
`,
  )
    .addOption(rootOption())
    .option('--path <file>', 'the chain that governs one file, without a session')
    .option('--profile <dir>', 'the profile whose settings and global AGENTS.md hold')
    .option('--workspace <dir>', 'where the workspace lies now; default: where the session says')
    .action(async (session, options) =>
      done(await (await import('../commands/instructions.js')).instructions(context, [session], options)),
    );
}
