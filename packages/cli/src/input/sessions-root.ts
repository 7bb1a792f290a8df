import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { SessionsRoot, StoreError } from '@fxlog/store';
import type { CommandContext } from '../command-context.js';
import { UnreadableError } from '../exit-code.js';

/**
 * The directory in which sessions are looked up: `--root` (a sessions root, or a profile that contains one), else
 * `$FX_HOME/sessions`, else `~/.fx/sessions`, the only place where fx 0.0.5 itself looks. Only the last may be missing: then there are no
 * sessions yet.
 *
 * @throws UnreadableError when it is not there or is not a directory
 */
export async function openSessionsRoot(context: CommandContext, root: string | undefined): Promise<SessionsRoot> {
  if (root !== undefined) return openRoot(resolve(context.cwd, root), true);
  if (context.env.FX_HOME) return openRoot(resolve(context.cwd, context.env.FX_HOME, 'sessions'), true);
  return openRoot(join(context.env.HOME || homedir(), '.fx', 'sessions'), false);
}

/** Opens a sessions root by its path. @throws UnreadableError */
export async function openRoot(path: string, mustExist: boolean): Promise<SessionsRoot> {
  try {
    return await SessionsRoot.open(path, { mustExist });
  } catch (error) {
    if (error instanceof StoreError) throw new UnreadableError(path, storeReason(error));
    throw error;
  }
}

/** What a store error says, without the full stop: it goes into a longer sentence. */
export function storeReason(error: StoreError): string {
  return error.message.replace(/\.$/, '');
}
