import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog memory`. */
export function defineMemory({ context, define, done }: CommandDefiner): void {
  define(
    'memory [SESSION]',
    'say what a profile remembers, or what a session did with it',
    'Prints the facts in memories.json of a profile. Of a session it prints which facts its calls saved or cleared, and the permissions that it remembers. It only reads.',
    `${SESSION_HELP}
fx keeps neither dates nor sources of facts: only the calls of sessions tell when one was saved. It does not put facts
into prompts; the model sees them when it calls the tool memory.

Examples:
  $ fxlog memory
  $ fxlog memory --profile ~/.fx --json
  $ fxlog memory 1796034455058
`,
  )
    .addOption(rootOption())
    .option('--profile <dir>', 'the profile whose memories are meant')
    .action(async (session, options) =>
      done(await (await import('../commands/memory.js')).memory(context, [session], options)),
    );
}
