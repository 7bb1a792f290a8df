import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog processes`. */
export function defineProcesses({ context, define, done }: CommandDefiner): void {
  define(
    'processes SESSION',
    'say what a session ran, how it ended, and what may still run',
    'Lists the commands that a session ran and how they ended, commands and terminals that outlived their turns, and the sessions that it started. What its format does not record is "not recorded". No process is looked for.',
    `${SESSION_HELP}
"Last known running" is what the session last said; nobody asks the system whether it is so now. While a background command runs,
/clear and /new keep it, and /reset stops and forgets it where it runs in the workspace. A terminal outlives turns until it ends, is closed,
or its host dies. Hooks cannot be configured in fx, and no session records what they did: a call that one blocked looks like any that failed.

Examples:
  $ fxlog processes 1796034455058
  $ fxlog processes 1796034455058 --events      with what happened to each
  $ fxlog processes 1796034455058 --replay 2.1  what a command wrote, in order
`,
  )
    .addOption(rootOption())
    .option('--events', 'say what happened to each, and when')
    .option('--replay <call>', 'print what a command wrote (TURN.CALL), where the session has a recording of it')
    .action(async (session, options) =>
      done(await (await import('../commands/processes.js')).processes(context, [session], options)),
    );
}
