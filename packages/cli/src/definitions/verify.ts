import { addBatchOptions, MANY_INPUTS_HELP } from '../batch/batch-options.js';
import { type CommandDefiner, EXIT_CODES, LOG_HELP, positiveInteger, rootOption } from './definer.js';

/** `fxlog verify`. */
export function defineVerify({ context, define, done }: CommandDefiner): void {
  const verify = define(
    'verify [INPUT...]',
    'check logs and sessions as fx reads them',
    'Checks logs and sessions. Strict by default: it accepts and rejects exactly what the fx of its format does (for event logs that is 0.0.5) and says where, by which rule, and what to do. Without INPUT every session is checked.',
    `${LOG_HELP}  a sessions root or a profile   every session in it
${MANY_INPUTS_HELP}
Examples:
  $ fxlog verify
  $ fxlog verify backup.tar.zst --job backup.job      killed, it goes on where it was
  $ fxlog verify 1796034455058
  $ fxlog verify session-dir/events.jsonl --lenient   every fault, not just the first
  $ fxlog verify *.jsonl --json | jq -r 'select(.verdict == "errors").input'
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('--lenient', 'read on after a fault and report all of them')
    .option(
      '--max-findings <n>',
      'report at most so many findings per input; all are counted (default: 20)',
      positiveInteger,
    )
    .option('--every-finding', 'show each finding in full, also of rules that three inputs before have shown')
    .action(async (inputs, options) =>
      done(await (await import('../commands/verify.js')).verify(context, [inputs], options)),
    );
  addBatchOptions(verify);
}
