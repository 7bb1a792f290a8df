import { resolve } from 'node:path';
import { WriteError } from '@fxlog/writer';
import { dialectOf } from '../dialects/index.js';
import { SessionDirectory } from '../session-directory.js';
import type { RebindOptions, ReboundSession } from './rebound-session.js';

/**
 * Moves a session of a newer format to another workspace, under the locks of its fx: a conversation log by its manifest, a session of the store `v2/` by one
 * more line. Nothing else of it changes. Sessions with an event log are moved by `rewriteSession`.
 *
 * @param workspace absolute path, the real one
 * @throws WriteError `change/format` for another format, `change/nothing-to-do` where it is there already, and what appending a turn throws.
 *
 * @example
 * await rebindSession(dir, '/home/ann/elsewhere');
 */
export async function rebindSession(
  dir: string,
  workspace: string,
  options: RebindOptions = {},
): Promise<ReboundSession> {
  const path = resolve(dir);
  const { rebind } = dialectOf(new SessionDirectory(path));
  if (rebind !== undefined) return rebind(path, workspace, options);
  const message = `${path} is not a session of a newer format that can be moved.`;
  throw new WriteError({ rule: 'change/format', message, file: path });
}

/** Whether a session is moved as {@link rebindSession} does it, and not by a rewritten log. */
export function isRebindable(dir: string): boolean {
  return dialectOf(new SessionDirectory(dir)).rebind !== undefined;
}
