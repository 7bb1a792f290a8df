import { type CommandDefiner, EXIT_CODES } from './definer.js';

/** `fxlog merge`. */
export function defineMerge({ context, define, done }: CommandDefiner): void {
  define(
    'merge JOB...',
    'join the shards of a run',
    'Makes one job out of the jobs of all shards (--shard 1/n to n/n with --job), and prints what one run over everything would have printed.',
    `
Examples:
  $ fxlog verify backup.tar.zst --shard 1/2 --job part-1     on one machine
  $ fxlog verify backup.tar.zst --shard 2/2 --job part-2     on another
  $ fxlog merge part-1 part-2 -o whole
${EXIT_CODES}`,
  )
    .requiredOption('-o, --output <dir>', 'directory of the job that the shards become; it must not hold one')
    .action(async (jobs, options) =>
      done(await (await import('../commands/merge.js')).merge(context, [jobs], options)),
    );
}
