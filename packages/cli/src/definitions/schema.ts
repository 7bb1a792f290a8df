import type { CommandDefiner } from './definer.js';

/** `fxlog schema`. */
export function defineSchema({ context, define, done }: CommandDefiner): void {
  define(
    'schema [KIND]',
    'print the JSON Schema of an event, a file or a transcript',
    'Prints the JSON Schema (2020-12) of one event kind, one file of a session, or a common transcript. Without KIND it lists what there is.',
    `
Examples:
  $ fxlog schema
  $ fxlog schema history_turn_committed
  $ fxlog schema transcript
`,
  ).action(async (kind, options) =>
    done(await (await import('../commands/schema.js')).schema(context, [kind], options)),
  );
}
