import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { CommandContext } from '../command-context.js';
import { isSystemError } from './system-error.js';

const DEFAULT_PAGER = 'less -R';

/**
 * Runs `body` with its results going into `$PAGER`, or `less -R`; only when stdout is a terminal and paging is wanted. A pager
 * that is not installed is no reason to fail: the text then goes to the terminal itself.
 */
export async function withPager<T>(context: CommandContext, isWanted: boolean, body: () => Promise<T>): Promise<T> {
  const { output, env } = context;
  const command = env.PAGER ?? DEFAULT_PAGER;
  if (!isWanted || !output.terminal.stdoutIsTerminal || !isInstalled(command, env)) return body();
  const pager = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git does: colours as they are, no paging of what fits on the screen, the text stays when the pager ends.
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  });
  const closed = once(pager, 'close');
  const resume = context.interrupt.suspend();
  const restore = output.redirect(pager.stdin);
  try {
    return await body();
  } finally {
    pager.stdin.end();
    await closed;
    restore();
    resume();
  }
}

/** Can the program that a pager command begins with be found? An empty `$PAGER` and `cat` mean: no paging. */
function isInstalled(command: string, env: NodeJS.ProcessEnv): boolean {
  const [program = ''] = command.trim().split(/\s+/);
  if (program === '' || program === 'cat') return false;
  const candidates = program.includes('/')
    ? [program]
    : (env.PATH ?? '').split(delimiter).map((dir) => join(dir, program));
  return candidates.some(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}
