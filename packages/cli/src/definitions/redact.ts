import { addBatchOptions } from '../batch/batch-options.js';
import { type CommandDefiner, EXIT_CODES, rootOption, TRANSCRIPT_HELP, TRANSCRIPTS_HELP } from './definer.js';

/** `fxlog redact`. */
export function defineRedact({ context, define, done }: CommandDefiner): void {
  const redact = define(
    'redact [INPUT...]',
    'copy sessions without their secrets',
    'Copies a session with placeholders for keys, tokens, passwords, values of .env files, private keys, connection strings, names of users and addresses of people: [secret-1], user-1, [email-1]. The same one always gets the same. What fx checks stays valid. Images are kept as they are; look at them, and at what no rule knows, before you pass it on.',
    `${TRANSCRIPT_HELP}${TRANSCRIPTS_HELP}
Examples:
  $ fxlog redact 1796034455058 -o redacted    a session in redacted/<id>
  $ fxlog redact backup.tar.zst -o redacted --job redacted.job
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .requiredOption('-o, --output <dir>', 'folder for the copy; a session of fx gets a directory in it')
    .option('--from <codec>', 'the format of INPUT (default: what it looks like)')
    .action(async (inputs, options) =>
      done(await (await import('../commands/redact.js')).redact(context, [inputs], options)),
    );
  addBatchOptions(redact);
}
