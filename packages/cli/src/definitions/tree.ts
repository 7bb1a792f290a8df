import { type CommandDefiner, rootOption } from './definer.js';

/** `fxlog tree`. */
export function defineTree({ context, define, done }: CommandDefiner): void {
  define(
    'tree',
    'show sessions with their child sessions',
    'Lists sessions with the child sessions that they started beneath them.',
    `
Examples:
  $ fxlog tree
  $ fxlog tree --root ~/backup/.fx --json | jq '.sessions[] | select(.depth > 0)'
`,
  )
    .addOption(rootOption())
    .action(async (options) => done(await (await import('../commands/tree.js')).tree(context, [], options)));
}
