import { type CommandDefiner, positiveInteger, rootOption } from './definer.js';

/** `fxlog list`. */
export function defineList({ context, define, done }: CommandDefiner): void {
  define(
    'list',
    'list sessions, newest first',
    'Lists sessions with title, workspace, model, turns, size, last update, format and health. Reads only the small files of each session, never a whole log. What is half-made, unreadable or no session at all is shown as such.',
    `
Examples:
  $ fxlog list
  $ fxlog list --workspace .                  only sessions of this directory
  $ fxlog list --root ~/backup/.fx --all      every session of another profile
  $ fxlog list --json | jq -r '.sessions[].id'
`,
  )
    .addOption(rootOption())
    .option('--workspace <dir>', 'only sessions of this workspace')
    .option('--limit <n>', 'at most so many sessions (default: 100)', positiveInteger)
    .option('--all', 'no limit, and also the files that fx itself keeps beside the sessions')
    .option('--local', 'times in the local zone instead of UTC')
    .action(async (options) => done(await (await import('../commands/list.js')).list(context, [], options)));
}
