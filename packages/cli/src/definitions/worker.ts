import { InvalidArgumentError } from 'commander';
import { workers } from '../batch/batch-options.js';
import { type CommandDefiner, EXIT_CODES } from './definer.js';

/** `fxlog worker`. */
export function defineWorker({ context, define, done }: CommandDefiner): void {
  define(
    'worker',
    'work on what other machines have queued',
    'Works on the jobs of verify, stats, export, convert, redact and search that were begun with --queue, one part after the other, until it is stopped. A worker may be stopped or killed at any time: what it was at is done by another. It must see the inputs and the job directories under the same paths as whoever began the job.',
    `
Examples:
  $ fxlog worker --queue dir:/shared/queue               on as many machines as there are
  $ fxlog verify /shared/sessions --job /shared/check --queue dir:/shared/queue
  $ fxlog worker --queue redis://queue.example/0         the same through a service
  $ fxlog worker --queue dir:/shared/queue --idle 60     ends when there was nothing to do for a minute
${EXIT_CODES}`,
  )
    .requiredOption(
      '--queue <url>',
      'address of the queue: dir:/path, redis://HOST/DB or postgres://USER@HOST/DATABASE',
    )
    .option('-j, --jobs <n>', 'worker threads (default: one for each core)', workers)
    .option('--idle <seconds>', 'end after so many seconds without anything to do', seconds)
    .option('-q, --quiet', 'do not say what is done')
    .action(async (options) => done(await (await import('../commands/worker.js')).worker(context, [], options)));
}

function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}
