import type { CommandDefiner } from './definer.js';

/** `fxlog rules`. */
export function defineRules({ context, define, done }: CommandDefiner): void {
  define(
    'rules [ID]',
    'list or explain the rules that findings name',
    'Explains a rule: what it says, what fx does when it is broken, what to do. Without ID it lists all rules.',
    `
Examples:
  $ fxlog rules
  $ fxlog rules frame/duplicate-key
`,
  ).action(async (id, options) => done(await (await import('../commands/rules.js')).rules(context, [id], options)));
}
