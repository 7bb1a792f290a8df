import { type CommandDefiner, codecModuleOption } from './definer.js';

/** `fxlog codecs`. */
export function defineCodecs({ context, define, done }: CommandDefiner): void {
  define(
    'codecs',
    'list the formats that can be read and written',
    'Lists the formats of convert: which can be read, which can be written, and what each of them does not keep.',
    `
Examples:
  $ fxlog codecs
  $ fxlog codecs --json | jq -r '.codecs[] | select(.loses | index("times")).name'
`,
  )
    .addOption(codecModuleOption())
    .action(async (options) => done(await (await import('../commands/codecs.js')).codecs(context, [], options)));
}
