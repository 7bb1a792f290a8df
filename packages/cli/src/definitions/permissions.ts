import { Option } from 'commander';
import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog permissions`. */
export function definePermissions({ context, define, done }: CommandDefiner): void {
  define(
    'permissions [SESSION]',
    'say what the permission rules make of the calls of a session',
    'Says of every tool call of a session what the permission rules of a profile make of it, which rule decides, and what the log shows of it. Without a session it prints the rules in force, and what fx drops of the settings. It only reads.',
    `${SESSION_HELP}
Rules come from settings.json of --profile DIR, else of the profile that the sessions root belongs to, as they hold in
the workspace of the session, or in --workspace DIR. No session records the rules, the mode or the files of its time: this
is what they would make of the calls today. Links and directories are those of the workspace as it is now, where it is here;
what files contain is not looked at. Afterwards it warns of calls that ran and would be refused today, of rules that decided
about no call or can decide about none, and of a child with more leave than its parent (fxlog rules harness/refused-today).

Examples:
  $ fxlog permissions 1796034455058
  $ fxlog permissions 1796034455058 --explain 1.1
  $ fxlog permissions --profile ~/.fx --workspace /home/dev/project --json
`,
  )
    .addOption(rootOption())
    .option('--profile <dir>', 'the profile whose settings.json holds the rules')
    .option('--workspace <dir>', 'the workspace whose rules are meant')
    .addOption(
      new Option('--mode <mode>', 'the mode to assume; default: that of the settings').choices(['ask', 'auto', 'yolo']),
    )
    .option('--explain <call>', 'everything about one call, named by its id or as TURN.CALL')
    .action(async (session, options) =>
      done(await (await import('../commands/permissions.js')).permissions(context, [session], options)),
    );
}
