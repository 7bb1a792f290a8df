import type { CommandDefiner } from './definer.js';

/** `fxlog schema`. */
export function defineSchema({ context, define, done }: CommandDefiner): void {
  define(
    'schema [KIND]',
    'print the JSON Schema of an event, a file or a transcript',
    'Prints the JSON Schema (2020-12) of one event kind, one file of a session, or a common transcript. KIND is a kind of event in any format of fx, or a file; where two formats have a file of one name, the newer one is conversation-log/manifest. Without KIND it lists what there is.',
    `
Examples:
  $ fxlog schema
  $ fxlog schema history_turn_committed
  $ fxlog schema tool_result
  $ fxlog schema transcript
`,
  ).action(async (kind, options) =>
    done(await (await import('../commands/schema.js')).schema(context, [kind], options)),
  );
}
