import { type Command, InvalidArgumentError, Option } from 'commander';
import { PROGRESS_MODES } from '../progress/progress-modes.js';

/** Options of every command that takes many sessions. */
export interface BatchOptions {
  /** Worker threads. */
  readonly jobs?: number;
  /** Job directory. */
  readonly job?: string;
  readonly retryFailed?: boolean;
  /** `i/n` */
  readonly shard?: string;
  /** Address of a queue. */
  readonly queue?: string;
  readonly fromStdin?: boolean;
  readonly quiet?: boolean;
  readonly progress?: (typeof PROGRESS_MODES)[number];
}

/** Adds {@link BatchOptions} to a command. */
export function addBatchOptions(command: Command): Command {
  return command
    .option('-j, --jobs <n>', 'worker threads (default: one for each core)', workers)
    .option('--job <dir>', 'keep a journal in this directory; run again, a killed job goes on where it was')
    .option('--retry-failed', 'with --job: try again what failed, and nothing else')
    .option('--shard <i/n>', 'only the i-th of n parts of the sessions, i from 1')
    .option('--queue <url>', 'with --job: leave the work to fxlog worker on other machines, through this queue')
    .option('--from-stdin', 'read names of inputs from standard input, one a line')
    .option('-q, --quiet', 'show no progress')
    .addOption(new Option('--progress <how>', 'how to show progress, on stderr').choices([...PROGRESS_MODES]));
}

/** What an INPUT may be beyond a single session. */
export const MANY_INPUTS_HELP = `  a directory                    every session in it, at any depth
  an archive of any of these     .tar, .tar.gz, .tar.zst, .zip; told by content, never unpacked whole
  a pattern, in quotes           'backups/*.tar.zst'
`;

/** Reads a number of worker threads. */
export function workers(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number from 1 to 999.');
  return Number(text);
}

/** Did the person ask for something that only a batch does? */
export function asksForBatch(options: BatchOptions): boolean {
  return (
    options.jobs !== undefined ||
    options.job !== undefined ||
    options.shard !== undefined ||
    options.queue !== undefined ||
    options.fromStdin === true ||
    options.progress !== undefined
  );
}
