import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog skills`. */
export function defineSkills({ context, define, done }: CommandDefiner): void {
  define(
    'skills [SESSION]',
    'say which skills fx finds, and which of them a session loaded',
    'Without a session it lists the skills that fx finds for a workspace, in the order of its search path: which have the same name, which are passed over and why, and what the byte budgets cut. Of a session it says which skills were loaded in which turns, and which were installed. It only reads.',
    `${SESSION_HELP}
fx looks in the workspace, in each directory above it, in the profile and in the home directory. Links that lead out of those are not followed;
FX_SKILL_SYMLINK_AUTHORITIES names more directories, as for fx. Which skills were offered to the model no session records.

Examples:
  $ fxlog skills
  $ fxlog skills --workspace /home/dev/project --json
  $ fxlog skills 1796034455058
`,
  )
    .addOption(rootOption())
    .option('--profile <dir>', 'the profile whose skills and settings hold')
    .option(
      '--workspace <dir>',
      'where the workspace lies now; default: where the session says, else the current directory',
    )
    .action(async (session, options) =>
      done(await (await import('../commands/skills.js')).skills(context, [session], options)),
    );
}
