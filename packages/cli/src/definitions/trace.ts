import { type CommandDefiner, EXIT_CODES, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog trace`. */
export function defineTrace({ context, define, done }: CommandDefiner): void {
  define(
    'trace SESSION',
    'bundle a session for somebody who is to see what is wrong with it',
    'Makes a redacted bundle of a session: the session, what verify finds, versions, settings without secrets, and the page of the doctor. Shows file by file what would be in it and asks before it writes. Secrets, names of users and addresses of people are placeholders, pictures are of one pixel.',
    `${SESSION_HELP}
Prompts, outputs and paths are still in the bundle: look through it before you give it away. What is not in it, and why, stands in trace/trace.md:
files of which nobody knows what text they hold, and all of a profile but a few settings and names. Of a damaged session it has what a repair makes
of it. A bundle in which something secret would be left is not written. The same session gives the same bundle. fxlog verify reads it.

--check writes nothing; its exit code is 1 when the session, or what would go with it, has something secret in it.

Examples:
  $ fxlog trace 1796034455058 --check
  $ fxlog trace 1796034455058 -o trace.tar.zst --yes
  $ fxlog trace 1796034455058 -o trace.tar.zst --yes --json
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('-o, --output <file>', 'the bundle, a new file called ….tar.zst')
    .option('-y, --yes', 'write it without asking')
    .option('--check', 'only say what would be in it, and whether there is something secret')
    .option('--profile <dir>', 'the profile whose settings and sessions are meant')
    .action(async (session, options) =>
      done(await (await import('../commands/trace.js')).trace(context, [session], options)),
    );
}
